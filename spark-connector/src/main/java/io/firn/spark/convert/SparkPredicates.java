package io.firn.spark.convert;

import io.firn.expr.Predicate;
import io.firn.expr.Predicate.Operator;
import io.firn.expr.Predicate.SetOperator;
import io.firn.expr.Predicate.Term;
import io.firn.expr.Predicate.TestOperator;
import io.firn.partition.BucketTransform;
import io.firn.partition.TimeTransform;
import io.firn.partition.Transform;
import io.firn.partition.TruncateTransform;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.apache.spark.sql.connector.expressions.Expression;
import org.apache.spark.sql.connector.expressions.Literal;
import org.apache.spark.sql.connector.expressions.NamedReference;
import org.apache.spark.sql.connector.expressions.UserDefinedScalarFunc;
import org.apache.spark.sql.types.Decimal;
import org.apache.spark.unsafe.types.UTF8String;

/**
 * Spark's pushed predicates as Firn's. A Spark predicate holds for a row if it is true, not null;
 * the result is two-valued and holds for exactly the same rows: {@code a <> 1} becomes {@code a IS
 * NOT NULL AND a <> 1}. Spark's order of floating-point numbers is kept: NaN equals itself and is
 * the largest, -0.0 equals 0.0.
 */
public final class SparkPredicates {
  private SparkPredicates() {}

  /** The same predicate, or empty if a part of it cannot be said. */
  public static Optional<Predicate> convert(
      org.apache.spark.sql.connector.expressions.filter.Predicate predicate) {
    return convert(predicate, Sense.HOLDS);
  }

  /**
   * Which of the two the result says: that the predicate is true, or that it is false (its negation
   * is true).
   */
  private enum Sense {
    HOLDS,
    FAILS;

    Sense negated() {
      return this == HOLDS ? FAILS : HOLDS;
    }
  }

  private static Optional<Predicate> convert(Expression expression, Sense sense) {
    if (!(expression instanceof org.apache.spark.sql.connector.expressions.filter.Predicate p)) {
      return booleanColumn(expression, sense);
    }
    Expression[] children = p.children();
    return switch (p.name()) {
      case "ALWAYS_TRUE" -> Optional.of(constant(sense == Sense.HOLDS));
      case "ALWAYS_FALSE" -> Optional.of(constant(sense == Sense.FAILS));
      case "AND" -> both(children, sense, sense == Sense.HOLDS);
      case "OR" -> both(children, sense, sense == Sense.FAILS);
      case "NOT" -> convert(children[0], sense.negated());
      case "IS_NULL" -> nullTest(children[0], sense == Sense.HOLDS);
      case "IS_NOT_NULL" -> nullTest(children[0], sense == Sense.FAILS);
      case "IN" -> membership(children, sense);
      case "STARTS_WITH" -> startsWith(children, sense);
      case "<=>" -> nullSafeEqual(children, sense);
      case "=", "<>", "<", "<=", ">", ">=" -> comparison(p.name(), children, sense);
      default -> Optional.empty();
    };
  }

  private static Predicate constant(boolean value) {
    return value ? Predicate.ALWAYS_TRUE : Predicate.ALWAYS_FALSE;
  }

  private static Optional<Predicate> booleanColumn(Expression expression, Sense sense) {
    if (expression instanceof Literal<?> literal && literal.value() instanceof Boolean value) {
      return Optional.of(constant(value == (sense == Sense.HOLDS)));
    }
    return Optional.empty();
  }

  private static Optional<Predicate> both(Expression[] children, Sense sense, boolean and) {
    Optional<Predicate> left = convert(children[0], sense);
    Optional<Predicate> right = convert(children[1], sense);
    if (left.isEmpty() || right.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        and ? Predicate.and(left.get(), right.get()) : Predicate.or(left.get(), right.get()));
  }

  private static Optional<Predicate> nullTest(Expression child, boolean isNull) {
    TestOperator operator = isNull ? TestOperator.IS_NULL : TestOperator.NOT_NULL;
    return reference(child).map(term -> new Predicate.Test(operator, term));
  }

