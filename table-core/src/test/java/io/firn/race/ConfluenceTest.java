package io.firn.race;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.firn.model.SnapshotRef;
import io.firn.operation.Isolation;
import io.firn.race.Planned.Verb;
import io.firn.race.Planned.Way;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A compaction and a statement that read the same snapshot leave the same rows, whichever of them
 * is committed first, and whatever else is committed in between.
 */
@ExtendWith(OneThread.class)
class ConfluenceTest {
  private static final int CASES = 24;
  private static final int STATEMENT = 11;
  private static final int COMPACTION = 12;
  private static final int BETWEEN = 13;

  enum Table {
    VERSION_2,
    VERSION_3,
    UPGRADED
  }

  /** What lands after both have read and before either of them is committed. */
  private static final List<Verb> LANDED =
      List.of(Verb.COMPACT, Verb.SCHEMA, Verb.SPEC, Verb.INSERT);

  @ParameterizedTest
  @EnumSource
  void compactionsAndStatementsCanBeExchanged(Table table) {
    int compactions = 0;
    int rebased = 0;
    for (int seed = 1; seed <= CASES; seed++) {
      RacePlan plan = plan(table, new Random(seed));
      RowRace first = run(plan, COMPACTION, STATEMENT);
      RowRace second = run(plan, STATEMENT, COMPACTION);
      String what = table + ", seed " + seed + "\n";
      for (RowRace race : List.of(first, second)) {
        Oracle.check(race);
        Attempt.Told told = race.attempts.get(STATEMENT).told();
        assertTrue(
            told == Attempt.Told.COMMITTED || told == Attempt.Told.NOTHING,
            () -> what + race.describe() + race.reasons);
      }
      assertEquals(rows(first), rows(second), () -> what + first.describe() + second.describe());
      if (second.attempts.get(COMPACTION).told() == Attempt.Told.COMMITTED) {
        compactions++;
      }
      rebased += isRebased(first, STATEMENT) + isRebased(second, COMPACTION);
    }
    // The others had nothing left to compact.
    assertTrue(compactions > CASES / 3, table + ": " + compactions);
    assertTrue(rebased > CASES / 2, table + ": " + rebased);
  }

  private static RacePlan plan(Table table, Random random) {
    List<Planned> before = new ArrayList<>();
    Stream.of(Verb.INSERT, Verb.INSERT, Verb.DELETE, Verb.UPDATE)
        .forEach(verb -> before.add(statement(before.size() + 1, verb, Way.ON_READ, random)));
    Verb verb = List.of(Verb.DELETE, Verb.UPDATE, Verb.MERGE).get(random.nextInt(3));
    Way way = random.nextBoolean() ? Way.ON_READ : Way.ON_WRITE;
    List<List<Planned>> writers = new ArrayList<>();
    writers.add(List.of(statement(STATEMENT, verb, way, random)));
    writers.add(List.of(statement(COMPACTION, Verb.COMPACT, Way.ON_WRITE, random)));
    if (random.nextInt(3) > 0) {
      Verb landed = LANDED.get(random.nextInt(LANDED.size()));
      writers.add(List.of(statement(BETWEEN, landed, Way.ON_WRITE, random)));
    }
    return new RacePlan(
        table == Table.VERSION_2 ? 2 : 3,
        table == Table.UPGRADED,
        random.nextBoolean(),
        Isolation.SNAPSHOT,
        true,
        false,
        before,
        writers,
        false,
        List.of(),
        List.of());
  }

  private static Planned statement(int number, Verb verb, Way way, Random random) {
    int from = random.nextInt(10);
    return new Planned(
        number,
        verb,
        way,
        new Range("k", from, from + 1 + random.nextInt(5)),
        SnapshotRef.MAIN,
        random.nextInt());
  }

  private static int isRebased(RowRace race, int statement) {
    return (int)
        race.history(SnapshotRef.MAIN).stream()
            .filter(s -> s.summary().containsKey("rebased-over-commits"))
            .filter(s -> race.attempt(s).planned().number() == statement)
            .count();
  }

  /** All read; the one in between is committed, then the one and the other. */
  private static RowRace run(RacePlan plan, int first, int second) {
    List<Integer> turns =
        Chance.parseTurns(
            "%d*2 %d*2 %d*4 %d*2 %d*2".formatted(STATEMENT, COMPACTION, BETWEEN, first, second));
    RowRace race = new RowRace(plan, new Chance.Replay(false, turns, List.of()), Mutation.NONE);
    race.run();
    return race;
  }

  private static List<Row> rows(RowRace race) {
    return Oracle.sorted(
        race.table.view(race.table.store.metadata()).rows().stream()
            .map(RaceTable.Placed::row)
            .toList());
  }
}
