package io.firn.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The demo and the shell as programs of their own, on the runtime jar. */
class ProgramsTest {
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

  @TempDir Path folder;

  private record Run(int exitCode, String out, String err) {}

  @Test
  void theDemoTellsTheLifeOfATable() throws Exception {
    Run demo = run("FlightsDemo", "");
    assertEquals(0, demo.exitCode(), demo.err());
    int race = demo.out().indexOf("== 8. A race");
    String afterRollback = demo.out().substring(demo.out().indexOf("CALL lake.system"), race);
    assertTrue(demo.out().contains("    1 |    8470 |        6.7 |           376\n"), demo.out());
    assertTrue(demo.out().contains("first load |   41629 |"), demo.out());
    assertTrue(demo.out().contains("flights\n-------\n  25369\n"), demo.out());
    assertTrue(afterRollback.contains("flights\n-------\n  50000\n"), afterRollback);
    showsThatTheMergeFollowsItsRows(demo.out().substring(race));
  }

  private static void showsThatTheMergeFollowsItsRows(String race) {
    assertTrue(race.contains("rewritten_data_files_count | 8\n"), race);
    assertTrue(
        Pattern.compile("overwrite \\| 1756 +\\| \\d+ +\\| 1 +\\| 1756").matcher(race).find(),
        race);
    assertTrue(race.contains("50000 |      1756 |     48244\n"), race);
    assertTrue(
        Pattern.compile("\\d{5}-\\S+ +\\| +0 \\| \\S+ +\\| +0 \\| +6250\n").matcher(race).find(),
        race);
    String withoutRebase = race.substring(race.indexOf("commit.rebase.enabled"));
    assertTrue(
        withoutRebase.contains(
            "Cannot commit MERGE to lake.demo.live: Cannot commit, missing data"),
        withoutRebase);
    assertTrue(
        withoutRebase.contains("(not rebased: commit.rebase.enabled is false). Run it again"),
        withoutRebase);
  }

  @Test
  void theShellRunsTheScripts() throws Exception {
    Path scripts = ROOT.resolve("examples/sql");
    Run shell =
        run(
            "SqlShell",
            "",
            "-f",
            scripts.resolve("quickstart.sql").toString(),
            "-f",
            scripts.resolve("move-from-delta.sql").toString());
    assertEquals(0, shell.exitCode(), shell.err());
    assertTrue(shell.out().contains("\n 4 | 2026-03-02 10:00:00 | open   |"), shell.out());
    assertTrue(shell.out().contains("\n 5 | 2026-03-03 | open   |"), shell.out());
  }

  @Test
  void theShellFindsItsTablesThroughPostgres() throws Exception {
    try (EmbeddedPostgres postgres = EmbeddedPostgres.start()) {
      String[] onPostgres = {
        "--conf",
        "spark.sql.catalog.lake.type=jdbc",
        "--conf",
        "spark.sql.catalog.lake.uri=" + postgres.getJdbcUrl("postgres", "postgres"),
      };
      String script =
          """
          CREATE NAMESPACE lake.db;
          CREATE TABLE lake.db.t AS SELECT id * 7 AS seven FROM range(4);
          SELECT max(seven) AS most FROM lake.db.t""";
      Run shell = run("SqlShell", script, onPostgres);
      assertEquals(0, shell.exitCode(), shell.err());
      assertTrue(shell.out().contains("most\n----\n  21\n"), shell.out());
      assertEquals(List.of("t"), tableNames(postgres));
    }
  }

  private static List<String> tableNames(EmbeddedPostgres postgres) throws SQLException {
    List<String> names = new ArrayList<>();
    try (Connection connection = postgres.getPostgresDatabase().getConnection();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SELECT table_name FROM iceberg_tables")) {
      while (rows.next()) {
        names.add(rows.getString(1));
      }
    }
    return names;
  }

  @Test
  void aFailingStatementStopsTheScriptAndSetsTheExitCode() throws Exception {
    Run shell =
        run("SqlShell", "SELECT 1 AS one;\nSELECT * FROM lake.no.such_table;\nSELECT 2 AS two");
    assertEquals(1, shell.exitCode());
    assertTrue(shell.out().contains("one\n---\n  1\n"), shell.out());
    assertTrue(shell.err().contains("such_table"), shell.err());
    assertTrue(!shell.out().contains("two"), shell.out());
  }

  @Test
  void aWrongCommandLineHasItsOwnExitCode() throws Exception {
    Run shell = run("SqlShell", "", "--nonsense");
    assertEquals(2, shell.exitCode());
    assertEquals("firn sql: There is no option '--nonsense'.\n", shell.err());
  }

  private Run run(String program, String input, String... arguments) throws Exception {
    Path in = Files.writeString(folder.resolve("in"), input);
    Path out = folder.resolve("out");
    Path err = folder.resolve("err");
    List<String> command = command(program, arguments);
    Process process =
        new ProcessBuilder(command)
            .redirectInput(in.toFile())
            .redirectOutput(out.toFile())
            .redirectError(err.toFile())
            .start();
    try {
      assertTrue(process.waitFor(15, TimeUnit.MINUTES), "still running: " + command);
    } finally {
      process.destroyForcibly();
    }
    return new Run(process.exitValue(), Files.readString(out), Files.readString(err));
  }

  private List<String> command(String program, String... arguments) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    for (String option : ManagementFactory.getRuntimeMXBean().getInputArguments()) {
      if (!option.startsWith("-javaagent")) {
        command.add(option);
      }
    }
    command.addAll(List.of("-Dfirn.root=" + ROOT, "-cp"));
    command.add(
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")));
    command.add("io.firn.examples." + program);
    if (!List.of(arguments).contains("--nonsense")) {
      command.addAll(List.of("--warehouse", folder.resolve("warehouse").toString()));
    }
    command.addAll(List.of(arguments));
    return command;
  }
}
