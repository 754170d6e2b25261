package io.firn.race;

import io.firn.expr.Predicate;
import io.firn.types.Schema;

/** {@code column >= from AND column < to}. */
record Range(String column, long from, long to) {

  boolean matches(Row row) {
    long value = column.equals("k") ? row.k() : row.v();
    return value >= from && value < to;
  }

  /** With the name that the column has in the schema. */
  Predicate predicate(Schema schema) {
    String name = schema.field(column.equals("k") ? 2 : 3).orElseThrow().name();
    return Predicate.and(
        Predicate.compare(Predicate.Operator.GT_EQ, name, from),
        Predicate.compare(Predicate.Operator.LT, name, to));
  }
}
