package io.firn.it.race;

import static io.firn.it.race.RaceStatement.COMPACTION;
import static io.firn.it.race.RaceStatement.DELETE;
import static io.firn.it.race.RaceStatement.INSERT;
import static io.firn.it.race.RaceStatement.INSERT_AROUND;
import static io.firn.it.race.RaceStatement.MERGE;
import static io.firn.it.race.RaceStatement.UPDATE;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.firn.it.race.SharedTables.Read;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Firn and Apache Iceberg's connector write the same table at the same time. Firn takes in what
 * Iceberg commits wherever the files tell which rows it touched, and Iceberg ends as it does among
 * its own. Without {@code -Dfirn.race=all} a part of the pairs runs.
 */
class MixedWritersTest {
  private static final boolean ALL = System.getProperty("firn.race", "").equals("all");
  private static final List<RaceStatement> SECONDS =
      List.of(DELETE, UPDATE, MERGE, INSERT, INSERT_AROUND, COMPACTION);
  private static final long OF_FIRST = 100;
  private static final long OF_SECOND = 1000;

  private static SharedTables tables;
  private static SparkSession firn;
  private static SparkSession iceberg;
  private static Racers firnAlone;
  private static Racers firnOvertaken;
  private static Racers icebergOvertaken;
  private static Racers icebergAlone;

  @BeforeAll
  static void start() {
    SharedLake lake = new SharedLake();
    tables = new SharedTables(lake);
    firn = lake.firn();
    iceberg = lake.iceberg();
    firnAlone = new Racers(firn, lake.firn());
    firnOvertaken = new Racers(firn, iceberg);
    icebergOvertaken = new Racers(iceberg, firn);
    icebergAlone = new Racers(iceberg, lake.iceberg());
  }

  @AfterAll
  static void stop() {
    firnAlone.close();
    firnOvertaken.close();
    icebergOvertaken.close();
    icebergAlone.close();
  }

  /** Outcomes for a DELETE, UPDATE, MERGE, INSERT, INSERT_AROUND and COMPACTION of Iceberg. */
  @ParameterizedTest
  @CsvSource({
    "merge-on-read, same-file, DELETE,     ok     ok     ok     ok   ok no-map",
    "merge-on-read, same-file, UPDATE,     ok     ok     ok     ok   ok no-map",
    "merge-on-read, same-row,  DELETE,     ok     row    row    rows ok no-map",
    "merge-on-read, same-row,  UPDATE,     row    row    row    rows ok no-map",
    "merge-on-read, same-row,  MERGE,      row    row    row    rows *  no-map",
    "merge-on-read, same-row,  COMPACTION, ok     ok     ok     ok   ok nothing",
    "copy-on-write, same-file, DELETE,     no-map no-map no-map ok   ok no-map",
    "copy-on-write, same-file, UPDATE,     no-map no-map no-map ok   ok no-map",
    "copy-on-write, same-row,  MERGE,      no-map no-map no-map rows *  no-map",
    "copy-on-write, same-row,  COMPACTION, ok     ok     ok     ok   ok nothing"
  })
  void firnTakesInWhatIcebergCommits(String mode, String place, String first, String words)
      throws Exception {
    String[] expected = words.split("\\s+");
    List<String> wanted = new ArrayList<>();
    List<String> seen = new ArrayList<>();
    for (int i = 0; i < SECONDS.size(); i++) {
      for (Layout layout : List.of(Layout.V2, Layout.V3)) {
        boolean compaction = SECONDS.get(i) == COMPACTION && place(place) == Place.SAME_ROW;
        boolean usual = SECONDS.get(i) == UPDATE || compaction && mode.equals("merge-on-read");
        if (!expected[i].equals("*") && (ALL || usual && layout == Layout.V3)) {
          Stop stop = Stop.values()[(i + seen.size()) % 2];
          Race race = new Race(layout, mode, place(place), statement(first), SECONDS.get(i), stop);
          wanted.add(race + ": " + expected[i]);
          seen.add(race + ": " + run(firnOvertaken, race));
        }
      }
    }
    assertEquals(String.join("\n", wanted), String.join("\n", seen));
  }

  /** Outcomes of Iceberg's DELETE, UPDATE, MERGE and COMPACTION when Firn overtakes them. */
  @ParameterizedTest
  @CsvSource({
    "merge-on-read, same-row,  COMPACTION, gone     gone     gone     replaced",
    "merge-on-read, same-row,  DELETE,     ok       deletes  deletes  covered",
    "merge-on-read, same-file, UPDATE,     ok       deletes  rows     covered",
    "copy-on-write, same-row,  COMPACTION, replaced replaced replaced replaced",
    "copy-on-write, same-file, UPDATE,     rows     rows     rows     replaced"
  })
  void icebergEndsAsAmongItsOwn(String mode, String place, String second, String words)
      throws Exception {
    String[] expected = words.split("\\s+");
    List<RaceStatement> firsts = List.of(DELETE, UPDATE, MERGE, COMPACTION);
    List<String> wanted = new ArrayList<>();
    List<String> seen = new ArrayList<>();
    for (int i = 0; i < firsts.size(); i++) {
      for (Layout layout : List.of(Layout.V2, Layout.V3)) {
        boolean compaction = firsts.get(i) == COMPACTION && mode.equals("merge-on-read");
        boolean usual = firsts.get(i) == UPDATE || compaction && place(place) == Place.SAME_ROW;
        if (ALL || usual && layout == Layout.V2) {
          Stop stop = Stop.values()[(i + 1 + seen.size()) % 2];
          Race race = new Race(layout, mode, place(place), firsts.get(i), statement(second), stop);
          wanted.add(race + ": " + (ALL ? run(icebergAlone, race) : expected[i]));
          seen.add(race + ": " + run(icebergOvertaken, race));
        }
      }
    }
    assertEquals(String.join("\n", wanted), String.join("\n", seen));
  }

