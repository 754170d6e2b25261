package io.firn.it.race;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.firn.it.race.Rows.Row;
import io.firn.it.race.SharedTables.Read;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * ClickHouse reads rebased tables and agrees row for row. It comes as the Node.js package {@code
 * chdb}, which not every machine can have, so that this is no part of the build: {@code ./firn
 * oracle clickhouse} installs it in the directory {@code firn.chdb} and runs this.
 */
class ClickHouseOracle {
  private static final Path CHDB = Path.of(System.getProperty("firn.chdb", "target/chdb"));
  private static final String SCRIPT =
      "process.stdout.write(String(require('chdb').query(process.argv[1], 'TSV')))";
  private static final long PATIENCE_SECONDS = 120;

  private static SharedTables tables;
  private static Racers racers;

  @BeforeAll
  static void start() {
    SharedLake lake = new SharedLake();
    tables = new SharedTables(lake);
    racers = new Racers(lake.firn(), lake.firn());
  }

  @AfterAll
  static void stop() {
    racers.close();
  }

  @ParameterizedTest
  @CsvSource({
    "V2,             merge-on-read, UPDATE,     COMPACTION",
    "V2,             merge-on-read, COMPACTION, DELETE",
    "V2,             copy-on-write, MERGE,      COMPACTION",
    "PARTITIONED_V2, merge-on-read, COMPACTION, UPDATE",
    "V3,             copy-on-write, INSERT,     COMPACTION",
  })
  void clickHouseAgrees(Layout layout, String mode, RaceStatement first, RaceStatement second)
      throws Exception {
    String table = raced(layout, mode, first, second);
    Rows expected = new Rows(tables.read(table).stream().map(Read::row).toList());
    Answer answer = ask(tables.directory(table));
    assertEquals(0, answer.exitValue(), answer.text());
    assertEquals(expected, answer.rows());
  }

  /** The release that was current when this was written; if this fails, ask it for the rows. */
  @Test
  void clickHouseSaysThatItReadsNoVectors() throws Exception {
    String table =
        raced(Layout.V3, "merge-on-read", RaceStatement.COMPACTION, RaceStatement.DELETE);
    Answer answer = ask(tables.directory(table));
    assertTrue(
        answer.text().contains("Position deletes are supported only for parquet format"),
        answer.text());
  }

  /** A new table on which the second statement overtook the first one. */
  private static String raced(Layout layout, String mode, RaceStatement first, RaceStatement second)
      throws Exception {
    String table = tables.createWhole(layout, mode);
    String name = SharedLake.CATALOG + "." + table;
    Gate gate = GatedDisk.gateAt(tables.directory(table) + "/data");
    assertEquals(
        Outcome.COMMITS,
        racers.race(
            first.sql(name, Place.SAME_ROW, 100), gate, second.sql(name, Place.SAME_FILE, 1000)));
    return table;
  }

  private record Answer(int exitValue, String text) {
    Rows rows() {
      return new Rows(text.lines().map(ClickHouseOracle::row).toList());
    }
  }

  /** It reads only files below the directory that it was started in. */
  private static Answer ask(Path table) throws Exception {
    Path output = Files.createTempFile("clickhouse", ".tsv");
    ProcessBuilder builder =
        new ProcessBuilder(
                "node", "-e", SCRIPT, "SELECT id, v, p FROM icebergLocal('" + table + "')")
            .directory(table.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile());
    builder
        .environment()
        .put("NODE_PATH", CHDB.resolve("node_modules").toAbsolutePath().toString());
    Process node = builder.start();
    if (!node.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
      node.destroyForcibly();
    }
    String text = Files.readString(output, StandardCharsets.UTF_8);
    Files.delete(output);
    return new Answer(node.exitValue(), text);
  }

  private static Row row(String line) {
    List<String> cells = List.of(line.split("\t"));
    return new Row(Long.parseLong(cells.get(0)), Long.parseLong(cells.get(1)), cells.get(2));
  }
}
