package io.firn.it.race;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/** The rows of a race's table, sorted; the model that its outcome is compared with. */
record Rows(List<Rows.Row> list) {

  record Row(long id, long v, String p) {}

  Rows {
    list =
        list.stream()
            .sorted(Comparator.comparing(Row::id).thenComparing(Row::v).thenComparing(Row::p))
            .toList();
  }

  /** What a table holds after two statements that read the same rows, none of which they share. */
  static Rows merged(Rows base, Rows one, Rows other) {
    List<Row> rows = new ArrayList<>(base.list);
    removeEach(rows, base.without(one));
    // Both may have deleted the same row.
    base.without(other).forEach(rows::remove);
    rows.addAll(one.without(base));
    rows.addAll(other.without(base));
    return new Rows(rows);
  }

  /** Rows that these are and others are not, counting duplicates. */
  List<Row> without(Rows others) {
    List<Row> rows = new ArrayList<>(list);
    removeEach(rows, others.list);
    return rows;
  }

  private static void removeEach(List<Row> rows, Collection<Row> gone) {
    gone.forEach(rows::remove);
  }
}
