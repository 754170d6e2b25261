package io.firn.spark.rowlevel;

import io.firn.conflict.RowTest;
import io.firn.types.Schema;

/** The target of a DELETE or UPDATE that can be told the statement's whole condition. */
public interface ConditionTarget {

  /** The columns of the target. */
  Schema schema();

  /** To be called before the statement runs; rows that fail the test have no influence on it. */
  void readsRowsThat(RowTest condition);
}
