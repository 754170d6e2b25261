package io.firn.race;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import io.firn.model.Snapshot;
import io.firn.operation.Isolation;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Random histories of statements that race. Whatever happened, each row has as many updates as
 * committed statements changed it, is gone if one of them deleted it, and is there once; and under
 * {@code serializable} the table is what the statements give one after the other in the order of
 * their commits. More histories: {@code ./firn race}.
 */
class RowRaceTest {

  @Test
  void everyHistoryAddsUp() {
    long first = Long.getLong("firn.race.seed", 1);
    int histories = Integer.getInteger("firn.race.histories", 200);
    int writers = Integer.getInteger("firn.race.writers", 3);
    Map<String, Integer> outcomes = new TreeMap<>();
    for (long seed = first; seed < first + histories; seed++) {
      RowRace race = new RowRace(seed, seed % 4 == 0 ? 0.2 : 0);
      String where = "seed " + seed;
      try {
        race.run(writers, 3);
      } catch (Throwable e) {
        throw new AssertionError(where + "\n" + race.describe(), e);
      }
      check(race, where);
      count(race, outcomes);
    }
    System.out.println("Histories: " + histories + ", outcomes:");
    outcomes.forEach((outcome, times) -> System.out.println(times + "  " + outcome));
    if (histories >= 100) {
      assertTrue(outcomes.getOrDefault("rebased", 0) > histories / 4, outcomes.toString());
      assertTrue(outcomes.getOrDefault("conflict", 0) > histories / 10, outcomes.toString());
    }
  }

  @ParameterizedTest
  @EnumSource(names = "NONE", mode = EnumSource.Mode.EXCLUDE)
  void mistakesAreNoticed(Mutation mutation) {
    for (long seed = 1; seed <= 300; seed++) {
      RowRace race = new RowRace(seed, 0, mutation);
      race.run(3, 3);
      try {
        check(race, "seed " + seed);
      } catch (AssertionError e) {
        return;
      }
    }
    fail(mutation + " was not noticed");
  }

  private static void count(RowRace race, Map<String, Integer> outcomes) {
    race.reasons.forEach((reason, times) -> outcomes.merge(reason, times, Integer::sum));
    race.history()
        .forEach(
            s ->
                outcomes.merge(
                    s.summary().containsKey("rebased-over-commits") ? "rebased" : "committed",
                    1,
                    Integer::sum));
    race.attempts
        .values()
        .forEach(
            a -> {
              if (a.told() != Attempt.Told.COMMITTED) {
                outcomes.merge(a.told().name().toLowerCase(java.util.Locale.ROOT), 1, Integer::sum);
                outcomes.merge(a.kind() + " " + a.told(), 1, Integer::sum);
              }
            });
  }

  private static void check(RowRace race, String where) {
    List<Attempt> committed = new ArrayList<>();
    Set<String> seen = new HashSet<>();
    for (Snapshot snapshot : race.history()) {
      String id = snapshot.summary().get("op-id");
      assertTrue(seen.add(id), () -> where + ": twice " + id + "\n" + race.describe());
      committed.add(race.attempts.get(id));
    }
    for (Attempt attempt : race.attempts.values()) {
      switch (attempt.told()) {
        case COMMITTED ->
            assertTrue(
                seen.contains(attempt.id()),
                () -> where + ": lost " + attempt + "\n" + race.describe());
        case CONFLICT, FAILED ->
            assertTrue(
                !seen.contains(attempt.id()),
                () -> where + ": not failed " + attempt + "\n" + race.describe());
        case UNKNOWN -> {}
      }
    }
    List<Row> rows = sorted(race.rows());
    assertEquals(sorted(byTouch(committed)), rows, () -> where + "\n" + race.describe());
    if (race.isolation == Isolation.SERIALIZABLE) {
      assertEquals(
          sorted(oneAfterTheOther(committed)),
          rows,
          () -> where + ", not serializable\n" + race.describe());
    }
  }

  private static List<Row> sorted(List<Row> rows) {
    return rows.stream().sorted(Comparator.comparingLong(Row::uid).thenComparing(Row::v)).toList();
  }

  /** Each statement does to the rows that it saw what it meant to. */
  private static List<Row> byTouch(List<Attempt> committed) {
    Map<Long, Row> rows = new HashMap<>();
    for (Attempt attempt : committed) {
      attempt.inserted().forEach(row -> rows.put(row.uid(), row));
      if (attempt.verb() == Attempt.Verb.DROP) {
        rows.values().removeIf(row -> dropped(attempt, row));
      }
      if (attempt.verb() == Attempt.Verb.EQUALITY_DELETE) {
        rows.values().removeIf(attempt.range()::matches);
      }
      for (long uid : attempt.touched()) {
        if (attempt.verb() == Attempt.Verb.DELETE) {
          rows.remove(uid);
        } else {
          rows.computeIfPresent(uid, (u, row) -> row.updated());
        }
      }
    }
    return List.copyOf(rows.values());
  }

  private static boolean dropped(Attempt drop, Row row) {
    return row.partition() == drop.range().from() % 2;
  }

  /** The statements on a plain list of rows. */
  private static List<Row> oneAfterTheOther(List<Attempt> committed) {
    List<Row> rows = new ArrayList<>();
    for (Attempt attempt : committed) {
      switch (attempt.verb()) {
        case INSERT -> rows.addAll(attempt.inserted());
        case DELETE -> rows.removeIf(attempt.range()::matches);
        case UPDATE -> rows.replaceAll(r -> attempt.range().matches(r) ? r.updated() : r);
        case MERGE -> {
          Set<Long> keys = new HashSet<>();
          rows.forEach(r -> keys.add(r.k()));
          rows.replaceAll(r -> attempt.range().matches(r) ? r.updated() : r);
          for (long k = attempt.range().from(); k < attempt.range().to(); k++) {
            if (!keys.contains(k)) {
              rows.add(insertedBy(attempt, k));
            }
          }
        }
        case DROP -> rows.removeIf(r -> dropped(attempt, r));
        case EQUALITY_DELETE -> rows.removeIf(attempt.range()::matches);
        case COMPACT -> {}
      }
    }
    return rows;
  }

  private static Row insertedBy(Attempt merge, long k) {
    return merge.inserted().stream()
        .filter(row -> row.k() == k)
        .findFirst()
        .orElse(new Row(-1, k, 0));
  }
}
