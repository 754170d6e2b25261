package io.firn.expr;

import io.firn.partition.Transform;
import java.util.List;

/**
 * A predicate on named columns, not bound to a schema yet. Two-valued: a comparison with a null
 * column is false, and so is its negation ({@code NOT (a = 1)} does not hold for a null {@code a}
 * unless it was written so by the caller: SQL's three-valued logic must be kept by whoever builds
 * the predicate). Literals are in-memory values as {@code io.firn.types.Type} says, or a {@code
 * Long}, {@code Double} or {@code String} that binding converts.
 */
public sealed interface Predicate {

  Predicate ALWAYS_TRUE = new Constant(true);
  Predicate ALWAYS_FALSE = new Constant(false);

  /** True or false for every row. */
  record Constant(boolean value) implements Predicate {}

  record And(Predicate left, Predicate right) implements Predicate {}

  record Or(Predicate left, Predicate right) implements Predicate {}

  record Not(Predicate child) implements Predicate {}

  /** {@code term op literal}. */
  record Comparison(Operator operator, Term term, Object literal) implements Predicate {}

  /** {@code term IN (literals)} or {@code NOT IN}; literals are not null. */
  record Membership(SetOperator operator, Term term, List<Object> literals) implements Predicate {
    public Membership {
      literals = List.copyOf(literals);
    }
  }

  /** A test of one term without literal. */
  record Test(TestOperator operator, Term term) implements Predicate {}

  /** Comparison operators; {@code STARTS_WITH} is for strings and binary. */
  enum Operator {
    EQ,
    NOT_EQ,
    LT,
    LT_EQ,
    GT,
    GT_EQ,
    STARTS_WITH,
    NOT_STARTS_WITH
  }

  /** Set operators. */
  enum SetOperator {
    IN,
    NOT_IN
  }

  /** Operators without literal. */
  enum TestOperator {
    IS_NULL,
    NOT_NULL,
    IS_NAN,
    NOT_NAN
  }

  /** What is compared. */
  sealed interface Term {}

  /** A column by dotted full name. */
  record Reference(String name) implements Term {}

  /** A partition transform of a column. */
  record Transformed(Reference reference, Transform transform) implements Term {}

  static Predicate and(Predicate left, Predicate right) {
    if (left.equals(ALWAYS_FALSE) || right.equals(ALWAYS_FALSE)) {
      return ALWAYS_FALSE;
    }
    if (left.equals(ALWAYS_TRUE)) {
      return right;
    }
    return right.equals(ALWAYS_TRUE) ? left : new And(left, right);
  }

  static Predicate or(Predicate left, Predicate right) {
    if (left.equals(ALWAYS_TRUE) || right.equals(ALWAYS_TRUE)) {
      return ALWAYS_TRUE;
    }
    if (left.equals(ALWAYS_FALSE)) {
      return right;
    }
    return right.equals(ALWAYS_FALSE) ? left : new Or(left, right);
  }

  static Predicate not(Predicate child) {
    if (child instanceof Constant constant) {
      return constant.value() ? ALWAYS_FALSE : ALWAYS_TRUE;
    }
    return child instanceof Not not ? not.child() : new Not(child);
  }

  static Predicate compare(Operator operator, String column, Object literal) {
    return new Comparison(operator, new Reference(column), literal);
  }

  static Predicate equal(String column, Object literal) {
    return compare(Operator.EQ, column, literal);
  }

  static Predicate in(String column, List<Object> literals) {
    return new Membership(SetOperator.IN, new Reference(column), literals);
  }

  static Predicate isNull(String column) {
    return new Test(TestOperator.IS_NULL, new Reference(column));
  }

  static Predicate notNull(String column) {
    return new Test(TestOperator.NOT_NULL, new Reference(column));
  }
}
