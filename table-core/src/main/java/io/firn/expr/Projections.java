package io.firn.expr;

import io.firn.partition.PartitionField;
import io.firn.partition.PartitionSpec;
import io.firn.types.Field;
import io.firn.types.Schema;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Turns predicates on rows into predicates on partition tuples (spec: Scan Planning). The results
 * read tuples of {@code spec.partitionType(schema)}, so that {@link RowEvaluator} and {@link
 * ManifestEvaluator} take them as they are. Fields with void or unknown transforms tell nothing.
 */
public final class Projections {
  private Projections() {}

  /** Holds for the partition of every matching row: where it is false, no row matches. */
  public static BoundPredicate inclusive(Predicate filter, Schema schema, PartitionSpec spec) {
    return inclusive(filter, schema, spec, CaseSensitivity.SENSITIVE);
  }

  /** Holds for the partition of every matching row: where it is false, no row matches. */
  public static BoundPredicate inclusive(
      Predicate filter, Schema schema, PartitionSpec spec, CaseSensitivity caseSensitivity) {
    return inclusive(Binder.bind(filter, schema, caseSensitivity), schema, spec);
  }

  /** Holds for the partition of every matching row: where it is false, no row matches. */
  public static BoundPredicate inclusive(BoundPredicate filter, Schema schema, PartitionSpec spec) {
    return filter.match(new Projection(targets(schema, spec), Mode.INCLUSIVE));
  }

  /** Where it holds, all rows of the partition match. */
  public static BoundPredicate strict(Predicate filter, Schema schema, PartitionSpec spec) {
    return strict(filter, schema, spec, CaseSensitivity.SENSITIVE);
  }

  /** Where it holds, all rows of the partition match. */
  public static BoundPredicate strict(
      Predicate filter, Schema schema, PartitionSpec spec, CaseSensitivity caseSensitivity) {
    return strict(Binder.bind(filter, schema, caseSensitivity), schema, spec);
  }

  /** Where it holds, all rows of the partition match. */
  public static BoundPredicate strict(BoundPredicate filter, Schema schema, PartitionSpec spec) {
    return filter.match(new Projection(targets(schema, spec), Mode.STRICT));
  }

  enum Mode {
    INCLUSIVE,
    STRICT
  }

  /** A partition field, and the term that reads it from a tuple. */
  private record Target(PartitionField field, BoundTerm term) {}

  private static List<Target> targets(Schema schema, PartitionSpec spec) {
    List<Field> tuple = spec.partitionType(schema).fields();
    List<Target> targets = new ArrayList<>();
    for (int i = 0; i < tuple.size(); i++) {
      PartitionField field = spec.fields().get(i);
      if (field.sourceIds().size() == 1) {
        BoundTerm term =
            new BoundTerm(tuple.get(i), field.name(), List.of(i), true, Optional.empty());
        targets.add(new Target(field, term));
      }
    }
    return targets;
  }

  private record Projection(List<Target> targets, Mode mode)
      implements BoundPredicate.Cases<BoundPredicate> {
    @Override
    public BoundPredicate constant(BoundPredicate.Constant p) {
      return p;
    }

    @Override
    public BoundPredicate and(BoundPredicate.And p) {
      return BoundPredicate.and(p.left().match(this), p.right().match(this));
    }

    @Override
    public BoundPredicate or(BoundPredicate.Or p) {
      return BoundPredicate.or(p.left().match(this), p.right().match(this));
    }

    @Override
    public BoundPredicate comparison(BoundPredicate.Comparison p) {
      return project(p, p.term());
    }

    @Override
    public BoundPredicate membership(BoundPredicate.Membership p) {
      return project(p, p.term());
    }

    @Override
    public BoundPredicate test(BoundPredicate.Test p) {
      return project(p, p.term());
    }

    private BoundPredicate project(BoundPredicate leaf, BoundTerm source) {
      boolean inclusive = mode == Mode.INCLUSIVE;
      BoundPredicate result = BoundPredicate.constant(inclusive);
      for (Target target : targets) {
        if (target.field().sourceId() == source.fieldId()) {
          BoundPredicate one =
              TermProjection.of(source, target.field().transform(), target.term())
                  .project(leaf, mode);
          result = inclusive ? BoundPredicate.and(result, one) : BoundPredicate.or(result, one);
        }
      }
      return result;
    }
  }
}
