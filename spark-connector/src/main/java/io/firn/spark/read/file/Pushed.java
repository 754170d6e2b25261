package io.firn.spark.read.file;

import org.apache.parquet.filter2.predicate.FilterApi;
import org.apache.parquet.filter2.predicate.FilterPredicate;

/** What a predicate lets Parquet skip in one file. */
sealed interface Pushed {
  Pushed EVERY_ROW_MAY_MATCH = new Unknown();
  Pushed NO_ROW_MATCHES = new Nothing();

  /** Nothing can be skipped. */
  record Unknown() implements Pushed {}

  /** The whole file can be skipped. */
  record Nothing() implements Pushed {}

  /** Rows that this predicate does not hold for can be skipped. */
  record Filter(FilterPredicate predicate) implements Pushed {}

  default Pushed and(Pushed other) {
    if (this instanceof Nothing || other instanceof Nothing) {
      return NO_ROW_MATCHES;
    }
    if (!(this instanceof Filter left)) {
      return other;
    }
    return other instanceof Filter right
        ? new Filter(FilterApi.and(left.predicate(), right.predicate()))
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
        ? new Filter(FilterApi.or(left.predicate(), right.predicate()))
        : this;
  }
}