  static Stream<Layout> layouts() {
    return ALL ? Stream.of(Layout.V2, Layout.V3, Layout.UPGRADED) : Stream.of(Layout.V3);
  }

  /** After a rebased statement, both change the table and clean it up, one after the other. */
  @ParameterizedTest
  @MethodSource("layouts")
  void icebergGoesOnWithARebasedTable(Layout layout) throws Exception {
    String table = tables.createWhole(layout, "merge-on-read");
    String name = SharedLake.CATALOG + "." + table;
    assertEquals(
        Outcome.COMMITS,
        firnAlone.race(
            UPDATE.sql(name, Place.SAME_ROW, OF_FIRST),
            gate(table, Stop.WRITES_DATA),
            COMPACTION.sql(name, Place.SAME_ROW, 0)));
    Rows model = UPDATE.apply(SharedTables.BASE, Place.SAME_ROW, OF_FIRST);
    assertReadByBoth(table, model, "the race");
    List<SparkSession> engines = List.of(iceberg, firn);
    for (int i = 0; i < (ALL ? 8 : 4); i++) {
      RaceStatement statement = List.of(MERGE, INSERT_AROUND, UPDATE, DELETE).get(i % 4);
      Place place = i < 4 ? Place.SAME_FILE : Place.OTHER_PARTITION;
      engines.get(i % 2).sql(statement.sql(name, place, i));
      model = statement.apply(model, place, i);
      assertReadByBoth(table, model, statement + " of " + place);
      if (i % 4 == 1) {
        for (String procedure : cleanUps(table)) {
          iceberg.sql(procedure);
          assertReadByBoth(table, model, procedure);
        }
      }
    }
    firn.sql(COMPACTION.sql(name, Place.SAME_ROW, 0));
    assertReadByBoth(table, model, "Firn's compaction");
  }

  private static List<String> cleanUps(String table) {
    String call = "CALL " + SharedLake.CATALOG + ".system.";
    return List.of(
        call
            + "rewrite_position_delete_files(table => '"
            + table
            + "', options => map('rewrite-all', 'true'))",
        COMPACTION.sql(SharedLake.CATALOG + "." + table, Place.SAME_ROW, 0),
        call
            + "expire_snapshots(table => '"
            + table
            + "', older_than => TIMESTAMP '2200-01-01 00:00:00', retain_last => 1)");
  }

  private static void assertReadByBoth(String table, Rows rows, String after) {
    assertEquals(rows, SharedTables.rows(firn, table), "Firn after " + after);
    assertEquals(rows, SharedTables.rows(iceberg, table), "Iceberg after " + after);
    assertEquals(rows, libraryRows(table), "the library after " + after);
  }

  private record Race(
      Layout layout,
      String mode,
      Place place,
      RaceStatement first,
      RaceStatement second,
      Stop stop) {}

  private static String run(Racers racers, Race race) throws Exception {
    String table = tables.create(race.layout(), race.mode(), "serializable");
    String name = SharedLake.CATALOG + "." + table;
    Ending ending =
        racers.race(
            race.first().sql(name, Place.SAME_ROW, OF_FIRST),
            gate(table, race.stop()),
            List.of(race.second().sql(name, race.place(), OF_SECOND)));
    String landed = "snapshot " + tables.load(table).currentSnapshot().snapshotId();
    boolean names = ending.outcome() != Outcome.NO_MAP || ending.message().contains(landed);
    Rows model = race.second().apply(SharedTables.BASE, race.place(), OF_SECOND);
    if (ending.outcome() == Outcome.COMMITS) {
      model = race.first().apply(model, Place.SAME_ROW, OF_FIRST);
    }
    Rows rows = libraryRows(table);
    return ending.outcome().word()
        + (names ? "" : ", but says " + ending.message())
        + (rows.equals(model) ? "" : ", and then there are " + rows)
        + (rows.equals(SharedTables.rows(firn, table)) ? "" : ", which Firn reads otherwise");
  }

  private static Rows libraryRows(String table) {
    return new Rows(tables.read(table).stream().map(Read::row).toList());
  }

  private static Gate gate(String table, Stop stop) {
    return GatedDisk.gateAt(tables.directory(table).resolve(stop.directory()).toString());
  }

  private static Place place(String text) {
    return Place.valueOf(text.toUpperCase(Locale.ROOT).replace('-', '_'));
  }

  private static RaceStatement statement(String text) {
    return RaceStatement.valueOf(text);
  }
}
