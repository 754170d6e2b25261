package io.firn.spark.read.file;

import java.util.HashSet;
import java.util.Set;
import org.apache.parquet.filter2.predicate.FilterApi;
import org.apache.parquet.filter2.predicate.FilterPredicate;
import org.apache.parquet.hadoop.metadata.ColumnPath;

/** What a predicate lets Parquet skip in one file. */
sealed interface Pushed {
  Pushed EVERY_ROW_MAY_MATCH = new Unknown();
  Pushed NO_ROW_MATCHES = new Nothing();

  /** Nothing can be skipped. */
  record Unknown() implements Pushed {}

  /** The whole file can be skipped. */
  record Nothing() implements Pushed {}

  /** Rows that this predicate, which is of these columns, does not hold for can be skipped. */
  record Filter(FilterPredicate predicate, Set<ColumnPath> columns) implements Pushed {
    public Filter {
      columns = Set.copyOf(columns);
    }

    private static Set<ColumnPath> columns(Filter left, Filter right) {
      Set<ColumnPath> columns = new HashSet<>(left.columns);
      columns.addAll(right.columns);
      return columns;
    }
  }

  default Pushed and(Pushed other) {
    if (this instanceof Nothing || other instanceof Nothing) {
      return NO_ROW_MATCHES;
    }
    if (!(this instanceof Filter left)) {
      return other;
    }
    return other instanceof Filter right
        ? new Filter(
            FilterApi.and(left.predicate(), right.predicate()), Filter.columns(left, right))
        : this;
  }

  default Pushed or(Pushed other) {
    if (this instanceof Unknown || other instanceof Unknown) {
      return EVERY_ROW_MAY_MATCH;
    }
    if (!(this instanceof Filter left)) {
      return other;
    }
    return other instanceof Filter right
        ? new Filter(FilterApi.or(left.predicate(), right.predicate()), Filter.columns(left, right))
        : this;
  }
}
