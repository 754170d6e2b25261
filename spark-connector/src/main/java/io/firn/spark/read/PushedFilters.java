package io.firn.spark.read;

import io.firn.error.InvalidInputException;
import io.firn.expr.Binder;
import io.firn.expr.BoundPredicate;
import io.firn.expr.CaseSensitivity;
import io.firn.expr.Predicate;
import io.firn.expr.Predicate.Operator;
import io.firn.expr.Projections;
import io.firn.partition.PartitionSpec;
import io.firn.spark.convert.SparkPredicates;
import io.firn.types.Schema;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Spark's conjuncts, sorted: those that Firn can use, and those that Spark has to test on the rows.
 * A conjunct that every spec in use decides by the partition alone needs no test of rows.
 */
final class PushedFilters {
  private final Schema schema;
  private final CaseSensitivity caseSensitivity;
  private final List<org.apache.spark.sql.connector.expressions.filter.Predicate> pushed =
      new ArrayList<>();
  private final List<org.apache.spark.sql.connector.expressions.filter.Predicate> untested =
      new ArrayList<>();
  private Predicate filter = Predicate.ALWAYS_TRUE;
  private final Schema constants;
  private Predicate constantFilter = Predicate.ALWAYS_TRUE;
  private boolean exact = true;

  PushedFilters(Schema schema, CaseSensitivity caseSensitivity) {
    this(schema, Schema.of(), caseSensitivity);
  }

  /** {@code constants} are columns that no file has: each task has one value of them. */
  PushedFilters(Schema schema, Schema constants, CaseSensitivity caseSensitivity) {
    this.schema = schema;
    this.constants = constants;
    this.caseSensitivity = caseSensitivity;
  }

  /** {@code specsInUse} is asked only if a conjunct could be decided by a partition. */
  void push(
      org.apache.spark.sql.connector.expressions.filter.Predicate[] conjuncts,
      Supplier<Collection<PartitionSpec>> specsInUse) {
    for (var conjunct : conjuncts) {
      Optional<Predicate> converted = SparkPredicates.convert(conjunct);
      converted
          .filter(predicate -> isBindable(predicate, constants))
          .ifPresent(predicate -> constantFilter = Predicate.and(constantFilter, predicate));
      Optional<Predicate> usable = converted.filter(predicate -> isBindable(predicate, schema));
      if (usable.isPresent()) {
        pushed.add(conjunct);
        filter = Predicate.and(filter, usable.get());
      }
      if (usable.isEmpty() || !isDecidedByPartition(usable.get(), specsInUse)) {
        untested.add(conjunct);
        exact = false;
      }
    }
  }

  /** Names of metadata columns, for example, mean nothing to the planner. */
  private boolean isBindable(Predicate predicate, Schema columns) {
    try {
      Binder.bind(predicate, columns, caseSensitivity);
      return true;
    } catch (InvalidInputException e) {
      return false;
    }
  }

  private boolean isDecidedByPartition(
      Predicate predicate, Supplier<Collection<PartitionSpec>> specsInUse) {
    BoundPredicate bound = Binder.bind(predicate, schema, caseSensitivity);
    if (bound instanceof BoundPredicate.Constant) {
      return true;
    }
    for (PartitionSpec spec : specsInUse.get()) {
      BoundPredicate may = Projections.inclusive(bound, schema, spec);
      BoundPredicate must = Projections.strict(bound, schema, spec);
      if (!whole(may).equals(whole(must))) {
        return false;
      }
    }
    return true;
  }

  /**
   * The same predicate with {@code >= n + 1} for {@code > n} on whole numbers, so that it compares.
   */
  private static BoundPredicate whole(BoundPredicate predicate) {
    if (predicate instanceof BoundPredicate.And and) {
      return BoundPredicate.and(whole(and.left()), whole(and.right()));
    }
    if (predicate instanceof BoundPredicate.Or or) {
      return BoundPredicate.or(whole(or.left()), whole(or.right()));
    }
    if (predicate instanceof BoundPredicate.Comparison comparison
        && comparison.literal() instanceof Integer value) {
      if (comparison.operator() == Operator.GT && value < Integer.MAX_VALUE) {
        return new BoundPredicate.Comparison(Operator.GT_EQ, comparison.term(), value + 1);
      }
      if (comparison.operator() == Operator.LT && value > Integer.MIN_VALUE) {
        return new BoundPredicate.Comparison(Operator.LT_EQ, comparison.term(), value - 1);
      }
    }
    return predicate;
  }

  /** All conjuncts that can be used, in Firn's form. */
  Predicate filter() {
    return filter;
  }

  /** The conjuncts that are about constants only; Spark tests them again. */
  Predicate constantFilter() {
    return constantFilter;
  }

  /** The usable conjuncts as Spark gave them. */
  List<org.apache.spark.sql.connector.expressions.filter.Predicate> pushed() {
    return List.copyOf(pushed);
  }

  /** The conjuncts that Spark has to test, as the same objects. */
  org.apache.spark.sql.connector.expressions.filter.Predicate[] untested() {
    return untested.toArray(new org.apache.spark.sql.connector.expressions.filter.Predicate[0]);
  }

  /** Whether the files that planning leaves have only matching rows. */
  boolean isExact() {
    return exact;
  }
}
