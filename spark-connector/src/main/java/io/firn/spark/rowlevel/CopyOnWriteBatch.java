package io.firn.spark.rowlevel;

import io.firn.conflict.ReadRows;
import io.firn.model.DataFile;
import io.firn.operation.Append;
import io.firn.operation.Operation;
import io.firn.operation.Overwrite;
import io.firn.operation.Replacement;
import io.firn.operation.SnapshotOptions;
import io.firn.operation.Statement;
import io.firn.rowmap.RowMap;
import io.firn.scan.FileTask;
import io.firn.spark.conf.RowLevelConf;
import io.firn.spark.conf.WriteConf;
import io.firn.spark.read.FirnScan;
import io.firn.spark.write.FilesCommit;
import io.firn.spark.write.FirnDataWriterFactory;
import io.firn.spark.write.WriteTask;
import io.firn.table.Table;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.spark.sql.connector.write.BatchWrite;
import org.apache.spark.sql.connector.write.DataWriterFactory;
import org.apache.spark.sql.connector.write.PhysicalWriteInfo;
import org.apache.spark.sql.connector.write.WriteSummary;
import org.apache.spark.sql.connector.write.WriterCommitMessage;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Commits a copy-on-write statement: the files that the scan planned go, what the tasks wrote
 * comes.
 */
final class CopyOnWriteBatch implements BatchWrite {
  private static final Logger LOG = LoggerFactory.getLogger(CopyOnWriteBatch.class);

  private final CopyOnWriteOperation operation;
  private final Table table;
  private final RowLevelConf conf;
  private final WriteConf writeConf;
  private final WriteTask task;
  private final FilesCommit commit;

  CopyOnWriteBatch(
      CopyOnWriteOperation operation,
      Table table,
      RowLevelConf conf,
      WriteConf writeConf,
      WriteTask task,
      FilesCommit commit) {
    this.operation = operation;
    this.table = table;
    this.conf = conf;
    this.writeConf = writeConf;
    this.task = task;
    this.commit = commit;
  }

  @Override
  public DataWriterFactory createBatchWriterFactory(PhysicalWriteInfo info) {
    return new FirnDataWriterFactory(
        task, StatementRowMap.maxRunsOfTask(table.metadata().properties(), info.numPartitions()));
  }

  @Override
  public void commit(WriterCommitMessage[] messages) {
    commit(messages, writeConf.snapshotOptions());
  }

  @Override
  public void commit(WriterCommitMessage[] messages, WriteSummary summary) {
    commit(messages, MergeCounts.in(writeConf.snapshotOptions(), summary));
  }

  private void commit(WriterCommitMessage[] messages, SnapshotOptions options) {
    List<DataFile> added = commit.files(messages);
    Optional<FirnScan> scan = operation.scan();
    List<DataFile> removed =
        scan.map(FirnScan::files).orElse(List.of()).stream().map(FileTask::file).toList();
    if (added.isEmpty() && removed.isEmpty()) {
      LOG.info("{} of {} matched no file: nothing to commit", conf.command(), table.name());
      return;
    }
    StatementRowMap map =
        scan.map(s -> rowMap(s, removed, added, messages)).orElseGet(StatementRowMap::none);
    commit.commit(change(map.noted(options), scan, removed, added, map.map()));
  }

  private Operation change(
      SnapshotOptions options,
      Optional<FirnScan> scan,
      List<DataFile> removed,
      List<DataFile> added,
      Optional<RowMap> rowMap) {
    if (scan.isEmpty()) {
      return new Append(options, added, Append.Mode.MERGE);
    }
    Statement statement =
        ScannedStatement.of(
            scan.get(),
            conf,
            operation.among(ReadRows.matching(scan.get().filter(), writeConf.caseSensitivity())),
            operation.unchanged());
    return new Overwrite(
        options,
        statement,
        new Replacement(removed, added, ScannedStatement.deletesOf(scan.get().files()), rowMap));
  }

  /** None when rows only go or only come: then there is nothing that they could have become. */
  private StatementRowMap rowMap(
      FirnScan scan, List<DataFile> removed, List<DataFile> added, WriterCommitMessage[] messages) {
    OptionalLong base = ScannedStatement.snapshotId(scan);
    if (!operation.tracksRows() || base.isEmpty() || removed.isEmpty() || added.isEmpty()) {
      return StatementRowMap.none();
    }
    return StatementRowMap.of(
        operation.description(), base.getAsLong(), removed, added, commit.rowMapParts(messages));
  }

  @Override
  public void abort(@Nullable WriterCommitMessage[] messages) {
    commit.abort(messages);
  }

  @Override
  public String toString() {
    return operation.description();
  }
}
