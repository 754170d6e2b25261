package io.firn.procedures.deletes;

import io.firn.error.InvalidInputException;
import io.firn.expr.CaseSensitivity;
import io.firn.expr.Predicate;
import io.firn.spark.read.FirnScan;
import java.util.Optional;
import org.apache.spark.sql.AnalysisException;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.execution.datasources.v2.DataSourceV2ScanRelation;
import scala.jdk.javaapi.CollectionConverters;

/**
 * A condition on the rows of a table as partitions can be asked for it: what Spark pushes down of
 * it. Parts that are not pushed do not narrow it.
 */
public record DeleteFilter(Predicate predicate, CaseSensitivity caseSensitivity) {

  /**
   * All without a condition; empty if no row can match.
   *
   * @throws InvalidInputException if that is no condition on the table
   */
  public static Optional<DeleteFilter> of(
      SparkSession session, String sqlName, Optional<String> where) {
    CaseSensitivity names =
        Boolean.parseBoolean(session.conf().get("spark.sql.caseSensitive", "false"))
            ? CaseSensitivity.SENSITIVE
            : CaseSensitivity.INSENSITIVE;
    if (where.isEmpty()) {
      return Optional.of(new DeleteFilter(Predicate.ALWAYS_TRUE, names));
    }
    try {
      Dataset<Row> rows = session.table(sqlName).where(where.get());
      LogicalPlan plan =
          ((org.apache.spark.sql.classic.Dataset<Row>) rows).queryExecution().optimizedPlan();
      for (LogicalPlan leaf : CollectionConverters.asJava(plan.collectLeaves())) {
        if (leaf instanceof DataSourceV2ScanRelation relation
            && relation.scan() instanceof FirnScan scan) {
          return Optional.of(new DeleteFilter(scan.filter(), names));
        }
      }
      return Optional.empty();
    } catch (Exception e) {
      if (e instanceof AnalysisException) {
        throw new InvalidInputException(
            "Cannot rewrite position delete files of %s where %s: %s"
                .formatted(sqlName, where.get(), e.getMessage()));
      }
      throw e;
    }
  }
}
