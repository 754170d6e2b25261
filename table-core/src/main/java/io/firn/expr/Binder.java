package io.firn.expr;

import io.firn.error.InvalidInputException;
import io.firn.expr.Literals.Place;
import io.firn.expr.Literals.Place.Exact;
import io.firn.expr.Literals.Place.JustAbove;
import io.firn.expr.Literals.Place.Outside;
import io.firn.expr.Predicate.Operator;
import io.firn.expr.Predicate.SetOperator;
import io.firn.expr.Predicate.TestOperator;
import io.firn.partition.VoidTransform;
import io.firn.types.PrimitiveType;
import io.firn.types.Schema;
import io.firn.types.SimpleType;
import java.nio.ByteBuffer;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;

/**
 * Binds predicates to a schema: finds columns, converts literals to their types, and simplifies
 * what the types decide. A literal outside the range of its column, or between two of its values,
 * makes the comparison always or never hold for values that are not null, or is replaced by the
 * nearest value: {@code int_column < 1.5} becomes {@code int_column <= 1}.
 */
public final class Binder {
  private final TermBinder terms;

  private Binder(Schema schema, CaseSensitivity caseSensitivity) {
    this.terms = new TermBinder(schema, caseSensitivity);
  }

  /**
   * The bound form of a predicate.
   *
   * @throws InvalidInputException if a column is missing (the message lists the columns there are),
   *     lies in a list or map, or cannot be compared with the literal
   */
  public static BoundPredicate bind(
      Predicate predicate, Schema schema, CaseSensitivity caseSensitivity) {
    Binder binder = new Binder(schema, caseSensitivity);
    return Predicates.rewriteNot(predicate).match(binder.new Cases());
  }

  private final class Cases implements Predicate.Cases<BoundPredicate> {
    @Override
    public BoundPredicate constant(Predicate.Constant p) {
      return BoundPredicate.constant(p.value());
    }

    @Override
    public BoundPredicate and(Predicate.And p) {
      return BoundPredicate.and(p.left().match(this), p.right().match(this));
    }

    @Override
    public BoundPredicate or(Predicate.Or p) {
      return BoundPredicate.or(p.left().match(this), p.right().match(this));
    }

    @Override
    public BoundPredicate not(Predicate.Not p) {
      return Predicates.rewriteNot(p).match(this);
    }

    @Override
    public BoundPredicate comparison(Predicate.Comparison p) {
      return bindComparison(p.operator(), terms.bind(p.term()), p.literal());
    }

    @Override
    public BoundPredicate membership(Predicate.Membership p) {
      BoundTerm term = terms.bind(p.term());
      BoundPredicate in = bindIn(term, p.literals());
      return p.operator() == SetOperator.IN ? in : negateIn(in);
    }

    @Override
    public BoundPredicate test(Predicate.Test p) {
      return bindTest(p.operator(), terms.bind(p.term()));
    }
  }

  private static BoundPredicate bindComparison(Operator operator, BoundTerm term, Object literal) {
    Place place = place(term, literal);
    if (isVoid(term)) {
      return BoundPredicate.constant(holdsForNull(operator));
    }
    if (operator == Operator.STARTS_WITH || operator == Operator.NOT_STARTS_WITH) {
      return bindStartsWith(operator, term, place);
    }
    if (place instanceof Exact exact) {
      return PredicateOrder.isNan(exact.value())
          ? compareWithNan(operator, term)
          : new BoundPredicate.Comparison(operator, term, exact.value());
    }
    if (place instanceof JustAbove justAbove) {
      return compareBetween(operator, term, justAbove.value());
    }
    return switch (operator) {
      case EQ -> BoundPredicate.ALWAYS_FALSE;
      case NOT_EQ -> BoundPredicate.ALWAYS_TRUE;
      case LT, LT_EQ -> outside(term, place == Outside.ABOVE_ALL);
      default -> outside(term, place == Outside.BELOW_ALL);
    };
  }

  private static BoundPredicate outside(BoundTerm term, boolean holds) {
    return holds ? bindTest(TestOperator.NOT_NULL, term) : BoundPredicate.ALWAYS_FALSE;
  }

  /** The literal is greater than {@code floor} and less than the next value. */
  private static BoundPredicate compareBetween(Operator operator, BoundTerm term, Object floor) {
    return switch (operator) {
      case EQ -> BoundPredicate.ALWAYS_FALSE;
      case NOT_EQ -> BoundPredicate.ALWAYS_TRUE;
      case LT, LT_EQ -> new BoundPredicate.Comparison(Operator.LT_EQ, term, floor);
      default -> new BoundPredicate.Comparison(Operator.GT, term, floor);
    };
  }

