package io.firn.spark.write;

import io.firn.error.InvalidInputException;
import io.firn.error.UnsupportedFeatureException;
import io.firn.operation.Append;
import io.firn.spark.conf.OverwriteMode;
import io.firn.spark.conf.SessionSettings;
import io.firn.spark.conf.WriteConf;
import io.firn.spark.convert.SparkPredicates;
import io.firn.table.Table;
import java.util.Arrays;
import java.util.Optional;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.connector.expressions.filter.Predicate;
import org.apache.spark.sql.connector.write.LogicalWriteInfo;
import org.apache.spark.sql.connector.write.SupportsDynamicOverwrite;
import org.apache.spark.sql.connector.write.SupportsOverwriteV2;
import org.apache.spark.sql.connector.write.SupportsTruncate;
import org.apache.spark.sql.connector.write.Write;
import org.apache.spark.sql.connector.write.WriteBuilder;

/**
 * Appends to a table, or overwrites all of it, what matches a filter, or the partitions that get
 * rows.
 */
public final class FirnWriteBuilder
    implements WriteBuilder, SupportsTruncate, SupportsOverwriteV2, SupportsDynamicOverwrite {
  private final SparkSession session;
  private final Table table;
  private final LogicalWriteInfo info;
  private final WriteConf conf;
  private WriteIntent intent;

  /** {@code branch} is the one in the table's name. */
  public FirnWriteBuilder(
      SparkSession session, Table table, Optional<String> branch, LogicalWriteInfo info) {
    this(
        session,
        table,
        branch,
        info,
        (options, files, conf) -> new Append(options, files, Append.Mode.MERGE));
  }

  /** If it appends, {@code append} says how. */
  public FirnWriteBuilder(
      SparkSession session,
      Table table,
      Optional<String> branch,
      LogicalWriteInfo info,
      AppendOperation append) {
    this.session = session;
    this.table = table;
    this.info = info;
    this.intent = new WriteIntent.Append(append);
    this.conf =
        WriteConf.resolve(
            branch,
            info.options(),
            SessionSettings.of(session),
            table.metadata().properties(),
            EngineSummary.of(session));
  }

  @Override
  public boolean canOverwrite(Predicate[] predicates) {
    return Arrays.stream(predicates).allMatch(p -> SparkPredicates.convert(p).isPresent());
  }

  @Override
  public WriteBuilder overwrite(Predicate[] predicates) {
    io.firn.expr.Predicate filter = io.firn.expr.Predicate.ALWAYS_TRUE;
    for (Predicate predicate : predicates) {
      filter =
          io.firn.expr.Predicate.and(
              filter,
              SparkPredicates.convert(predicate)
                  .orElseThrow(
                      () ->
                          new UnsupportedFeatureException(
                              "Cannot overwrite the rows of "
                                  + table.name()
                                  + " where "
                                  + predicate
                                  + ": this condition cannot be decided for whole files")));
    }
    boolean everything = filter.equals(io.firn.expr.Predicate.ALWAYS_TRUE);
    boolean dynamic = conf.overwriteMode().filter(m -> m == OverwriteMode.DYNAMIC).isPresent();
    intent =
        everything && dynamic
            ? new WriteIntent.OverwritePartitions()
            : new WriteIntent.OverwriteRows(filter);
    return this;
  }

  @Override
  public WriteBuilder truncate() {
    return overwrite(new Predicate[0]);
  }

  @Override
  public WriteBuilder overwriteDynamicPartitions() {
    if (conf.overwriteMode().filter(m -> m == OverwriteMode.STATIC).isPresent()) {
      throw new InvalidInputException(
          "The option overwrite-mode=static contradicts a dynamic partition overwrite of "
              + table.name());
    }
    intent = new WriteIntent.OverwritePartitions();
    return this;
  }

  /** Changes nothing: Spark builds a write also to explain it. */
  @Override
  public Write build() {
    TargetSchema target = TargetSchema.of(table, info.schema(), conf);
    return new FirnWrite(session, table, target, conf, info.schema(), info.queryId(), intent);
  }
}
