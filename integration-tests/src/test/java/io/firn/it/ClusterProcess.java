package io.firn.it;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.File;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Runs a program as the driver of a local cluster with two executor processes. */
final class ClusterProcess {
  private final Path directory;
  private final List<String> classDirectories = new ArrayList<>();

  private ClusterProcess(Path directory) {
    this.directory = directory;
  }

  /**
   * What the program printed as {@code RESULT ...}. Its arguments are the master, a directory for
   * tables, and the class path that executors need besides Spark.
   */
  static List<String> results(Class<?> program) throws IOException, InterruptedException {
    Path directory =
        Files.createDirectories(
            Path.of("target", program.getSimpleName() + "-" + ProcessHandle.current().pid())
                .toAbsolutePath());
    return new ClusterProcess(directory).run(program);
  }

  private List<String> run(Class<?> program) throws IOException, InterruptedException {
    Path home = sparkHome(directory.resolve("home"));
    Path output = directory.resolve("output.txt");
    int exit = start(program, home, output).waitFor();
    String text = Files.readString(output);
    assertEquals(0, exit, text);
    return text.lines()
        .filter(line -> line.startsWith("RESULT "))
        .map(line -> line.substring(7))
        .toList();
  }

  /** What a Spark installation has: all jars of this test's class path in one folder. */
  private Path sparkHome(Path home) throws IOException {
    Path jars = Files.createDirectories(home.resolve("jars"));
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
      Path path = Path.of(entry).toAbsolutePath();
      if (Files.isDirectory(path)) {
        classDirectories.add(path.toString());
      } else if (Files.exists(path)) {
        Files.createSymbolicLink(
            jars.resolve(jars.toFile().list().length + "-" + path.getFileName()), path);
      }
    }
    return home;
  }

  private Process start(Class<?> program, Path home, Path output) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(argument -> argument.startsWith("--add-opens") || argument.startsWith("-Dlog4j"))
        .forEach(command::add);
    command.addAll(
        List.of(
            "-Xmx1g",
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "-cp",
            System.getProperty("java.class.path"),
            program.getName(),
            "local-cluster[2,1,1024]",
            directory.resolve("warehouse").toString(),
            String.join(File.pathSeparator, classDirectories)));
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.directory(directory.toFile());
    builder.environment().put("SPARK_HOME", home.toString());
    builder.environment().put("SPARK_LOCAL_IP", "127.0.0.1");
    builder.environment().put("SPARK_SCALA_VERSION", "2.13");
    builder.redirectErrorStream(true).redirectOutput(output.toFile());
    return builder.start();
  }
}
