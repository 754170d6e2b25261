package io.firn.spark.sql;

import io.firn.spark.catalog.FirnTable;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.MergeIntoTable;
import org.apache.spark.sql.catalyst.rules.Rule;
import org.apache.spark.sql.catalyst.rules.UnknownRuleId$;
import org.apache.spark.sql.catalyst.trees.AlwaysProcess;
import org.apache.spark.sql.connector.catalog.TableCapability;
import org.apache.spark.sql.execution.datasources.v2.DataSourceV2Relation;
import scala.jdk.javaapi.CollectionConverters;

/**
 * Lets Spark match the columns of a MERGE's target that accepts any schema. The catalog does that
 * where Spark tells it of an UPDATE; of a MERGE that only inserts, or that has just evolved its
 * target, Spark does not tell.
 */
public final class MatchedMergeTargets extends Rule<LogicalPlan> {

  @Override
  public LogicalPlan apply(LogicalPlan plan) {
    return plan.resolveOperatorsUpWithSubqueriesAndPruning(
        AlwaysProcess.fn(),
        UnknownRuleId$.MODULE$,
        NodeRule.of(MergeIntoTable.class, MatchedMergeTargets::matched));
  }

  private static Optional<LogicalPlan> matched(MergeIntoTable merge) {
    LogicalPlan target =
        merge
            .targetTable()
            .transformUp(
                NodeRule.of(DataSourceV2Relation.class, MatchedMergeTargets::matchedRelation));
    return target == merge.targetTable()
        ? Optional.empty()
        : Optional.of(
            (LogicalPlan)
                merge.withNewChildren(
                    CollectionConverters.asScala(List.of(target, merge.sourceTable())).toSeq()));
  }

  private static Optional<LogicalPlan> matchedRelation(DataSourceV2Relation relation) {
    if (!(relation.table() instanceof FirnTable table)
        || !table.capabilities().contains(TableCapability.ACCEPT_ANY_SCHEMA)) {
      return Optional.empty();
    }
    return Optional.of(
        new DataSourceV2Relation(
            table.withColumnsMatchedBySpark(),
            relation.output(),
            relation.catalog(),
            relation.identifier(),
            relation.options(),
            relation.timeTravelSpec()));
  }
}
