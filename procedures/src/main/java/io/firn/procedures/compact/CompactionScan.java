package io.firn.procedures.compact;

import io.firn.error.InvalidInputException;
import io.firn.spark.conf.SelectorText;
import io.firn.spark.read.FirnScan;
import java.util.Optional;
import org.apache.spark.sql.AnalysisException;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.execution.datasources.v2.DataSourceV2ScanRelation;
import scala.jdk.javaapi.CollectionConverters;

/** Finds the files that a compaction may rewrite: Spark plans a query, and its scan has them. */
public final class CompactionScan {
  private final SparkSession session;
  private final String sqlName;
  private final Optional<String> branch;

  /** {@code sqlName} is the table as SQL names it; the branch is main if there is none. */
  public CompactionScan(SparkSession session, String sqlName, Optional<String> branch) {
    this.session = session;
    this.sqlName = sqlName;
    this.branch = branch;
  }

  /**
   * A scan of the files that may have a row for which {@code where} holds, of all without one;
   * empty if no row can.
   *
   * @throws InvalidInputException if that is no condition on the table
   */
  public Optional<FirnScan> where(Optional<String> where) {
    Dataset<Row> rows;
    try {
      rows =
          branch
              .map(name -> session.read().option(SelectorText.BRANCH, name).table(sqlName))
              .orElseGet(() -> session.table(sqlName));
      if (where.isPresent()) {
        rows = rows.where(where.get());
      }
      return scan(
          ((org.apache.spark.sql.classic.Dataset<Row>) rows).queryExecution().optimizedPlan());
    } catch (Exception e) {
      if (e instanceof AnalysisException) {
        throw new InvalidInputException(
            "Cannot rewrite data files of %s where %s: %s"
                .formatted(sqlName, where.orElse("true"), e.getMessage()));
      }
      throw e;
    }
  }

  private static Optional<FirnScan> scan(LogicalPlan plan) {
    for (LogicalPlan leaf : CollectionConverters.asJava(plan.collectLeaves())) {
      if (leaf instanceof DataSourceV2ScanRelation relation
          && relation.scan() instanceof FirnScan scan) {
        return Optional.of(scan);
      }
    }
    return Optional.empty();
  }
}
