package io.firn.spark.sql;

import io.firn.model.Snapshot;
import io.firn.spark.catalog.FirnTable;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Predicate;
import org.apache.spark.sql.catalyst.expressions.Alias;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.AttributeReference;
import org.apache.spark.sql.catalyst.expressions.ExprId;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.NamedExpression;
import org.apache.spark.sql.catalyst.expressions.PythonUDF;
import org.apache.spark.sql.catalyst.expressions.SubqueryExpression;
import org.apache.spark.sql.catalyst.expressions.aggregate.AggregateExpression;
import org.apache.spark.sql.catalyst.plans.JoinType;
import org.apache.spark.sql.catalyst.plans.LeftAnti$;
import org.apache.spark.sql.catalyst.plans.LeftSemi$;
import org.apache.spark.sql.catalyst.plans.RightOuter$;
import org.apache.spark.sql.catalyst.plans.logical.Aggregate;
import org.apache.spark.sql.catalyst.plans.logical.BROADCAST$;
import org.apache.spark.sql.catalyst.plans.logical.Filter;
import org.apache.spark.sql.catalyst.plans.logical.HintInfo;
import org.apache.spark.sql.catalyst.plans.logical.Join;
import org.apache.spark.sql.catalyst.plans.logical.JoinHint;
import org.apache.spark.sql.catalyst.plans.logical.LocalRelation;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.Project;
import org.apache.spark.sql.catalyst.plans.logical.Range;
import org.apache.spark.sql.catalyst.rules.Rule;
import org.apache.spark.sql.connector.catalog.Table;
import org.apache.spark.sql.connector.write.RowLevelOperationTable;
import org.apache.spark.sql.execution.datasources.HadoopFsRelation;
import org.apache.spark.sql.execution.datasources.InMemoryFileIndex;
import org.apache.spark.sql.execution.datasources.LogicalRelation;
import org.apache.spark.sql.execution.datasources.v2.DataSourceV2Relation;
import org.apache.spark.sql.internal.SQLConf;
import org.apache.spark.sql.types.DataTypes;
import scala.Option;
import scala.Some;
import scala.collection.immutable.Seq;
import scala.jdk.javaapi.CollectionConverters;
import scala.runtime.AbstractFunction1;

/**
 * Leaves out the rows of a MERGE's target that match no row of a small source before they are
 * shuffled. Spark has to keep all rows of the source in the join, so that it cannot broadcast the
 * source and shuffles the whole target. Where the source is a small relation that reads the same
 * whenever it is read, its keys are broadcast as well, and the target's tasks hand on matches only.
 */
public final class PrefilteredMergeTargets extends Rule<LogicalPlan> {
  /** By how much the target must be larger for the source to be read twice. */
  private static final int LARGER = 4;

  /** Smaller ones are shuffled before a broadcast is ready. */
  private static final long LEAST_TARGET_BYTES = 2L << 20;

  @Override
  public LogicalPlan apply(LogicalPlan plan) {
    return (LogicalPlan)
        plan.transformUp(
            NodeRule.<Join, LogicalPlan>of(Join.class, PrefilteredMergeTargets::prefiltered));
  }

  private static Optional<LogicalPlan> prefiltered(Join join) {
    boolean isSourceRight = join.joinType() == RightOuter$.MODULE$;
    if (!(isSourceRight || join.joinType() == LeftAnti$.MODULE$) || join.condition().isEmpty()) {
      return Optional.empty();
    }
    LogicalPlan target = isSourceRight ? join.left() : join.right();
    LogicalPlan sourceSide = isSourceRight ? join.right() : join.left();
    Optional<LogicalPlan> source = observed(sourceSide);
    if (source.isEmpty()
        || !isRepeatable(source.get())
        || !isSmall(source.get(), target)
        || !join.condition().get().deterministic()
        || has(join.condition().get(), SubqueryExpression.class::isInstance)
        || isPrefiltered(target)) {
      return Optional.empty();
    }
    Keys keys = Keys.of(join.condition().get(), sourceSide, source.get());
    LogicalPlan matches =
        JoinNode.changed(
            (LogicalPlan) join.withNewChildren(seq(List.of(target, keys.plan))),
            part -> semiJoinPart(join, part, keys.condition));
    return Optional.of(
        (LogicalPlan)
            join.withNewChildren(
                seq(isSourceRight ? List.of(matches, sourceSide) : List.of(sourceSide, matches))));
  }

  private static Object semiJoinPart(Join join, Object part, Expression condition) {
    if (part instanceof JoinType) {
      return LeftSemi$.MODULE$;
    }
    if (part instanceof JoinHint) {
      return new JoinHint(Option.empty(), new Some<>(new HintInfo(new Some<>(BROADCAST$.MODULE$))));
    }
    return part == join.condition() ? new Some<>(condition) : part;
  }

  private static boolean isPrefiltered(LogicalPlan target) {
    return target instanceof Join join && join.joinType() == LeftSemi$.MODULE$;
  }

