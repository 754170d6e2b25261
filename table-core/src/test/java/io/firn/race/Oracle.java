package io.firn.race;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.firn.model.Snapshot;
import io.firn.operation.Isolation;
import io.firn.race.Planned.Verb;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What must be true after a race. At every level: what a writer was told is so; each row has as
 * many updates as committed statements changed it, is gone if one of them deleted it, and is there
 * once; files of the table are there. Under {@code serializable} a branch is what its statements
 * give on a plain list of rows, one after the other in the order of their commits. Under {@code
 * write-serializable} the same, but a statement does not see rows that an INSERT brought after it
 * had read: it is as if it had come before that INSERT, and row by row, since whoever changed such
 * a row in between and made it match is no INSERT, and a conflict.
 */
final class Oracle {
  private final RowRace race;

  private Oracle(RowRace race) {
    this.race = race;
  }

  /** Fails if something is wrong. */
  static void check(RowRace race) {
    new Oracle(race).check();
  }

  private void check() {
    Set<Integer> committed = new HashSet<>();
    for (String branch : race.branches()) {
      Set<Integer> onBranch = new HashSet<>();
      for (Snapshot snapshot : race.history(branch)) {
        Attempt attempt = race.attempt(snapshot);
        int number = attempt.planned().number();
        assertTrue(onBranch.add(number), () -> "committed twice: " + attempt);
        assertTrue(
            attempt.planned().branch().equals(branch)
                || race.plan.before().contains(attempt.planned()),
            () -> "on another branch: " + attempt);
      }
      committed.addAll(onBranch);
      checkRows(branch);
    }
    for (Attempt attempt : race.attempts.values()) {
      boolean isIn = committed.contains(attempt.planned().number());
      boolean mustBe =
          attempt.told() == Attempt.Told.COMMITTED && attempt.planned().verb().bringsSnapshot();
      assertTrue(isIn || !mustBe, () -> "lost: " + attempt);
      assertTrue(
          !isIn || mustBe || attempt.told() == Attempt.Told.UNKNOWN,
          () -> "committed after all: " + attempt);
    }
  }

  private void checkRows(String branch) {
    List<Attempt> line = race.history(branch).stream().map(race::attempt).toList();
    RaceTable.View view = race.table.view(race.table.store.metadata(), branch, race.table.storage);
    view.tasks()
        .forEach(
            task ->
                assertTrue(
                    race.table.storage.newInputFile(task.file().filePath()).exists(),
                    () -> "gone: " + task.file().filePath()));
    List<Row> rows = sorted(view.rows().stream().map(RaceTable.Placed::row).toList());
    assertEquals(sorted(byTouch(line)), rows, "rows of " + branch);
    if (race.plan.isolation() != Isolation.SNAPSHOT) {
      assertEquals(
          sorted(oneAfterTheOther(line, branch)), rows, () -> "not serializable on " + branch);
    }
  }

  static List<Row> sorted(List<Row> rows) {
    return rows.stream().sorted(Comparator.comparingLong(Row::uid).thenComparing(Row::v)).toList();
  }

  /** Each statement does to the rows that it saw what it meant to. */
  private static List<Row> byTouch(List<Attempt> line) {
    Map<Long, Row> rows = new HashMap<>();
    for (Attempt attempt : line) {
      attempt.inserted().forEach(row -> rows.put(row.uid(), row));
      if (attempt.planned().verb() == Verb.DROP) {
        rows.values().removeIf(row -> dropped(attempt, row));
      }
      if (attempt.planned().verb() == Verb.EQUALITY_DELETE) {
        rows.values().removeIf(attempt.planned().range()::matches);
      }
      for (long uid : attempt.touched()) {
        if (attempt.planned().verb() == Verb.DELETE) {
          rows.remove(uid);
        } else {
          rows.computeIfPresent(uid, (u, row) -> row.updated());
        }
      }
    }
    return List.copyOf(rows.values());
  }

  private static boolean dropped(Attempt drop, Row row) {
    return row.partition() == drop.planned().range().from() % 2;
  }

  /** The statements on a plain list of rows. */
  private List<Row> oneAfterTheOther(List<Attempt> line, String branch) {
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < line.size(); i++) {
      Attempt attempt = line.get(i);
      Range range = attempt.planned().range();
      Set<Long> unseen = unseen(line, i, branch);
      switch (attempt.planned().verb()) {
        case INSERT -> rows.addAll(attempt.inserted());
        case DELETE -> rows.removeIf(r -> !unseen.contains(r.uid()) && range.matches(r));
        case UPDATE ->
            rows.replaceAll(r -> !unseen.contains(r.uid()) && range.matches(r) ? r.updated() : r);
        case MERGE, MERGE_INSERT -> merge(attempt, unseen, rows);
        case DROP -> rows.removeIf(r -> dropped(attempt, r));
        case EQUALITY_DELETE -> rows.removeIf(range::matches);
        default -> {}
      }
    }
    return rows;
  }

  private static void merge(Attempt attempt, Set<Long> unseen, List<Row> rows) {
    Range range = attempt.planned().range();
    Set<Long> keys = new HashSet<>();
    rows.stream().filter(r -> !unseen.contains(r.uid())).forEach(r -> keys.add(r.k()));
    if (attempt.planned().verb() == Verb.MERGE) {
      rows.replaceAll(r -> !unseen.contains(r.uid()) && range.matches(r) ? r.updated() : r);
    }
    for (long k = range.from(); k < range.to(); k++) {
      if (!keys.contains(k)) {
        rows.add(insertedBy(attempt, k));
      }
    }
  }

  /** Rows of INSERTs that landed after the statement had read, if it may come before them. */
  private Set<Long> unseen(List<Attempt> line, int at, String branch) {
    Set<Long> unseen = new HashSet<>();
    if (race.plan.isolation() == Isolation.WRITE_SERIALIZABLE) {
      List<Snapshot> snapshots = race.history(branch);
      for (int i = at - 1; i >= 0 && !isBase(snapshots.get(i), line.get(at)); i--) {
        if (line.get(i).planned().verb() == Verb.INSERT) {
          line.get(i).inserted().forEach(row -> unseen.add(row.uid()));
        }
      }
    }
    return unseen;
  }

  private static boolean isBase(Snapshot snapshot, Attempt attempt) {
    return attempt.base().isPresent() && attempt.base().getAsLong() == snapshot.snapshotId();
  }

  private static Row insertedBy(Attempt merge, long k) {
    return merge.inserted().stream()
        .filter(row -> row.k() == k)
        .findFirst()
        .orElse(new Row(-1, k, 0));
  }
}
