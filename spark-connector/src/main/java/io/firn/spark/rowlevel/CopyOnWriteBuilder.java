package io.firn.spark.rowlevel;

import io.firn.spark.conf.ReadPoint;
import io.firn.spark.conf.RowLevelConf;
import io.firn.spark.conf.SessionSettings;
import io.firn.spark.conf.WriteConf;
import io.firn.spark.write.EngineSummary;
import io.firn.spark.write.WriteRequirements;
import io.firn.table.Table;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.connector.write.LogicalWriteInfo;
import org.apache.spark.sql.connector.write.Write;
import org.apache.spark.sql.connector.write.WriteBuilder;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/** The write side of a copy-on-write statement. */
final class CopyOnWriteBuilder implements WriteBuilder {
  private final CopyOnWriteOperation operation;
  private final SparkSession session;
  private final Table table;
  private final ReadPoint point;
  private final RowLevelConf conf;
  private final LogicalWriteInfo info;

  CopyOnWriteBuilder(
      CopyOnWriteOperation operation,
      SparkSession session,
      Table table,
      ReadPoint point,
      RowLevelConf conf,
      LogicalWriteInfo info) {
    this.operation = operation;
    this.session = session;
    this.table = table;
    this.point = point;
    this.conf = conf;
    this.info = info;
  }

  @Override
  public Write build() {
    WriteConf writeConf =
        WriteConf.resolve(
            point.namedBranch(),
            CaseInsensitiveStringMap.empty(),
            SessionSettings.of(session),
            table.metadata().properties(),
            EngineSummary.of(session));
    WriteRequirements requirements =
        operation.readsInOnePass()
            ? CopyOnWriteRequirements.ofOnePass(table, table.metadata().spec(), conf, writeConf)
            : CopyOnWriteRequirements.of(table, table.metadata().spec(), conf, writeConf);
    return new CopyOnWrite(operation, session, table, conf, writeConf, info, requirements);
  }
}
