package io.firn.expr;

import java.util.function.Function;

/** Evaluates a bound predicate on facts about the columns of a set of rows. */
final class FactsEvaluation {
  private FactsEvaluation() {}

  /** False only if no row can match. */
  record MayMatch(Function<BoundTerm, ColumnFacts> facts) implements BoundPredicate.Cases<Boolean> {
    @Override
    public Boolean constant(BoundPredicate.Constant p) {
      return p.value();
    }

    @Override
    public Boolean and(BoundPredicate.And p) {
      return p.left().match(this) && p.right().match(this);
    }

    @Override
    public Boolean or(BoundPredicate.Or p) {
      return p.left().match(this) || p.right().match(this);
    }

    @Override
    public Boolean comparison(BoundPredicate.Comparison p) {
      return facts.apply(p.term()).mayMatch(p.operator(), p.literal());
    }

    @Override
    public Boolean membership(BoundPredicate.Membership p) {
      return facts.apply(p.term()).mayMatch(p.operator(), p.literals());
    }

    @Override
    public Boolean test(BoundPredicate.Test p) {
      return facts.apply(p.term()).mayMatch(p.operator());
    }
  }

  /** True only if all rows match. */
  record MustMatch(Function<BoundTerm, ColumnFacts> facts)
      implements BoundPredicate.Cases<Boolean> {
    @Override
    public Boolean constant(BoundPredicate.Constant p) {
      return p.value();
    }

    @Override
    public Boolean and(BoundPredicate.And p) {
      return p.left().match(this) && p.right().match(this);
    }

    @Override
    public Boolean or(BoundPredicate.Or p) {
      return p.left().match(this) || p.right().match(this);
    }

    @Override
    public Boolean comparison(BoundPredicate.Comparison p) {
      return !facts.apply(p.term()).mayFail(p.operator(), p.literal());
    }

    @Override
    public Boolean membership(BoundPredicate.Membership p) {
      return !facts.apply(p.term()).mayFail(p.operator(), p.literals());
    }

    @Override
    public Boolean test(BoundPredicate.Test p) {
      return !facts.apply(p.term()).mayFail(p.operator());
    }
  }
}
