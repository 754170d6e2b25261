package io.firn.spark.sql;

import io.firn.spark.keys.SourceKeys;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.apache.spark.rdd.RDD;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.AttributeReference;
import org.apache.spark.sql.catalyst.expressions.BoundReference;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.SortOrder;
import org.apache.spark.sql.catalyst.plans.physical.HashPartitioning;
import org.apache.spark.sql.catalyst.plans.physical.Partitioning;
import org.apache.spark.sql.catalyst.plans.physical.RangePartitioning;
import org.apache.spark.sql.catalyst.plans.physical.SinglePartition$;
import org.apache.spark.sql.catalyst.plans.physical.UnknownPartitioning;
import org.apache.spark.sql.execution.SparkPlan;
import org.apache.spark.sql.execution.UnaryExecNode;
import org.apache.spark.sql.internal.SQLConf;
import org.jspecify.annotations.Nullable;
import scala.collection.immutable.IndexedSeq;
import scala.collection.immutable.Seq;
import scala.jdk.javaapi.CollectionConverters;

/**
 * Carries out {@link ObservedSource}. Spark sends some nodes to the executors with all below them,
 * so this one can travel; it gathers nothing there by itself.
 */
public final class ObservedSourceExec extends SparkPlan implements UnaryExecNode {
  private static final long serialVersionUID = 1L;
  private static final String PARTITION_FILTER =
      "spark.sql.sources.v2.bucketing.partition.filter.enabled";

  private final Seq<Expression> keys;
  private final transient SourceKeys gathered;
  private final SparkPlan child;
  private final Seq<SparkPlan> children;

  /** Spark copies nodes by this constructor. */
  public ObservedSourceExec(Seq<Expression> keys, SourceKeys gathered, SparkPlan child) {
    this.keys = keys;
    this.gathered = gathered;
    this.child = child;
    this.children = CollectionConverters.asScala(List.of(child)).toSeq();
  }

  @Override
  public SparkPlan child() {
    return child;
  }

  @Override
  public Seq<SparkPlan> children() {
    return children;
  }

  @Override
  public Seq<Attribute> output() {
    return child.output();
  }

  /**
   * As of the child. With {@link #PARTITION_FILTER}, though, Spark would leave out partitions of a
   * source that the target has none of, if it knew what they are.
   */
  @Override
  public Partitioning outputPartitioning() {
    Partitioning known = child.outputPartitioning();
    boolean isOfRows =
        known instanceof HashPartitioning
            || known instanceof RangePartitioning
            || known == SinglePartition$.MODULE$;
    return isOfRows || SQLConf.get().getConfString(PARTITION_FILTER, "false").equals("false")
        ? known
        : new UnknownPartitioning(known.numPartitions());
  }

  @Override
  public Seq<SortOrder> outputOrdering() {
    return child.outputOrdering();
  }

  @Override
  public RDD<InternalRow> doExecute() {
    List<Attribute> input = CollectionConverters.asJava(child.output());
    Expression[] bound =
        CollectionConverters.asJava(keys).stream()
            .map(key -> bound(key, input))
            .toArray(Expression[]::new);
    return gathered.observe(child.execute(), bound);
  }

  private static Expression bound(Expression key, List<Attribute> input) {
    return (Expression)
        key.transform(
            NodeRule.of(
                AttributeReference.class, attribute -> Optional.of(bound(attribute, input))));
  }

  private static Expression bound(AttributeReference attribute, List<Attribute> input) {
    for (int i = 0; i < input.size(); i++) {
      if (input.get(i).exprId().equals(attribute.exprId())) {
        return new BoundReference(i, attribute.dataType(), input.get(i).nullable());
      }
    }
    throw new IllegalStateException("No column " + attribute + " in " + input);
  }

  @Override
  public SparkPlan withNewChildInternal(SparkPlan newChild) {
    return new ObservedSourceExec(keys, gathered, newChild);
  }

  @Override
  public SparkPlan withNewChildrenInternal(IndexedSeq<SparkPlan> newChildren) {
    return withNewChildInternal(newChildren.head());
  }

  @Override
  public int productArity() {
    return 3;
  }

  @Override
  public Object productElement(int n) {
    return switch (n) {
      case 0 -> keys;
      case 1 -> gathered;
      case 2 -> child;
      default -> throw new IndexOutOfBoundsException(n);
    };
  }

  @Override
  public boolean canEqual(Object that) {
    return that instanceof ObservedSourceExec;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof ObservedSourceExec that
        && keys.equals(that.keys)
        && gathered == that.gathered
        && child.equals(that.child);
  }

  @Override
  public int hashCode() {
    return Objects.hash(keys, child);
  }
}