  private static BoundPredicate compareWithNan(Operator operator, BoundTerm term) {
    return switch (operator) {
      case EQ, GT_EQ -> bindTest(TestOperator.IS_NAN, term);
      case NOT_EQ -> bindTest(TestOperator.NOT_NAN, term);
      case LT ->
          BoundPredicate.and(
              bindTest(TestOperator.NOT_NULL, term), bindTest(TestOperator.NOT_NAN, term));
      case LT_EQ -> bindTest(TestOperator.NOT_NULL, term);
      default -> BoundPredicate.ALWAYS_FALSE;
    };
  }

  private static BoundPredicate bindStartsWith(Operator operator, BoundTerm term, Place place) {
    boolean text = term.type() == SimpleType.STRING || term.type() == SimpleType.BINARY;
    if (!text || !(place instanceof Exact exact)) {
      throw new InvalidInputException(
          "Cannot test the start of column " + term.name() + " of type " + term.type());
    }
    boolean empty =
        exact.value() instanceof String s
            ? s.isEmpty()
            : !((ByteBuffer) exact.value()).hasRemaining();
    if (empty) {
      boolean positive = operator == Operator.STARTS_WITH;
      return bindTest(positive ? TestOperator.NOT_NULL : TestOperator.IS_NULL, term);
    }
    return new BoundPredicate.Comparison(operator, term, exact.value());
  }

  private static BoundPredicate bindIn(BoundTerm term, List<Object> literals) {
    boolean nan = false;
    TreeSet<Object> values = null;
    for (Object literal : literals) {
      if (place(term, literal) instanceof Exact exact) {
        if (PredicateOrder.isNan(exact.value())) {
          nan = true;
        } else {
          values = values == null ? new TreeSet<>(order(term)) : values;
          values.add(exact.value());
        }
      }
    }
    if (isVoid(term)) {
      return BoundPredicate.ALWAYS_FALSE;
    }
    BoundPredicate in =
        values == null ? BoundPredicate.ALWAYS_FALSE : in(term, List.copyOf(values));
    return nan ? BoundPredicate.or(bindTest(TestOperator.IS_NAN, term), in) : in;
  }

  private static BoundPredicate in(BoundTerm term, List<Object> values) {
    return values.size() == 1
        ? new BoundPredicate.Comparison(Operator.EQ, term, values.get(0))
        : new BoundPredicate.Membership(SetOperator.IN, term, values);
  }

  /** Negates what {@link #bindIn} returns. */
  private static BoundPredicate negateIn(BoundPredicate in) {
    if (in instanceof BoundPredicate.Or or) {
      return BoundPredicate.and(negateIn(or.left()), negateIn(or.right()));
    }
    if (in instanceof BoundPredicate.Test test) {
      return bindTest(test.operator().negated(), test.term());
    }
    if (in instanceof BoundPredicate.Comparison c) {
      return new BoundPredicate.Comparison(c.operator().negated(), c.term(), c.literal());
    }
    if (in instanceof BoundPredicate.Membership m) {
      return new BoundPredicate.Membership(m.operator().negated(), m.term(), m.literals());
    }
    return BoundPredicate.constant(in.equals(BoundPredicate.ALWAYS_FALSE));
  }

  static BoundPredicate bindTest(TestOperator operator, BoundTerm term) {
    boolean nanTest = operator == TestOperator.IS_NAN || operator == TestOperator.NOT_NAN;
    if (nanTest && !PredicateOrder.isFloating(term.type())) {
      return BoundPredicate.constant(operator == TestOperator.NOT_NAN);
    }
    boolean nullTest = operator == TestOperator.IS_NULL || operator == TestOperator.NOT_NULL;
    if (nullTest && (isVoid(term) || !term.nullable())) {
      return BoundPredicate.constant(isVoid(term) == (operator == TestOperator.IS_NULL));
    }
    return new BoundPredicate.Test(operator, term);
  }

  private static Place place(BoundTerm term, Object literal) {
    if (!(term.type() instanceof PrimitiveType type)) {
      throw new InvalidInputException(
          "Cannot compare column " + term.name() + " of type " + term.type() + " with a literal");
    }
    return Literals.place(literal, type, term.name());
  }

  private static Comparator<Object> order(BoundTerm term) {
    return PredicateOrder.of(term.primitiveType());
  }

  private static boolean isVoid(BoundTerm term) {
    return term.transform().filter(VoidTransform.class::isInstance).isPresent();
  }

  private static boolean holdsForNull(Operator operator) {
    return operator == Operator.NOT_EQ || operator == Operator.NOT_STARTS_WITH;
  }
}
