package io.firn.expr;

import io.firn.model.ColumnStats;
import io.firn.model.DataFile;
import io.firn.types.PrimitiveType;
import io.firn.types.Schema;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Decides from the stats of both whether an equality delete file may hit rows of a data file: every
 * equality column must have a value that both may hold, where null equals null. Columns inside
 * structs, and columns that the schema no longer has, tell nothing. Immutable and thread-safe.
 */
public final class EqualityReach {
  private final Map<BoundTerm, ColumnFacts> deleted;

  private EqualityReach(Map<BoundTerm, ColumnFacts> deleted) {
    this.deleted = deleted;
  }

  /** Of an equality delete file that still has its stats. */
  public static EqualityReach of(DataFile equalityDeletes, Schema schema) {
    TermBinder terms = new TermBinder(schema, CaseSensitivity.SENSITIVE);
    Map<BoundTerm, ColumnFacts> facts = new LinkedHashMap<>();
    for (int id : equalityDeletes.equalityIds()) {
      boolean topLevel = schema.field(id).isPresent() && schema.parentId(id).isEmpty();
      if (topLevel) {
        BoundTerm term = terms.bind(new Predicate.Reference(schema.fullName(id).orElseThrow()));
        if (term.type() instanceof PrimitiveType) {
          facts.put(term, ColumnFacts.ofFile(equalityDeletes, term));
        }
      }
    }
    return new EqualityReach(facts);
  }

  /** False only if no row of the data file, which has its stats, can be hit. */
  public boolean mayHit(DataFile data) {
    for (Map.Entry<BoundTerm, ColumnFacts> column : deleted.entrySet()) {
      if (!column.getValue().mayShareValue(ColumnFacts.ofFile(data, column.getKey()))) {
        return false;
      }
    }
    return true;
  }

  /**
   * The delete file with the stats of its equality columns only. What else its rows hold says
   * nothing about the rows that they delete, so that a filter must not look at it.
   */
  public static DataFile withEqualityStatsOnly(DataFile equalityDeletes) {
    ColumnStats stats = equalityDeletes.stats();
    List<Integer> ids = equalityDeletes.equalityIds();
    return equalityDeletes.withStats(
        new ColumnStats(
            only(stats.columnSizes(), ids),
            only(stats.valueCounts(), ids),
            only(stats.nullValueCounts(), ids),
            only(stats.nanValueCounts(), ids),
            only(stats.lowerBounds(), ids),
            only(stats.upperBounds(), ids)));
  }

  private static <V> Map<Integer, V> only(Map<Integer, V> map, List<Integer> ids) {
    Map<Integer, V> kept = new HashMap<>();
    for (Integer id : ids) {
      V value = map.get(id);
      if (value != null) {
        kept.put(id, value);
      }
    }
    return kept;
  }
}
