package io.firn.it.race;

import io.firn.it.race.Rows.Row;
import io.firn.it.race.SharedTables.Read;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The row ids of a table before statements raced on it, to be compared with those afterwards. */
final class Lineage {
  private final Map<Long, Read> byRowId = new HashMap<>();
  private long newest;

  Lineage(List<Read> base) {
    for (Read read : base) {
      byRowId.put(read.rowId(), read);
      newest = Math.max(newest, read.lastUpdated());
    }
  }

  /**
   * What is wrong with the row ids, empty if nothing is: all are different, no row of the base but
   * the deleted ones has lost its id, and a row says that it was updated if and only if it was.
   */
  String complaint(List<Read> after, Set<Long> deletedIds) {
    Set<Long> seen = new HashSet<>();
    for (Read read : after) {
      if (!seen.add(read.rowId())) {
        return "two rows have the row id of " + read;
      }
      Read before = byRowId.get(read.rowId());
      boolean carried = before != null && before.row().equals(read.row());
      if (before != null && before.row().id() != read.row().id()) {
        return before + " has become " + read;
      }
      if (carried ? read.lastUpdated() != before.lastUpdated() : read.lastUpdated() <= newest) {
        return read + ", which was " + before;
      }
    }
    for (Read before : byRowId.values()) {
      Row row = before.row();
      if (seen.contains(before.rowId()) == deletedIds.contains(row.id())) {
        return before + " has lost its row id, or was deleted and has it again";
      }
    }
    return "";
  }
}
