package io.firn.spark.catalog;

import io.firn.error.InvalidInputException;
import io.firn.expr.Binder;
import io.firn.expr.BoundPredicate;
import io.firn.expr.CaseSensitivity;
import io.firn.expr.Predicate;
import io.firn.expr.StatsEvaluator;
import io.firn.operation.DeleteByFilter;
import io.firn.operation.SnapshotOptions;
import io.firn.scan.FileTask;
import io.firn.scan.PlannedScan;
import io.firn.scan.ScanRequest;
import io.firn.scan.StatsMode;
import io.firn.spark.conf.ReadPoint;
import io.firn.spark.conf.SessionSettings;
import io.firn.spark.conf.WriteConf;
import io.firn.spark.convert.SparkPredicates;
import io.firn.spark.write.EngineSummary;
import io.firn.table.Table;
import java.util.Optional;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/** DELETE by removing whole files, where all rows of each file that can match surely do. */
final class WholeFileDelete {
  private final SparkSession session;
  private final Table table;
  private final ReadPoint point;
  private final WriteConf conf;

  WholeFileDelete(SparkSession session, Table table, ReadPoint point) {
    this.session = session;
    this.table = table;
    this.point = point;
    this.conf =
        WriteConf.resolve(
            point.namedBranch(),
            CaseInsensitiveStringMap.empty(),
            SessionSettings.of(session),
            table.metadata().properties(),
            EngineSummary.of(session));
  }

  /** Whether no file has rows that match beside rows that don't. */
  boolean isPossible(org.apache.spark.sql.connector.expressions.filter.Predicate[] predicates) {
    Optional<Predicate> filter = convert(predicates).filter(this::isBindable);
    return filter.isPresent() && matchesWholeFiles(filter.get());
  }

  /** Names of metadata columns mean nothing to the planner. */
  private boolean isBindable(Predicate filter) {
    try {
      Binder.bind(filter, point.schema(), conf.caseSensitivity());
      return true;
    } catch (InvalidInputException e) {
      return false;
    }
  }

  private boolean matchesWholeFiles(Predicate filter) {
    if (filter.equals(Predicate.ALWAYS_TRUE) || point.snapshot().isEmpty()) {
      return true;
    }
    CaseSensitivity caseSensitivity = conf.caseSensitivity();
    PlannedScan planned =
        table.plan(
            new ScanRequest(
                table.metadata(),
                point.snapshot().get(),
                point.schema(),
                filter,
                caseSensitivity,
                StatsMode.KEEP));
    BoundPredicate bound = Binder.bind(filter, point.schema(), caseSensitivity);
    StatsEvaluator evaluator = new StatsEvaluator(bound);
    return planned.tasks().stream().allMatch(task -> matchesWholly(evaluator, task));
  }

  private static boolean matchesWholly(StatsEvaluator evaluator, FileTask task) {
    return task.residual().equals(Predicate.ALWAYS_TRUE) || evaluator.mustMatch(task.file());
  }

  /** Commits the delete. */
  void commit(org.apache.spark.sql.connector.expressions.filter.Predicate[] predicates) {
    Predicate filter =
        convert(predicates)
            .orElseThrow(
                () -> new InvalidInputException("Cannot delete from " + table.name() + " so"));
    SnapshotOptions options = conf.snapshotOptions();
    table.commit(new DeleteByFilter(options, filter, conf.caseSensitivity()));
  }

  private static Optional<Predicate> convert(
      org.apache.spark.sql.connector.expressions.filter.Predicate[] predicates) {
    Predicate filter = Predicate.ALWAYS_TRUE;
    for (org.apache.spark.sql.connector.expressions.filter.Predicate predicate : predicates) {
      Optional<Predicate> converted = SparkPredicates.convert(predicate);
      if (converted.isEmpty()) {
        return Optional.empty();
      }
      filter = Predicate.and(filter, converted.get());
    }
    return Optional.of(filter);
  }
}
