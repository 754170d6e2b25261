package io.firn.it.changes;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.firn.it.Lakes;
import io.firn.it.ValueText;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.spark.sql.Row;

/**
 * The snapshots of a table, oldest first, the rows that each of them holds, and changelogs that
 * must lead from each to the next.
 */
final class Replay {
  private final String story;
  private final List<Long> snapshots = new ArrayList<>();
  private final Set<Long> replacing = new HashSet<>();
  private final List<Map<String, Integer>> states = new ArrayList<>();

  Replay(String table, String story) {
    this.story = story;
    for (Row row :
        Lakes.sql(
            "SELECT snapshot_id, operation FROM " + table + ".snapshots ORDER BY committed_at")) {
      long id = row.getLong(0);
      snapshots.add(id);
      if (row.getString(1).equals("replace")) {
        replacing.add(id);
      }
      Map<String, Integer> state = new HashMap<>();
      Lakes.rows("SELECT * FROM " + table + " VERSION AS OF " + id)
          .forEach(text -> state.merge(text, 1, Integer::sum));
      states.add(state);
    }
  }

  int size() {
    return snapshots.size();
  }

  long id(int index) {
    return snapshots.get(index);
  }

  /** How many snapshots are compactions. */
  int compactions() {
    return replacing.size();
  }

  /**
   * Each commit's rows, applied to the state that it found, give the one that it left; compactions
   * have none, and ordinals count the others.
   */
  void assertLeads(List<Row> changes, int from, int to) {
    Map<Long, List<Change>> byCommit = byCommit(changes);
    Map<String, Integer> state = new HashMap<>(from < 0 ? Map.of() : states.get(from));
    int ordinal = 0;
    for (int i = from + 1; i <= to; i++) {
      int expected = replacing.contains(id(i)) ? -1 : ordinal++;
      List<Change> rows = byCommit.remove(id(i));
      for (Change change : rows == null ? List.<Change>of() : rows) {
        assertEquals(expected, change.ordinal(), () -> change + tell());
        state.merge(change.row(), change.type().equals("INSERT") ? 1 : -1, Integer::sum);
      }
      state.values().removeIf(n -> n == 0);
      assertEquals(states.get(i), state, "after snapshot " + i + tell());
    }
    assertEquals(Map.of(), byCommit, this::tell);
  }

  /** Each commit's rows are exactly those by which the state differs from the one before. */
  void assertLeast(List<Row> changes, int from, int to) {
    Map<Long, List<Change>> byCommit = byCommit(changes);
    for (int i = from + 1; i <= to; i++) {
      List<String> seen =
          byCommit.getOrDefault(id(i), List.of()).stream()
              .map(change -> change.type() + " " + change.row())
              .sorted()
              .toList();
      assertEquals(difference(i - 1, i), seen, "snapshot " + i + tell());
    }
  }

  /** The rows are those by which two states differ. */
  void assertNet(List<Row> changes, int from, int to) {
    List<String> seen =
        changes.stream()
            .map(Change::of)
            .map(change -> change.type() + " " + change.row())
            .sorted()
            .toList();
    assertEquals(difference(from, to), seen, "from " + from + " to " + to + tell());
  }

  private List<String> difference(int from, int to) {
    Map<String, Integer> net = new HashMap<>(states.get(to));
    if (from >= 0) {
      states.get(from).forEach((row, n) -> net.merge(row, -n, Integer::sum));
    }
    List<String> changes = new ArrayList<>();
    net.forEach(
        (row, n) ->
            changes.addAll(
                Collections.nCopies(Math.abs(n), (n > 0 ? "INSERT " : "DELETE ") + row)));
    Collections.sort(changes);
    return changes;
  }

  private static Map<Long, List<Change>> byCommit(List<Row> changes) {
    Map<Long, List<Change>> byCommit = new HashMap<>();
    for (Row row : changes) {
      Change change = Change.of(row);
      byCommit.computeIfAbsent(change.snapshotId(), id -> new ArrayList<>()).add(change);
    }
    return byCommit;
  }

  /** A row of a changelog: the table's columns come first. */
  private record Change(String row, String type, int ordinal, long snapshotId) {
    static Change of(Row row) {
      List<String> values = new ArrayList<>();
      int columns = row.length() - 3;
      for (int i = 0; i < columns; i++) {
        values.add(ValueText.of(row.get(i)));
      }
      return new Change(
          values.toString(),
          row.getString(columns),
          row.getInt(columns + 1),
          row.getLong(columns + 2));
    }
  }

  private String tell() {
    return "\n" + story;
  }
}