  private static Optional<Predicate> membership(Expression[] children, Sense sense) {
    Optional<? extends Term> term = term(children[0]);
    if (term.isEmpty()) {
      return Optional.empty();
    }
    List<Object> literals = new ArrayList<>();
    boolean hasNull = false;
    for (Expression child : Arrays.asList(children).subList(1, children.length)) {
      if (!(child instanceof Literal<?> literal)) {
        return Optional.empty();
      }
      if (literal.value() == null) {
        hasNull = true;
      } else {
        literals.add(value(literal.value()));
      }
    }
    if (sense == Sense.FAILS && hasNull) {
      return Optional.of(Predicate.ALWAYS_FALSE);
    }
    if (literals.stream().anyMatch(SparkPredicates::isSpecialFloat)) {
      return specialFloats(term.get(), literals, sense);
    }
    return Optional.of(
        sense == Sense.HOLDS
            ? new Predicate.Membership(SetOperator.IN, term.get(), literals)
            : withNotNull(
                term.get(), new Predicate.Membership(SetOperator.NOT_IN, term.get(), literals)));
  }

  private static Optional<Predicate> specialFloats(Term term, List<Object> values, Sense sense) {
    Predicate any = Predicate.ALWAYS_FALSE;
    Predicate none = Predicate.ALWAYS_TRUE;
    for (Object value : values) {
      any = Predicate.or(any, compare("=", term, value));
      none = Predicate.and(none, compare("<>", term, value));
    }
    return Optional.of(sense == Sense.HOLDS ? any : none);
  }

  private static Optional<Predicate> startsWith(Expression[] children, Sense sense) {
    Optional<Predicate.Reference> reference = reference(children[0]);
    if (reference.isEmpty() || !(children[1] instanceof Literal<?> literal)) {
      return Optional.empty();
    }
    if (literal.value() == null) {
      return Optional.of(Predicate.ALWAYS_FALSE);
    }
    Term term = reference.get();
    Object prefix = value(literal.value());
    return Optional.of(
        sense == Sense.HOLDS
            ? new Predicate.Comparison(Operator.STARTS_WITH, term, prefix)
            : withNotNull(term, new Predicate.Comparison(Operator.NOT_STARTS_WITH, term, prefix)));
  }

  private static Optional<Predicate> nullSafeEqual(Expression[] children, Sense sense) {
    Optional<Sides> sides = Sides.of(children, "<=>");
    if (sides.isEmpty()) {
      return Optional.empty();
    }
    Term term = sides.get().term();
    if (sides.get().literal().value() == null) {
      TestOperator operator = sense == Sense.HOLDS ? TestOperator.IS_NULL : TestOperator.NOT_NULL;
      return Optional.of(new Predicate.Test(operator, term));
    }
    Object literal = value(sides.get().literal().value());
    return Optional.of(
        sense == Sense.HOLDS
            ? compare("=", term, literal)
            : Predicate.or(
                new Predicate.Test(TestOperator.IS_NULL, term), compare("<>", term, literal)));
  }

  private static Optional<Predicate> comparison(String name, Expression[] children, Sense sense) {
    Optional<Sides> sides = Sides.of(children, name);
    if (sides.isEmpty()) {
      return Optional.empty();
    }
    if (sides.get().literal().value() == null) {
      return Optional.of(Predicate.ALWAYS_FALSE);
    }
    String operator = sides.get().operator();
    return Optional.of(
        compare(
            sense == Sense.HOLDS ? operator : opposite(operator),
            sides.get().term(),
            value(sides.get().literal().value())));
  }

  private static String opposite(String operator) {
    return switch (operator) {
      case "=" -> "<>";
      case "<>" -> "=";
      case "<" -> ">=";
      case "<=" -> ">";
      case ">" -> "<=";
      default -> "<";
    };
  }

  private static Predicate compare(String operator, Term term, Object literal) {
    if (isNan(literal)) {
      return compareNan(operator, term);
    }
    if (isZero(literal)) {
      return compareZero(operator, term, literal);
    }
    return switch (operator) {
      case "=" -> new Predicate.Comparison(Operator.EQ, term, literal);
      case "<>" -> withNotNull(term, new Predicate.Comparison(Operator.NOT_EQ, term, literal));
      case "<" -> new Predicate.Comparison(Operator.LT, term, literal);
      case "<=" -> new Predicate.Comparison(Operator.LT_EQ, term, literal);
      case ">" -> withNan(term, literal, new Predicate.Comparison(Operator.GT, term, literal));
      default -> withNan(term, literal, new Predicate.Comparison(Operator.GT_EQ, term, literal));
    };
  }

  private static Predicate compareNan(String operator, Term term) {
    Predicate isNan = new Predicate.Test(TestOperator.IS_NAN, term);
    Predicate other = withNotNull(term, new Predicate.Test(TestOperator.NOT_NAN, term));
    return switch (operator) {
      case "=", ">=" -> isNan;
      case "<", "<>" -> other;
      case "<=" -> new Predicate.Test(TestOperator.NOT_NULL, term);
      default -> Predicate.ALWAYS_FALSE;
    };
  }

