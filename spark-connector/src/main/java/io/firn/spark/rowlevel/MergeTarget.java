package io.firn.spark.rowlevel;

import io.firn.types.Schema;

/** The target of a MERGE that can be told what the statement looks up. */
public interface MergeTarget {

  /** The columns of the target. */
  Schema schema();

  /** To be called before the statement runs. */
  void lookedUpBy(MergeLookup lookup);
}
