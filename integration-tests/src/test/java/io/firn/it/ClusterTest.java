package io.firn.it;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.File;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A local cluster: a driver and two executor processes, with Kryo as {@code spark.serializer}. */
class ClusterTest {

  @Test
  @Timeout(value = 8, unit = TimeUnit.MINUTES)
  void statementsRunOnSeveralExecutorProcessesWithKryo() throws Exception {
    List<String> directories = new ArrayList<>();
    Path dir =
        Files.createDirectories(
            Path.of("target", "cluster-" + ProcessHandle.current().pid()).toAbsolutePath());
    Path home = sparkHome(dir.resolve("home"), directories);
    Path output = dir.resolve("output.txt");
    Process process = start(dir, home, output, String.join(File.pathSeparator, directories));
    int exit = process.waitFor();
    String text = Files.readString(output);
    List<String> results =
        text.lines()
            .filter(line -> line.startsWith("RESULT "))
            .map(line -> line.substring(7))
            .toList();
    assertEquals(0, exit, text);
    assertEquals(
        List.of(
            "executors=2",
            "rows=18011",
            "x=1999",
            "m=9",
            "i=13.75",
            "files=true",
            "dynamic=410",
            "replaced=315",
            "partitions=18226",
            "updated=50",
            "overwritten=7",
            "recreated=3",
            "snapshots=8",
            "entries=2"),
        results,
        text);
  }

  /** What a Spark installation has: all jars of this test's class path in one folder. */
  private static Path sparkHome(Path home, List<String> directories) throws IOException {
    Path jars = Files.createDirectories(home.resolve("jars"));
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
      Path path = Path.of(entry).toAbsolutePath();
      if (Files.isDirectory(path)) {
        directories.add(path.toString());
      } else if (Files.exists(path)) {
        Files.createSymbolicLink(
            jars.resolve(jars.toFile().list().length + "-" + path.getFileName()), path);
      }
    }
    return home;
  }

  private static Process start(Path dir, Path home, Path output, String directories)
      throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
            .filter(
                argument -> argument.startsWith("--add-opens") || argument.startsWith("-Dlog4j"))
            .collect(Collectors.toList()));
    command.addAll(
        List.of(
            "-Xmx1g",
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "-cp",
            System.getProperty("java.class.path"),
            ClusterProgram.class.getName(),
            "local-cluster[2,1,1024]",
            dir.resolve("warehouse").toString(),
            directories));
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.directory(dir.toFile());
    builder.environment().put("SPARK_HOME", home.toString());
    builder.environment().put("SPARK_LOCAL_IP", "127.0.0.1");
    builder.environment().put("SPARK_SCALA_VERSION", "2.13");
    builder.redirectErrorStream(true).redirectOutput(output.toFile());
    return builder.start();
  }
}
