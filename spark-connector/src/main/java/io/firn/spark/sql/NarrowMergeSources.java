package io.firn.spark.sql;

import io.firn.spark.catalog.FirnTable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.analysis.UnresolvedAttribute;
import org.apache.spark.sql.catalyst.expressions.Alias;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.AttributeReference;
import org.apache.spark.sql.catalyst.expressions.Cast;
import org.apache.spark.sql.catalyst.expressions.ExprId;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.NamedExpression;
import org.apache.spark.sql.catalyst.plans.logical.Assignment;
import org.apache.spark.sql.catalyst.plans.logical.InsertAction;
import org.apache.spark.sql.catalyst.plans.logical.InsertStarAction;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.MergeAction;
import org.apache.spark.sql.catalyst.plans.logical.MergeIntoTable;
import org.apache.spark.sql.catalyst.plans.logical.Project;
import org.apache.spark.sql.catalyst.plans.logical.SubqueryAlias;
import org.apache.spark.sql.catalyst.plans.logical.UpdateAction;
import org.apache.spark.sql.catalyst.plans.logical.UpdateStarAction;
import org.apache.spark.sql.catalyst.rules.Rule;
import org.apache.spark.sql.catalyst.rules.UnknownRuleId$;
import org.apache.spark.sql.catalyst.trees.AlwaysProcess;
import org.apache.spark.sql.execution.datasources.v2.DataSourceV2Relation;
import org.apache.spark.sql.types.DataType;
import scala.Option;
import scala.collection.immutable.Seq;
import scala.jdk.javaapi.CollectionConverters;

/**
 * Casts source columns of {@code MERGE WITH SCHEMA EVOLUTION} that are narrower than the columns
 * they are assigned to. Spark 4.1 would ask the catalog to make the table as narrow as the source,
 * whatever rows it has, and end the statement when the catalog does not. What the table can be
 * extended by is left for Spark to evolve. Only assignments see the cast values.
 */
public final class NarrowMergeSources extends Rule<LogicalPlan> {
  private static final String UNCAST = "__firn_uncast_";

  private final SparkSession session;

  public NarrowMergeSources(SparkSession session) {
    this.session = session;
  }

  @Override
  public LogicalPlan apply(LogicalPlan plan) {
    return plan.resolveOperatorsUpWithSubqueriesAndPruning(
        AlwaysProcess.fn(),
        UnknownRuleId$.MODULE$,
        NodeRule.of(MergeIntoTable.class, this::rewritten));
  }

  private Optional<LogicalPlan> rewritten(MergeIntoTable merge) {
    if (!merge.withSchemaEvolution() || !merge.sourceTable().resolved()) {
      return Optional.empty();
    }
    return evolvingTable(merge.targetTable())
        .map(table -> castTypes(merge, new MergeTypes(table, isCaseSensitive())))
        .filter(types -> !types.isEmpty())
        .map(types -> withCasts(merge, types));
  }

  private boolean isCaseSensitive() {
    return Boolean.parseBoolean(session.conf().get("spark.sql.caseSensitive", "false"));
  }

  private static Optional<FirnTable> evolvingTable(LogicalPlan target) {
    LogicalPlan plan = target;
    while (plan instanceof SubqueryAlias alias) {
      plan = alias.child();
    }
    return plan instanceof DataSourceV2Relation relation
            && relation.table() instanceof FirnTable table
            && relation.autoSchemaEvolution()
        ? Optional.of(table)
        : Optional.empty();
  }

  /** The types to cast source columns to; none while {@code *} is not spelled out yet. */
  private static Map<ExprId, DataType> castTypes(MergeIntoTable merge, MergeTypes types) {
    List<MergeAction> actions = new ArrayList<>();
    actions.addAll(CollectionConverters.asJava(merge.matchedActions()));
    actions.addAll(CollectionConverters.asJava(merge.notMatchedActions()));
    Map<ExprId, DataType> casts = new LinkedHashMap<>();
    for (MergeAction action : actions) {
      if (action instanceof UpdateStarAction || action instanceof InsertStarAction) {
        return Map.of();
      }
      for (Assignment assignment : assignments(action)) {
        direct(assignment)
            .ifPresent(
                source -> {
                  DataType type =
                      assignment.key() instanceof AttributeReference target
                          ? types.assignable(source.dataType(), target.dataType())
                          : types.storable(source.dataType());
                  if (!type.equals(source.dataType())) {
                    casts.put(source.exprId(), type);
                  }
                });
      }
    }
    return casts;
  }

  private static List<Assignment> assignments(MergeAction action) {
    if (action instanceof UpdateAction update) {
      return CollectionConverters.asJava(update.assignments());
    }
    return action instanceof InsertAction insert
        ? CollectionConverters.asJava(insert.assignments())
        : List.of();
  }

  /**
   * The source column if the assignment sets a column, which may not exist yet, to its namesake.
   */
  private static Optional<AttributeReference> direct(Assignment assignment) {
    if (!(assignment.value() instanceof AttributeReference source)) {
      return Optional.empty();
    }
    Expression key = assignment.key();
    boolean namesake =
        (key instanceof AttributeReference target && target.name().equals(source.name()))
            || (key instanceof UnresolvedAttribute unknown
                && CollectionConverters.asJava(unknown.nameParts()).equals(List.of(source.name())));
    return namesake ? Optional.of(source) : Optional.empty();
  }

  private static LogicalPlan withCasts(MergeIntoTable merge, Map<ExprId, DataType> types) {
    List<NamedExpression> columns = new ArrayList<>();
    List<NamedExpression> uncast = new ArrayList<>();
    Map<ExprId, Attribute> cast = new LinkedHashMap<>();
    for (Attribute column : CollectionConverters.asJava(merge.sourceTable().output())) {
      DataType type = types.get(column.exprId());
      if (type == null) {
        columns.add(column);
      } else {
        Alias alias = castAs(column, type);
        columns.add(alias);
        cast.put(column.exprId(), alias.toAttribute());
        uncast.add(column.withName(UNCAST + column.name()));
      }
    }
    if (cast.isEmpty()) {
      return merge;
    }
    columns.addAll(uncast);
    LogicalPlan source = new Project(seq(columns), merge.sourceTable());
    LogicalPlan moved =
        (LogicalPlan) merge.withNewChildren(seq(List.of(merge.targetTable(), source)));
    return (LogicalPlan)
        moved.transformExpressions(
            NodeRule.of(Assignment.class, assignment -> recast(assignment, cast)));
  }

  private static Optional<Expression> recast(Assignment assignment, Map<ExprId, Attribute> cast) {
    return direct(assignment)
        .map(source -> cast.get(source.exprId()))
        .map(value -> new Assignment(assignment.key(), value));
  }

  private static Alias castAs(Attribute column, DataType type) {
    return new Alias(
        new Cast(column, type, Option.empty()),
        column.name(),
        NamedExpression.newExprId(),
        column.qualifier(),
        Option.empty(),
        seq(List.of()));
  }

  private static <T> Seq<T> seq(List<T> list) {
    return CollectionConverters.asScala(list).toSeq();
  }
}
