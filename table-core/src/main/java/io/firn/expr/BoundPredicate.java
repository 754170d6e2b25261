package io.firn.expr;

import io.firn.expr.Predicate.Operator;
import io.firn.expr.Predicate.SetOperator;
import io.firn.expr.Predicate.TestOperator;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * A predicate whose columns are found and whose literals are values of the columns' types, without
 * {@code NOT}. {@link Binder} makes them. Semantics as {@link Predicate} says.
 */
public sealed interface BoundPredicate {
  BoundPredicate ALWAYS_TRUE = new Constant(true);
  BoundPredicate ALWAYS_FALSE = new Constant(false);

  /** True or false for every row. */
  record Constant(boolean value) implements BoundPredicate {
    @Override
    public <R> R match(Cases<R> cases) {
      return cases.constant(this);
    }
  }

  record And(BoundPredicate left, BoundPredicate right) implements BoundPredicate {
    @Override
    public <R> R match(Cases<R> cases) {
      return cases.and(this);
    }
  }

  record Or(BoundPredicate left, BoundPredicate right) implements BoundPredicate {
    @Override
    public <R> R match(Cases<R> cases) {
      return cases.or(this);
    }
  }

  /** {@code term op literal}; the literal is neither null nor NaN. */
  record Comparison(Operator operator, BoundTerm term, Object literal) implements BoundPredicate {
    @Override
    public <R> R match(Cases<R> cases) {
      return cases.comparison(this);
    }
  }

  /** Literals ascending by {@link PredicateOrder}, distinct, at least one, none null or NaN. */
  record Membership(SetOperator operator, BoundTerm term, List<Object> literals)
      implements BoundPredicate {
    public Membership {
      literals = List.copyOf(literals);
    }

    @Override
    public <R> R match(Cases<R> cases) {
      return cases.membership(this);
    }
  }

  record Test(TestOperator operator, BoundTerm term) implements BoundPredicate {
    @Override
    public <R> R match(Cases<R> cases) {
      return cases.test(this);
    }
  }

  <R> R match(Cases<R> cases);

  /** One method a kind of predicate. */
  interface Cases<R> {
    R constant(Constant predicate);

    R and(And predicate);

    R or(Or predicate);

    R comparison(Comparison predicate);

    R membership(Membership predicate);

    R test(Test predicate);
  }

  static BoundPredicate constant(boolean value) {
    return value ? ALWAYS_TRUE : ALWAYS_FALSE;
  }

  static BoundPredicate and(BoundPredicate left, BoundPredicate right) {
    if (left.equals(ALWAYS_FALSE) || right.equals(ALWAYS_FALSE)) {
      return ALWAYS_FALSE;
    }
    if (left.equals(ALWAYS_TRUE)) {
      return right;
    }
    return right.equals(ALWAYS_TRUE) ? left : new And(left, right);
  }

  static BoundPredicate or(BoundPredicate left, BoundPredicate right) {
    if (left.equals(ALWAYS_TRUE) || right.equals(ALWAYS_TRUE)) {
      return ALWAYS_TRUE;
    }
    if (left.equals(ALWAYS_FALSE)) {
      return right;
    }
    return right.equals(ALWAYS_FALSE) ? left : new Or(left, right);
  }

  /** Ids of all columns that the predicate reads, ascending. */
  default Set<Integer> fieldIds() {
    Set<Integer> ids = new TreeSet<>();
    collectFieldIds(this, ids);
    return Collections.unmodifiableSet(ids);
  }

  private static void collectFieldIds(BoundPredicate predicate, Set<Integer> ids) {
    if (predicate instanceof And and) {
      collectFieldIds(and.left(), ids);
      collectFieldIds(and.right(), ids);
    } else if (predicate instanceof Or or) {
      collectFieldIds(or.left(), ids);
      collectFieldIds(or.right(), ids);
    } else if (predicate instanceof Comparison comparison) {
      ids.add(comparison.term().fieldId());
    } else if (predicate instanceof Membership membership) {
      ids.add(membership.term().fieldId());
    } else if (predicate instanceof Test test) {
      ids.add(test.term().fieldId());
    }
  }
}
