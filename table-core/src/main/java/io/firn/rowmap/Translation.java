package io.firn.rowmap;

import io.firn.deletes.PositionSet;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Where some rows of a source went: their positions by path of the target, and those that no target
 * has, as positions of the source.
 */
public record Translation(SortedMap<String, PositionSet> byTarget, PositionSet gaps) {
  public Translation {
    byTarget = Collections.unmodifiableSortedMap(new TreeMap<>(byTarget));
  }
}
