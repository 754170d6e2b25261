package io.firn.expr;

import io.firn.expr.Predicate.And;
import io.firn.expr.Predicate.Comparison;
import io.firn.expr.Predicate.Constant;
import io.firn.expr.Predicate.Membership;
import io.firn.expr.Predicate.Not;
import io.firn.expr.Predicate.Or;
import io.firn.expr.Predicate.Term;
import io.firn.expr.Predicate.Test;
import io.firn.expr.Predicate.Transformed;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.stream.Collectors;

/** What can be said of a predicate without a schema. */
public final class Predicates {
  private Predicates() {}

  /** The same predicate without {@code NOT}, which moves into the operators. */
  public static Predicate rewriteNot(Predicate predicate) {
    return predicate.match(new NotRewrite(false));
  }

  /** The names of all columns that the predicate reads, in order of appearance. */
  public static Set<String> columns(Predicate predicate) {
    Set<String> names = new LinkedHashSet<>();
    predicate.match(new ColumnNames(names));
    return Collections.unmodifiableSet(names);
  }

  /** The predicate for people: {@code (a = 1 and b in ('x', 'y'))}. */
  public static String describe(Predicate predicate) {
    return predicate.match(new Description());
  }

  /** A literal for people. */
  static String literal(Object literal) {
    return literal instanceof CharSequence ? "'" + literal + "'" : literal.toString();
  }

  private record NotRewrite(boolean negate) implements Predicate.Cases<Predicate> {
    @Override
    public Predicate constant(Constant p) {
      return p.value() == negate ? Predicate.ALWAYS_FALSE : Predicate.ALWAYS_TRUE;
    }

    @Override
    public Predicate and(And p) {
      Predicate left = p.left().match(this);
      Predicate right = p.right().match(this);
      return negate ? Predicate.or(left, right) : Predicate.and(left, right);
    }

    @Override
    public Predicate or(Or p) {
      Predicate left = p.left().match(this);
      Predicate right = p.right().match(this);
      return negate ? Predicate.and(left, right) : Predicate.or(left, right);
    }

    @Override
    public Predicate not(Not p) {
      return p.child().match(new NotRewrite(!negate));
    }

    @Override
    public Predicate comparison(Comparison p) {
      return negate ? new Comparison(p.operator().negated(), p.term(), p.literal()) : p;
    }

    @Override
    public Predicate membership(Membership p) {
      return negate ? new Membership(p.operator().negated(), p.term(), p.literals()) : p;
    }

    @Override
    public Predicate test(Test p) {
      return negate ? new Test(p.operator().negated(), p.term()) : p;
    }
  }

  private record ColumnNames(Set<String> names) implements Predicate.Cases<Boolean> {
    @Override
    public Boolean constant(Constant p) {
      return true;
    }

    @Override
    public Boolean and(And p) {
      return p.left().match(this) & p.right().match(this);
    }

    @Override
    public Boolean or(Or p) {
      return p.left().match(this) & p.right().match(this);
    }

    @Override
    public Boolean not(Not p) {
      return p.child().match(this);
    }

    @Override
    public Boolean comparison(Comparison p) {
      return names.add(p.term().reference().name());
    }

    @Override
    public Boolean membership(Membership p) {
      return names.add(p.term().reference().name());
    }

    @Override
    public Boolean test(Test p) {
      return names.add(p.term().reference().name());
    }
  }

  private record Description() implements Predicate.Cases<String> {
    @Override
    public String constant(Constant p) {
      return p.value() ? "true" : "false";
    }

    @Override
    public String and(And p) {
      return "(" + p.left().match(this) + " and " + p.right().match(this) + ")";
    }

    @Override
    public String or(Or p) {
      return "(" + p.left().match(this) + " or " + p.right().match(this) + ")";
    }

    @Override
    public String not(Not p) {
      return "not " + p.child().match(this);
    }

    @Override
    public String comparison(Comparison p) {
      String operator =
          switch (p.operator()) {
            case EQ -> "=";
            case NOT_EQ -> "!=";
            case LT -> "<";
            case LT_EQ -> "<=";
            case GT -> ">";
            case GT_EQ -> ">=";
            case STARTS_WITH -> "starts with";
            case NOT_STARTS_WITH -> "does not start with";
          };
      return term(p.term()) + " " + operator + " " + literal(p.literal());
    }

    @Override
    public String membership(Membership p) {
      String operator = p.operator() == Predicate.SetOperator.IN ? " in " : " not in ";
      return p.literals().stream()
          .map(Predicates::literal)
          .collect(Collectors.joining(", ", term(p.term()) + operator + "(", ")"));
    }

    @Override
    public String test(Test p) {
      String operator =
          switch (p.operator()) {
            case IS_NULL -> " is null";
            case NOT_NULL -> " is not null";
            case IS_NAN -> " is NaN";
            case NOT_NAN -> " is not NaN";
          };
      return term(p.term()) + operator;
    }

    private static String term(Term term) {
      return term instanceof Transformed t
          ? t.transform() + "(" + t.reference().name() + ")"
          : term.reference().name();
    }
  }
}
