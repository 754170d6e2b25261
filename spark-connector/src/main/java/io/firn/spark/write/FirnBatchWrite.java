package io.firn.spark.write;

import io.firn.model.DataFile;
import io.firn.operation.Operation;
import io.firn.operation.OverwriteByFilter;
import io.firn.operation.ReplacePartitions;
import io.firn.operation.Validation;
import io.firn.spark.conf.WriteConf;
import io.firn.table.Table;
import java.util.List;
import org.apache.spark.sql.connector.write.BatchWrite;
import org.apache.spark.sql.connector.write.DataWriterFactory;
import org.apache.spark.sql.connector.write.PhysicalWriteInfo;
import org.apache.spark.sql.connector.write.WriterCommitMessage;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Commits what the tasks of an append or overwrite wrote. */
final class FirnBatchWrite implements BatchWrite {
  private static final Logger LOG = LoggerFactory.getLogger(FirnBatchWrite.class);

  private final Table table;
  private final WriteConf conf;
  private final WriteIntent intent;
  private final WriteTask task;
  private final FilesCommit commit;

  FirnBatchWrite(
      Table table, WriteConf conf, WriteIntent intent, WriteTask task, FilesCommit commit) {
    this.table = table;
    this.conf = conf;
    this.intent = intent;
    this.task = task;
    this.commit = commit;
  }

  @Override
  public DataWriterFactory createBatchWriterFactory(PhysicalWriteInfo info) {
    return new FirnDataWriterFactory(task);
  }

  @Override
  public void commit(WriterCommitMessage[] messages) {
    List<DataFile> files = commit.files(messages);
    if (intent instanceof WriteIntent.OverwritePartitions && files.isEmpty()) {
      LOG.info("No rows for a dynamic overwrite of {}: nothing to commit", table.name());
      return;
    }
    commit.commit(operation(files));
  }

  private Operation operation(List<DataFile> files) {
    return intent instanceof WriteIntent.Append append
        ? append.operation().of(conf.snapshotOptions(), files, conf)
        : overwrite(files);
  }

  private Operation overwrite(List<DataFile> files) {
    if (intent instanceof WriteIntent.OverwriteRows rows) {
      return new OverwriteByFilter(
          conf.snapshotOptions(), rows.filter(), conf.caseSensitivity(), files, validation());
    }
    return new ReplacePartitions(conf.snapshotOptions(), files, validation());
  }

  private Validation validation() {
    return conf.isolation()
        .map(isolation -> Validation.since(conf.validateFromSnapshotId(), isolation))
        .orElse(Validation.none());
  }

  @Override
  public void abort(@Nullable WriterCommitMessage[] messages) {
    commit.abort(messages);
  }

  @Override
  public String toString() {
    return "FirnBatchWrite(" + table.name() + ")";
  }
}
