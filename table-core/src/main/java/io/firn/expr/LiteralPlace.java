package io.firn.expr;

/** Where a literal lies among the values of a column's type. */
sealed interface LiteralPlace {

  /** The literal is a value of the type, NaN included. */
  record Exact(Object value) implements LiteralPlace {}

  /** The literal is greater than this value and less than the type's next one. */
  record JustAbove(Object value) implements LiteralPlace {}

  /** The literal is less, or greater, than all values of the type (NaN aside). */
  enum Outside implements LiteralPlace {
    BELOW_ALL,
    ABOVE_ALL
  }
}
