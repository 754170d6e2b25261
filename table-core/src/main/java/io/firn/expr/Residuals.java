package io.firn.expr;

import io.firn.partition.PartitionSpec;
import io.firn.types.Schema;
import io.firn.types.StructValue;

/**
 * What is left of a filter for the rows of a partition: tests that the partition decides are
 * replaced by true or false (spec: Scan Planning). Immutable and thread-safe.
 */
public final class Residuals {
  private final Node root;

  private Residuals(Node root) {
    this.root = root;
  }

  /** For a filter on rows and the files of one spec. */
  public static Residuals of(
      Predicate filter, Schema schema, PartitionSpec spec, CaseSensitivity caseSensitivity) {
    Compilation compilation = new Compilation(schema, spec, caseSensitivity);
    return new Residuals(Predicates.rewriteNot(filter).match(compilation));
  }

  /** The residual for rows of the partition, without {@code NOT}. */
  public Predicate residual(StructValue partition) {
    return root.residual(partition);
  }

  private interface Node {
    Predicate residual(StructValue partition);
  }

  private record Compilation(Schema schema, PartitionSpec spec, CaseSensitivity caseSensitivity)
      implements Predicate.Cases<Node> {
    @Override
    public Node constant(Predicate.Constant p) {
      return partition -> p;
    }

    @Override
    public Node and(Predicate.And p) {
      Node left = p.left().match(this);
      Node right = p.right().match(this);
      return partition -> Predicate.and(left.residual(partition), right.residual(partition));
    }

    @Override
    public Node or(Predicate.Or p) {
      Node left = p.left().match(this);
      Node right = p.right().match(this);
      return partition -> Predicate.or(left.residual(partition), right.residual(partition));
    }

    @Override
    public Node not(Predicate.Not p) {
      return Predicates.rewriteNot(p).match(this);
    }

    @Override
    public Node comparison(Predicate.Comparison p) {
      return leaf(p);
    }

    @Override
    public Node membership(Predicate.Membership p) {
      return leaf(p);
    }

    @Override
    public Node test(Predicate.Test p) {
      return leaf(p);
    }

    private Node leaf(Predicate leaf) {
      BoundPredicate bound = Binder.bind(leaf, schema, caseSensitivity);
      BoundPredicate strict = Projections.strict(bound, schema, spec);
      BoundPredicate inclusive = Projections.inclusive(bound, schema, spec);
      if (strict.equals(BoundPredicate.ALWAYS_FALSE)
          && inclusive.equals(BoundPredicate.ALWAYS_TRUE)) {
        return partition -> leaf;
      }
      RowEvaluator must = new RowEvaluator(strict);
      RowEvaluator may = new RowEvaluator(inclusive);
      return partition -> {
        if (must.matches(partition)) {
          return Predicate.ALWAYS_TRUE;
        }
        return may.matches(partition) ? leaf : Predicate.ALWAYS_FALSE;
      };
    }
  }
}