  /** Both zeros are one value in Spark and two in the format's order. */
  private static Predicate compareZero(String operator, Term term, Object literal) {
    Object negative = literal instanceof Float ? (Object) (-0.0f) : (Object) (-0.0d);
    Object positive = literal instanceof Float ? (Object) 0.0f : (Object) 0.0d;
    Predicate below = new Predicate.Comparison(Operator.LT, term, negative);
    Predicate above = withNan(term, literal, new Predicate.Comparison(Operator.GT, term, positive));
    return switch (operator) {
      case "=" ->
          Predicate.and(
              new Predicate.Comparison(Operator.GT_EQ, term, negative),
              new Predicate.Comparison(Operator.LT_EQ, term, positive));
      case "<>" -> Predicate.or(below, above);
      case "<" -> below;
      case "<=" -> new Predicate.Comparison(Operator.LT_EQ, term, positive);
      case ">" -> above;
      default -> withNan(term, literal, new Predicate.Comparison(Operator.GT_EQ, term, negative));
    };
  }

  private static Predicate withNan(Term term, Object literal, Predicate predicate) {
    boolean floating = literal instanceof Float || literal instanceof Double;
    return floating
        ? Predicate.or(predicate, new Predicate.Test(TestOperator.IS_NAN, term))
        : predicate;
  }

  private static Predicate withNotNull(Term term, Predicate predicate) {
    return Predicate.and(new Predicate.Test(TestOperator.NOT_NULL, term), predicate);
  }

  private static boolean isSpecialFloat(Object value) {
    return isNan(value) || isZero(value);
  }

  private static boolean isNan(Object value) {
    return (value instanceof Float f && f.isNaN()) || (value instanceof Double d && d.isNaN());
  }

  private static boolean isZero(Object value) {
    return (value instanceof Float f && f == 0.0f) || (value instanceof Double d && d == 0.0d);
  }

  private static Object value(Object literal) {
    if (literal instanceof UTF8String text) {
      return text.toString();
    }
    if (literal instanceof Decimal decimal) {
      return decimal.toJavaBigDecimal();
    }
    if (literal instanceof byte[] bytes) {
      return java.nio.ByteBuffer.wrap(bytes);
    }
    if (literal instanceof Byte || literal instanceof Short) {
      return ((Number) literal).intValue();
    }
    return literal;
  }

  private static Optional<Predicate.Reference> reference(Expression expression) {
    return expression instanceof NamedReference named
        ? Optional.of(new Predicate.Reference(String.join(".", named.fieldNames())))
        : Optional.empty();
  }

  private static Optional<Term> term(Expression expression) {
    if (expression instanceof UserDefinedScalarFunc function) {
      return transformed(function);
    }
    return reference(expression).map(Term.class::cast);
  }

  private static Optional<Term> transformed(UserDefinedScalarFunc function) {
    Expression[] children = function.children();
    Optional<Predicate.Reference> source = reference(children[children.length - 1]);
    Optional<Transform> transform =
        switch (function.name().toLowerCase(Locale.ROOT)) {
          case "bucket" -> width(children).map(BucketTransform::new);
          case "truncate" -> width(children).map(TruncateTransform::new);
          case "years" -> Optional.of(TimeTransform.YEAR);
          case "months" -> Optional.of(TimeTransform.MONTH);
          case "days" -> Optional.of(TimeTransform.DAY);
          case "hours" -> Optional.of(TimeTransform.HOUR);
          default -> Optional.empty();
        };
    if (source.isEmpty() || transform.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(new Predicate.Transformed(source.get(), transform.get()));
  }

  private static Optional<Integer> width(Expression[] children) {
    return children.length == 2
            && children[0] instanceof Literal<?> literal
            && literal.value() instanceof Integer width
            && width > 0
        ? Optional.of(width)
        : Optional.empty();
  }

  /** The two sides of a comparison with the term on the left. */
  private record Sides(Term term, String operator, Literal<?> literal) {

    static Optional<Sides> of(Expression[] children, String operator) {
      if (children[1] instanceof Literal<?> literal) {
        return SparkPredicates.term(children[0]).map(term -> new Sides(term, operator, literal));
      }
      if (children[0] instanceof Literal<?> literal) {
        return SparkPredicates.term(children[1])
            .map(term -> new Sides(term, mirrored(operator), literal));
      }
      return Optional.empty();
    }

    private static String mirrored(String operator) {
      return switch (operator) {
        case "<" -> ">";
        case "<=" -> ">=";
        case ">" -> "<";
        case ">=" -> "<=";
        default -> operator;
      };
    }
  }
}
