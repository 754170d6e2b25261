package io.firn.it.race;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.firn.it.race.SharedTables.Read;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Statements and compactions that others overtake between scan and commit. {@code row-outcomes.txt}
 * says how each pair ends, in every {@link Setting}; and then Apache Iceberg's library and Firn
 * read the rows that the statements leave one after the other in the order of their commits, with
 * the row ids that they had. With {@code -Dfirn.race=all} each pair runs on each layout in each
 * mode, otherwise the usual ones in one setting each.
 */
class RowRaceTest {
  private static final boolean ALL = System.getProperty("firn.race", "").equals("all");
  private static final Map<RowRace, String> EXPECTED = RowOutcomes.all();
  private static final long OF_FIRST = 100;
  private static final long OF_SECOND = 1000;

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

  static Stream<Setting> settings() {
    return Setting.all().stream();
  }

  @ParameterizedTest
  @MethodSource("settings")
  void rowsDecide(Setting setting) throws Exception {
    List<String> expected = new ArrayList<>();
    List<String> seen = new ArrayList<>();
    int index = 0;
    for (Map.Entry<RowRace, String> entry : EXPECTED.entrySet()) {
      RowRace race = entry.getKey();
      if (!ALL && !race.isUsual()) {
        continue;
      }
      if (setting.isFor(race, index++, ALL)) {
        expected.add(race + ": " + entry.getValue());
        seen.add(race + ": " + run(setting, race));
      }
    }
    assertFalse(seen.isEmpty());
    assertEquals(String.join("\n", expected), String.join("\n", seen));
  }

  /** The word of the outcome, and what is wrong with message or table, if anything is. */
  private static String run(Setting setting, RowRace race) throws Exception {
    String isolation = race.isolation().equals("-") ? "serializable" : race.isolation();
    String table = tables.create(setting.layout(), setting.mode(), isolation);
    List<Read> base = tables.read(table);
    String name = SharedLake.CATALOG + "." + table;
    Gate gate = GatedDisk.gateAt(tables.directory(table) + "/" + Stop.WRITES_DATA.directory());
    Ending ending =
        racers.race(
            race.first().sql(name, Place.SAME_ROW, OF_FIRST),
            gate,
            List.of(race.second().sql(name, race.place(), OF_SECOND)));
    return ending.outcome().word()
        + wrongMessage(setting, ending)
        + wrongRows(race, table, ending.outcome())
        + wrongLineage(setting, race, base, table, ending.outcome());
  }

  /** A conflict of rows names one of them. */
  private static String wrongMessage(Setting setting, Ending ending) {
    String named =
        switch (ending.outcome()) {
          case SAME_ROW -> "row 2 of " + tables.baseFile(setting.layout(), Place.SAME_ROW.id());
          case NEW_ROWS -> "Found conflicting files";
          default -> "";
        };
    return ending.message().contains(named) ? "" : ", but says " + ending.message();
  }

  /** A star if the statements have not seen each other. */
  private static String wrongRows(RowRace race, String table, Outcome outcome) {
    Rows rows = new Rows(tables.read(table).stream().map(Read::row).toList());
    Rows ofFirn = SharedTables.rows(reader, table);
    if (!rows.equals(ofFirn)) {
      return ", and then Iceberg reads " + rows + " and Firn " + ofFirn;
    }
    Rows base = SharedTables.BASE;
    Rows second = race.second().apply(base, race.place(), OF_SECOND);
    if (outcome != Outcome.COMMITS) {
      return rows.equals(second) ? "" : ", and then there are " + rows;
    }
    if (rows.equals(race.first().apply(second, Place.SAME_ROW, OF_FIRST))) {
      return "";
    }
    Rows first = race.first().apply(base, Place.SAME_ROW, OF_FIRST);
    return rows.equals(Rows.merged(base, first, second)) ? "*" : ", and then there are " + rows;
  }

  private static String wrongLineage(
      Setting setting, RowRace race, List<Read> base, String table, Outcome outcome) {
    if (!setting.layout().hasRowIds()) {
      return "";
    }
    Set<Long> deleted = new HashSet<>();
    if (race.second() == RaceStatement.DELETE) {
      deleted.add(race.place().id());
    }
    if (race.first() == RaceStatement.DELETE && outcome == Outcome.COMMITS) {
      deleted.add(Place.SAME_ROW.id());
    }
    String complaint = new Lineage(base).complaint(tables.read(table), deleted);
    return complaint.isEmpty() ? "" : "; " + complaint;
  }
}
