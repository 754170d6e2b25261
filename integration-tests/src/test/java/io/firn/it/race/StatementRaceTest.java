package io.firn.it.race;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A statement that another one overtakes between its scan and its commit: does it commit, or on
 * which ground not; and the rows that are there afterwards. {@code outcomes.txt} has all races;
 * without {@code -Dfirn.race=all} only those run that {@link #isUsual} names. Whole files decide
 * here; {@link RowRaceTest} has the races that rows decide.
 */
class StatementRaceTest {
  private static final boolean ALL = System.getProperty("firn.race", "").equals("all");
  private static final ExpectedOutcomes EXPECTED = new ExpectedOutcomes();
  private static final long OF_FIRST = 100;
  private static final long OF_SECOND = 1000;

  private static RaceTables tables;
  private static Racers racers;

  @BeforeAll
  static void start() {
    tables = new RaceTables();
    racers = new Racers();
  }

  @AfterAll
  static void stop() {
    racers.close();
  }

  @ParameterizedTest
  @EnumSource(RaceMode.class)
  void firnsStatementsEndAsTheTableSays(RaceMode mode) throws Exception {
    compare("lake", mode, race -> ALL || isUsual(race));
  }

  /** Which shows that these outcomes are the floor, not a choice of Firn's. */
  @ParameterizedTest
  @EnumSource(RaceMode.class)
  void soDoThoseOfIcebergsConnector(RaceMode mode) throws Exception {
    compare("ice", mode, race -> !isWriteSerializable(race) && (ALL || isUsualForIceberg(race)));
  }

  /** Each pair on the same row; of places and levels that decide alike, one. */
  private static boolean isUsual(RaceCase race) {
    boolean newImages = race.second() == RaceStatement.UPDATE;
    if (race.place() != Place.SAME_ROW) {
      return race.first().isRowLevel() && newImages && !isWriteSerializable(race);
    }
    if (!race.first().isRowLevel()) {
      return newImages || race.second() == RaceStatement.OVERWRITE;
    }
    return switch (race.isolation()) {
      case "serializable" -> true;
      case "snapshot" -> race.second() != RaceStatement.MERGE;
      default -> newImages || race.second() == RaceStatement.INSERT;
    };
  }

  private static boolean isWriteSerializable(RaceCase race) {
    return race.isolation().equals("write-serializable");
  }

  private static boolean isUsualForIceberg(RaceCase race) {
    return isUsual(race)
        && race.place() == Place.SAME_ROW
        && race.first().isRowLevel()
        && race.second().isRowLevel();
  }

  private static void compare(String catalog, RaceMode mode, Predicate<RaceCase> wanted)
      throws Exception {
    List<String> expected = new ArrayList<>();
    List<String> seen = new ArrayList<>();
    for (RaceCase race : EXPECTED.cases()) {
      if (race.mode() == mode && wanted.test(race)) {
        expected.add(race + ": " + EXPECTED.outcome(race));
        seen.add(race + ": " + run(catalog, race));
      }
    }
    assertTrue(expected.size() >= 9, "only " + expected);
    assertEquals(String.join("\n", expected), String.join("\n", seen));
  }

  /** The word of the outcome, and what is wrong with the rows, if anything is. */
  private static String run(String catalog, RaceCase race) throws Exception {
    String isolation = race.first().isRowLevel() ? race.isolation() : "snapshot";
    return run(catalog, race, tables.create(race.mode(), isolation));
  }

  private static String run(String catalog, RaceCase race, String name) throws Exception {
    String table = catalog + "." + name;
    Gate gate = Gate.named(name);
    String second = race.second().sql(table, race.place(), OF_SECOND);
    Outcome outcome;
    if (race.first().isMetadataOnly()) {
      String first = race.first().sql(table, Place.SAME_ROW, OF_FIRST);
      outcome = racers.raceOncePlanned(first, gate, second);
    } else {
      String options = options(race, name);
      String first = race.first().sqlWithGate(table, Place.SAME_ROW, OF_FIRST, name, options);
      outcome = racers.race(first, gate, second);
    }
    Rows rows = tables.rows(name);
    if (allowed(race, outcome).contains(rows)) {
      return outcome.word();
    }
    return outcome == Outcome.COMMITS && rows.equals(unseen(race))
        ? outcome.word() + "*"
        : outcome.word() + ", and then there are " + rows;
  }

  /** What two statements leave that saw nothing of each other. */
  private static Rows unseen(RaceCase race) {
    Rows base = RaceTables.BASE;
    return Rows.merged(
        base,
        race.first().apply(base, Place.SAME_ROW, OF_FIRST),
        race.second().apply(base, race.place(), OF_SECOND));
  }

  private static String options(RaceCase race, String name) {
    return race.isolation().equals("-")
        ? ""
        : "WITH (`isolation-level`='%s', `validate-from-snapshot-id`='%d')"
            .formatted(race.isolation(), tables.baseSnapshotId(name));
  }

  /**
   * The rows of a serial execution; for less than {@code serializable} also those of two statements
   * that saw nothing of each other, unless both changed the same row.
   */
  private static Set<Rows> allowed(RaceCase race, Outcome outcome) {
    Rows base = RaceTables.BASE;
    Rows second = race.second().apply(base, race.place(), OF_SECOND);
    if (outcome != Outcome.COMMITS) {
      return Set.of(second);
    }
    Rows first = race.first().apply(base, Place.SAME_ROW, OF_FIRST);
    Set<Rows> allowed = new HashSet<>();
    allowed.add(race.first().apply(second, Place.SAME_ROW, OF_FIRST));
    allowed.add(race.second().apply(first, race.place(), OF_SECOND));
    boolean sameRow = base.without(first).stream().anyMatch(base.without(second)::contains);
    boolean bothDelete = first.without(base).isEmpty() && second.without(base).isEmpty();
    if (race.isolation().equals("snapshot") && (!sameRow || bothDelete)) {
      allowed.add(unseen(race));
    }
    return allowed;
  }
}
