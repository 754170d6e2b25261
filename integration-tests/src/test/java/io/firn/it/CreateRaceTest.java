package io.firn.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.apache.spark.sql.RuntimeConfig;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Two processes create the same table at the same moment: one does it, the other is told. */
@Timeout(300)
class CreateRaceTest {
  private static final int ROUNDS = 5;
  private static final Path DIRECTORY = Lakes.directory();

  private record Creator(String name, Socket socket, BufferedReader in, PrintStream out) {
    String line() throws IOException {
      String line = in.readLine();
      assertNotNull(line, "the process has ended");
      return line;
    }
  }

  @Test
  void oneOfTwoProcessesCreatesATable() throws Exception {
    RuntimeConfig conf = Lakes.session().conf();
    conf.set("spark.sql.catalog.h", "io.firn.spark.FirnCatalog");
    conf.set("spark.sql.catalog.h.type", "hadoop");
    conf.set("spark.sql.catalog.h.warehouse", DIRECTORY.resolve("hadoop").toString());
    conf.set("spark.sql.catalog.j", "io.firn.spark.FirnCatalog");
    conf.set("spark.sql.catalog.j.type", "jdbc");
    conf.set("spark.sql.catalog.j.uri", jdbcUri());
    conf.set("spark.sql.catalog.j.warehouse", DIRECTORY.resolve("jdbc").toString());
    Lakes.sql("CREATE NAMESPACE h.db");
    Lakes.sql("CREATE NAMESPACE j.db");
    try (ServerSocket server = new ServerSocket(0, 2, InetAddress.getLoopbackAddress())) {
      List<Process> processes = List.of(start(server, "0"), start(server, "1"));
      try {
        List<Creator> creators =
            Stream.of(accept(server, processes), accept(server, processes))
                .sorted(Comparator.comparing(Creator::name))
                .toList();
        for (int round = 0; round < ROUNDS; round++) {
          race(creators, "h.db.t" + round, "(id INT, by STRING)");
          race(creators, "j.db.t" + round, "(id INT, by STRING)");
          raceToFill(creators, "h.db.filled" + round, DIRECTORY.resolve("hadoop"));
          raceToFill(creators, "j.db.filled" + round, DIRECTORY.resolve("jdbc"));
        }
        for (Creator creator : creators) {
          creator.socket.shutdownOutput();
          assertEquals(null, creator.in.readLine());
        }
      } finally {
        processes.forEach(Process::destroyForcibly);
      }
    }
  }

  private static String jdbcUri() {
    return "jdbc:sqlite:" + DIRECTORY.resolve("catalog.db");
  }

  private static List<String> race(List<Creator> creators, String table, String definition)
      throws IOException {
    for (Creator creator : creators) {
      creator.out.println("CREATE TABLE " + table + " " + definition);
    }
    List<String> answers = new ArrayList<>();
    for (Creator creator : creators) {
      answers.add(creator.line());
    }
    assertEquals(List.of("created", "exists"), answers.stream().sorted().toList(), table);
    assertEquals(
        List.of("[1]"), Lakes.rows("SELECT count(*) FROM " + table + ".metadata_log_entries"));
    return answers;
  }

  /** The rows are the winner's, and nothing of the other's is left. */
  private static void raceToFill(List<Creator> creators, String table, Path warehouse)
      throws IOException {
    List<String> answers =
        race(creators, table, "AS SELECT id, 'creator $NAME' AS by FROM range(0, 10, 1, 1)");
    assertEquals(
        List.of("[10, creator " + answers.indexOf("created") + "]"),
        Lakes.rows("SELECT count(*), max(by) FROM " + table));
    List<String> endings =
        Lakes.files(warehouse.resolve(table.substring(2).replace('.', '/'))).stream()
            .map(file -> file.getFileName().toString())
            .map(name -> name.equals("version-hint.text") ? "hint" : name.replaceAll(".*\\.", ""))
            .filter(name -> !name.equals("hint"))
            .sorted()
            .toList();
    assertEquals(List.of("avro", "avro", "json", "parquet"), endings, table);
  }

  /** The processes connect in any order, so each says which one it is. */
  private static Creator accept(ServerSocket server, List<Process> processes) throws IOException {
    server.setSoTimeout(1000);
    while (true) {
      try {
        Socket socket = server.accept();
        BufferedReader in =
            new BufferedReader(
                new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
        String name = in.readLine();
        assertNotNull(name, "the process has ended");
        return new Creator(
            name,
            socket,
            in,
            new PrintStream(socket.getOutputStream(), true, StandardCharsets.UTF_8));
      } catch (SocketTimeoutException e) {
        assertTrue(processes.stream().allMatch(Process::isAlive), "a process has ended");
      }
    }
  }

  private static Process start(ServerSocket server, String name) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
            .filter(a -> a.startsWith("--add-opens") || a.startsWith("-Dlog4j"))
            .toList());
    command.addAll(
        List.of(
            "-Xmx512m",
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "-cp",
            System.getProperty("java.class.path"),
            CreatingProgram.class.getName(),
            String.valueOf(server.getLocalPort()),
            DIRECTORY.resolve("hadoop").toString(),
            jdbcUri(),
            DIRECTORY.resolve("jdbc").toString(),
            name));
    File output = DIRECTORY.resolve("creator-" + name + ".txt").toFile();
    return new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output).start();
  }
}
