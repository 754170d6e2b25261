package io.firn.race;

import io.firn.expr.Predicate;

/** {@code column >= from AND column < to}. */
record Range(String column, long from, long to) {

  boolean matches(Row row) {
    long value = column.equals("k") ? row.k() : row.v();
    return value >= from && value < to;
  }

  Predicate predicate() {
    return Predicate.and(
        Predicate.compare(Predicate.Operator.GT_EQ, column, from),
        Predicate.compare(Predicate.Operator.LT, column, to));
  }
}
