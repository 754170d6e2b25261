package io.firn.it.race;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.firn.it.Lakes;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A statement that several others overtake one after the other, so that its rows move more than
 * once. It is about row 1; a row-level one of the others about row 2 of its file, or with {@code
 * same} about row 1 too.
 */
class ChainRaceTest {
  private static final long OF_FIRST = 100;
  private static final long OF_OTHERS = 1000;

  private static SharedTables tables;
  private static SparkSession reader;
  private static Racers racers;

  @BeforeAll
  static void start() {
    SharedLake lake = new SharedLake();
    tables = new SharedTables(lake);
    reader = lake.firn();
    racers = new Racers(lake.firn(), reader);
  }

  @AfterAll
  static void stop() {
    racers.close();
  }

  private record Step(RaceStatement statement, Place place) {
    static Step parse(String text) {
      return new Step(
          RaceStatement.valueOf(text.replace(" same", "")),
          text.endsWith(" same") ? Place.SAME_ROW : Place.SAME_FILE);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "V2, merge-on-read, DELETE, COMPACTION > COMPACTION > UPDATE, COMMITS",
    "V3, merge-on-read, UPDATE, COMPACTION > UPDATE > COMPACTION, COMMITS",
    "V3, copy-on-write, DELETE, UPDATE > COMPACTION > COMPACTION, COMMITS",
    "V2, copy-on-write, MERGE, COMPACTION > DELETE > COMPACTION, COMMITS",
    "V2, copy-on-write, UPDATE, COMPACTION > COMPACTION > UPDATE same, SAME_ROW",
    "UPGRADED, merge-on-read, COMPACTION, DELETE > UPDATE same > DELETE, COMMITS",
  })
  void rowsAreFollowedOverEachCommit(
      Layout layout, String mode, RaceStatement first, String others, Outcome expected)
      throws Exception {
    List<Step> steps = Arrays.stream(others.split(" > ")).map(Step::parse).toList();
    String table = tables.create(layout, mode, "serializable");
    String name = SharedLake.CATALOG + "." + table;
    Ending ending =
        racers.race(
            first.sql(name, Place.SAME_ROW, OF_FIRST),
            gate(table),
            steps.stream().map(s -> s.statement().sql(name, s.place(), OF_OTHERS)).toList());
    assertEquals(expected, ending.outcome(), ending.message());
    Rows rows = SharedTables.BASE;
    for (Step step : steps) {
      rows = step.statement().apply(rows, step.place(), OF_OTHERS);
    }
    if (expected == Outcome.COMMITS) {
      rows = first.apply(rows, Place.SAME_ROW, OF_FIRST);
    }
    assertEquals(rows, new Rows(tables.read(table).stream().map(SharedTables.Read::row).toList()));
    assertEquals(rows, SharedTables.rows(reader, table));
  }

  private static Gate gate(String table) {
    return GatedDisk.gateAt(tables.directory(table) + "/" + Stop.WRITES_DATA.directory());
  }

  /** What it wrote are position deletes, which the table cannot have any more. */
  @Test
  void aDeleteThatAnUpgradeOvertakesFailsAndLeavesNothing() throws Exception {
    String table = tables.create(Layout.V2, "merge-on-read", "serializable");
    String name = SharedLake.CATALOG + "." + table;
    String delete = RaceStatement.DELETE.sql(name, Place.SAME_ROW, OF_FIRST);
    AssertionError e =
        assertThrows(
            AssertionError.class,
            () ->
                racers.race(
                    delete,
                    gate(table),
                    List.of("ALTER TABLE " + name + " SET TBLPROPERTIES ('format-version'='3')")));
    String message = String.valueOf(Lakes.firnFailure(e.getCause()).getMessage());
    assertTrue(message.contains("Must use DVs for position deletes in V3"), message);
    assertTrue(message.contains(name), message);
    assertEquals(SharedTables.BASE, SharedTables.rows(reader, table));
    Path data = tables.directory(table).resolve("data");
    assertEquals(List.of(), Lakes.files(data));
    reader.sql(delete);
    assertEquals(
        RaceStatement.DELETE.apply(SharedTables.BASE, Place.SAME_ROW, OF_FIRST),
        SharedTables.rows(reader, table));
  }
}
