package io.firn.catalog;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.firn.catalog.hadoop.HadoopCatalog;
import io.firn.catalog.jdbc.JdbcCatalog;
import io.firn.io.local.LocalStorage;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two processes create the same table and commit to it at the same time. */
final class RacingProcessesTest {
  private static final int COMMITS = 25;

  @TempDir Path directory;

  private void race(String... arguments) throws Exception {
    List<Process> processes = List.of(start(arguments), start(arguments));
    for (Process process : processes) {
      process.getOutputStream().write('\n');
      process.getOutputStream().flush();
    }
    List<String> printed = new ArrayList<>();
    for (Process process : processes) {
      printed.add(
          new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).trim());
      assertTrue(process.waitFor(120, TimeUnit.SECONDS));
      assertEquals(0, process.exitValue());
    }
    assertEquals(List.of("created", "found"), printed.stream().sorted().toList());
  }

  private static Process start(String... arguments) throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx128m",
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                CommittingProcess.class.getName(),
                Integer.toString(COMMITS)));
    command.addAll(List.of(arguments));
    return new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
  }

  private static void assertNoCommitIsLost(Catalog catalog) {
    TableState state = catalog.store(new TableName(Namespace.of("db"), "t")).load();
    assertEquals("50", state.metadata().properties().get("counter"));
    assertEquals(50, state.metadata().metadataLog().size());
  }

  @Test
  void noCommitIsLostInAHadoopCatalog() throws Exception {
    String warehouse = directory.toString();
    race(warehouse);
    try (Catalog catalog =
        HadoopCatalog.of("lake", Map.of("warehouse", warehouse), new LocalStorage())) {
      assertNoCommitIsLost(catalog);
    }
  }

  @Test
  void noCommitIsLostInAJdbcCatalog() throws Exception {
    String warehouse = directory.toString();
    String uri = "jdbc:sqlite:" + directory.resolve("catalog.db");
    race(warehouse, uri);
    try (Catalog catalog =
        JdbcCatalog.of("lake", Map.of("warehouse", warehouse, "uri", uri), new LocalStorage())) {
      assertNoCommitIsLost(catalog);
    }
  }
}
