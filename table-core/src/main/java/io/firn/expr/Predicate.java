package io.firn.expr;

import io.firn.partition.Transform;
import java.util.List;

/**
 * A predicate on named columns, not bound to a schema yet. It is two-valued: every test is true or
 * false for a row.
 *
 * <p>For a row whose column is null, {@code EQ}, {@code LT}, {@code LT_EQ}, {@code GT}, {@code
 * GT_EQ}, {@code STARTS_WITH}, {@code IN}, {@code NOT_NULL} and {@code IS_NAN} are false, and
 * {@code NOT_EQ}, {@code NOT_IN}, {@code NOT_STARTS_WITH}, {@code IS_NULL} and {@code NOT_NAN} are
 * <em>true</em>, as in Apache Iceberg. {@code NOT} means what {@link Predicates#rewriteNot} makes
 * of it, so {@code NOT (a < 1)} is {@code a >= 1} and false for null. Whoever builds a predicate
 * from SQL keeps SQL's three values by adding {@code NOT_NULL} to the negative tests: {@code a <>
 * 1} of SQL is {@code NOT_NULL(a) AND a NOT_EQ 1}.
 *
 * <p>NaN equals itself and is greater than all other numbers; -0.0 equals 0.0, as in Spark.
 * Literals are in-memory values as {@code io.firn.types.Type} says, or another number, text or
 * {@code java.time} value that {@link Binder} converts.
 */
public sealed interface Predicate {

  Predicate ALWAYS_TRUE = new Constant(true);
  Predicate ALWAYS_FALSE = new Constant(false);

  <R> R match(Cases<R> cases);

  /** One method a kind of predicate. */
  interface Cases<R> {
    R constant(Constant predicate);

    R and(And predicate);

    R or(Or predicate);

    R not(Not predicate);

    R comparison(Comparison predicate);

    R membership(Membership predicate);

    R test(Test predicate);
  }

  /** True or false for every row. */
  record Constant(boolean value) implements Predicate {
    @Override
    public <R> R match(Cases<R> cases) {
      return cases.constant(this);
    }
  }

  record And(Predicate left, Predicate right) implements Predicate {
    @Override
    public <R> R match(Cases<R> cases) {
      return cases.and(this);
    }
  }

  record Or(Predicate left, Predicate right) implements Predicate {
    @Override
    public <R> R match(Cases<R> cases) {
      return cases.or(this);
    }
  }

  record Not(Predicate child) implements Predicate {
    @Override
    public <R> R match(Cases<R> cases) {
      return cases.not(this);
    }
  }

  /** {@code term op literal}. */
  record Comparison(Operator operator, Term term, Object literal) implements Predicate {
    @Override
    public <R> R match(Cases<R> cases) {
      return cases.comparison(this);
    }
  }

  /** {@code term IN (literals)} or {@code NOT IN}; literals are not null. */
  record Membership(SetOperator operator, Term term, List<Object> literals) implements Predicate {
    public Membership {
      literals = List.copyOf(literals);
    }

    @Override
    public <R> R match(Cases<R> cases) {
      return cases.membership(this);
    }
  }

  /** A test of one term without literal. */
  record Test(TestOperator operator, Term term) implements Predicate {
    @Override
    public <R> R match(Cases<R> cases) {
      return cases.test(this);
    }
  }

  /** Comparison operators; {@code STARTS_WITH} is for strings and binary. */
  enum Operator {
    EQ,
    NOT_EQ,
    LT,
    LT_EQ,
    GT,
    GT_EQ,
    STARTS_WITH,
    NOT_STARTS_WITH;

    /** The operator that holds, for values that are not null, exactly when this one does not. */
    public Operator negated() {
      return switch (this) {
        case EQ -> NOT_EQ;
        case NOT_EQ -> EQ;
        case LT -> GT_EQ;
        case LT_EQ -> GT;
        case GT -> LT_EQ;
        case GT_EQ -> LT;
        case STARTS_WITH -> NOT_STARTS_WITH;
        case NOT_STARTS_WITH -> STARTS_WITH;
      };
    }
  }

  /** Set operators. */
  enum SetOperator {
    IN,
    NOT_IN;

    public SetOperator negated() {
      return this == IN ? NOT_IN : IN;
    }
  }

  /** Operators without literal. */
  enum TestOperator {
    IS_NULL,
    NOT_NULL,
    IS_NAN,
    NOT_NAN;

    public TestOperator negated() {
      return switch (this) {
        case IS_NULL -> NOT_NULL;
        case NOT_NULL -> IS_NULL;
        case IS_NAN -> NOT_NAN;
        case NOT_NAN -> IS_NAN;
      };
    }
  }

  /** What is compared. */
  sealed interface Term {
    /** The column that the term reads. */
    Reference reference();
  }

  /** A column by dotted full name. */
  record Reference(String name) implements Term {
    @Override
    public Reference reference() {
      return this;
    }
  }

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