  /** What the source's side of the join reads, without the node that gathers its keys. */
  private static Optional<LogicalPlan> observed(LogicalPlan side) {
    if (side instanceof ObservedSource source) {
      return Optional.of(source.child());
    }
    if (side instanceof Project project) {
      return observed(project.child())
          .map(child -> (LogicalPlan) project.withNewChildren(seq(List.of(child))));
    }
    return Optional.empty();
  }

  private static boolean isRepeatable(LogicalPlan plan) {
    boolean isStep = plan instanceof Project || plan instanceof Filter || plan instanceof Aggregate;
    return (isStep || leafBytes(plan).isPresent())
        && CollectionConverters.asJava(plan.expressions()).stream()
            .allMatch(
                e ->
                    e.deterministic()
                        && !has(e, SubqueryExpression.class::isInstance)
                        && !has(e, PythonUDF.class::isInstance)
                        && !has(e, PrefilteredMergeTargets::dependsOnOrder))
        && CollectionConverters.asJava(plan.children()).stream()
            .allMatch(PrefilteredMergeTargets::isRepeatable);
  }

  private static boolean isSmall(LogicalPlan source, LogicalPlan target) {
    long sourceBytes = bytes(source);
    long targetBytes = bytes(target);
    return sourceBytes <= SQLConf.get().autoBroadcastJoinThreshold()
        && sourceBytes <= targetBytes / LARGER
        && targetBytes >= LEAST_TARGET_BYTES;
  }

  /** What the relations of a plan have, whatever is filtered; nothing is known of that yet. */
  private static long bytes(LogicalPlan plan) {
    return CollectionConverters.asJava(plan.collectLeaves()).stream()
        .mapToLong(leaf -> leafBytes(leaf).orElse(0))
        .sum();
  }

  /** Of relations that read the same twice; empty for others. */
  private static OptionalLong leafBytes(LogicalPlan leaf) {
    if (leaf instanceof DataSourceV2Relation relation) {
      return tableBytes(relation.table());
    }
    boolean isRepeatable =
        leaf instanceof LocalRelation
            || leaf instanceof Range
            || (leaf instanceof LogicalRelation files
                && files.relation() instanceof HadoopFsRelation relation
                && relation.location() instanceof InMemoryFileIndex);
    return isRepeatable
        ? OptionalLong.of(
            leaf.stats()
                .sizeInBytes()
                .bigInteger()
                .min(BigInteger.valueOf(Long.MAX_VALUE))
                .longValue())
        : OptionalLong.empty();
  }

  /**
   * Of the files of a table of ours; empty if that is another table or its snapshot does not say.
   */
  private static OptionalLong tableBytes(Table table) {
    if (table instanceof RowLevelOperationTable target) {
      return tableBytes(target.table());
    }
    if (!(table instanceof FirnTable ours)) {
      return OptionalLong.empty();
    }
    Optional<Snapshot> snapshot = ours.point().snapshot();
    if (snapshot.isEmpty()) {
      return OptionalLong.of(0);
    }
    String bytes = snapshot.get().summary().getOrDefault("total-files-size", "");
    return bytes.matches("\\d{1,18}")
        ? OptionalLong.of(Long.parseLong(bytes))
        : OptionalLong.empty();
  }

  /** A sum of floating-point numbers is another one if its rows come in another order. */
  private static boolean dependsOnOrder(Expression part) {
    return part instanceof AggregateExpression
        && (part.dataType().equals(DataTypes.DoubleType)
            || part.dataType().equals(DataTypes.FloatType));
  }

  private static boolean has(Expression expression, Predicate<Expression> test) {
    return expression.exists(
        new AbstractFunction1<Expression, Object>() {
          @Override
          public Object apply(Expression part) {
            return test.test(part);
          }
        });
  }

  /** The columns of the source that the condition names, under ids of their own. */
  private static final class Keys {
    final LogicalPlan plan;
    final Expression condition;

    private Keys(LogicalPlan plan, Expression condition) {
      this.plan = plan;
      this.condition = condition;
    }

    static Keys of(Expression condition, LogicalPlan sourceSide, LogicalPlan source) {
      List<NamedExpression> columns = new ArrayList<>();
      Map<ExprId, Attribute> renamed = new HashMap<>();
      for (Attribute column : CollectionConverters.asJava(sourceSide.output())) {
        if (condition.references().contains(column)) {
          Alias alias =
              new Alias(
                  column,
                  column.name(),
                  NamedExpression.newExprId(),
                  seq(List.<String>of()),
                  Option.empty(),
                  seq(List.<String>of()));
          columns.add(alias);
          renamed.put(column.exprId(), alias.toAttribute());
        }
      }
      Expression ofKeys =
          (Expression)
              condition.transform(
                  NodeRule.<AttributeReference, Expression>of(
                      AttributeReference.class,
                      column -> Optional.ofNullable(renamed.get(column.exprId()))));
      return new Keys(new Project(seq(columns), source), ofKeys);
    }
  }

  private static <T> Seq<T> seq(List<? extends T> list) {
    return CollectionConverters.<T>asScala(new ArrayList<T>(list)).toSeq();
  }
}
