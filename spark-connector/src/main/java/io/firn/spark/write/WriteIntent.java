package io.firn.spark.write;

/** What the written rows replace. */
sealed interface WriteIntent {

  record Append(AppendOperation operation) implements WriteIntent {
    @Override
    public String toString() {
      return "Append[]";
    }
  }

  /** All rows that match the filter. */
  record OverwriteRows(io.firn.expr.Predicate filter) implements WriteIntent {}

  /** Every partition that gets a row. */
  record OverwritePartitions() implements WriteIntent {}
}
