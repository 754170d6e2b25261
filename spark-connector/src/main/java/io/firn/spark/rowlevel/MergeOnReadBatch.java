package io.firn.spark.rowlevel;

import io.firn.conflict.ReadRows;
import io.firn.model.DataFile;
import io.firn.operation.Append;
import io.firn.operation.Operation;
import io.firn.operation.RowChanges;
import io.firn.operation.RowDelta;
import io.firn.operation.SnapshotOptions;
import io.firn.operation.Statement;
import io.firn.scan.FileTask;
import io.firn.spark.conf.DeleteGranularity;
import io.firn.spark.conf.RowLevelConf;
import io.firn.spark.conf.WriteConf;
import io.firn.spark.read.FirnScan;
import io.firn.spark.write.FilesCommit;
import io.firn.spark.write.WriteTask;
import io.firn.table.Table;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.apache.spark.SparkContext;
import org.apache.spark.sql.connector.write.DeltaBatchWrite;
import org.apache.spark.sql.connector.write.DeltaWriterFactory;
import org.apache.spark.sql.connector.write.PhysicalWriteInfo;
import org.apache.spark.sql.connector.write.WriteSummary;
import org.apache.spark.sql.connector.write.WriterCommitMessage;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import scala.reflect.ClassTag;

/**
 * Commits a merge-on-read statement: the tasks' new data files, their deletes, and the earlier
 * delete files that these have taken in.
 */
final class MergeOnReadBatch implements DeltaBatchWrite {
  private static final Logger LOG = LoggerFactory.getLogger(MergeOnReadBatch.class);

  private final PositionDeltaOperation operation;
  private final SparkContext context;
  private final Table table;
  private final RowLevelConf conf;
  private final WriteConf writeConf;
  private final Optional<WriteTask> rows;
  private final DeleteTask deletes;
  private final FilesCommit commit;
  private final VectorMerge vectors;

  MergeOnReadBatch(
      PositionDeltaOperation operation,
      SparkContext context,
      Table table,
      RowLevelConf conf,
      WriteConf writeConf,
      Optional<WriteTask> rows,
      DeleteTask deletes,
      FilesCommit commit) {
    this.operation = operation;
    this.context = context;
    this.table = table;
    this.conf = conf;
    this.writeConf = writeConf;
    this.rows = rows;
    this.deletes = deletes;
    this.commit = commit;
    this.vectors = new VectorMerge(table, deletes);
  }

  @Override
  public DeltaWriterFactory createBatchWriterFactory(PhysicalWriteInfo info) {
    return new PositionDeltaWriterFactory(
        deletes,
        context.broadcast(previousDeletes(), ClassTag.apply(PreviousDeletes.class)),
        rows,
        NewRows.Files.SHARED);
  }

  private PreviousDeletes previousDeletes() {
    return PreviousDeletes.of(takenInBy(file -> true), deletes.partitionTypes());
  }

  private Map<String, List<DataFile>> takenIn(Set<String> dataFiles) {
    return takenInBy(dataFiles::contains);
  }

  /**
   * Earlier deletes that new ones take in: a vector all of its file, a position delete file those
   * that are for its file only, and one by partition none.
   */
  private Map<String, List<DataFile>> takenInBy(Predicate<String> dataFiles) {
    Map<String, List<DataFile>> takenIn = new HashMap<>();
    boolean byFile = writeConf.deleteGranularity() == DeleteGranularity.FILE;
    if (!operation.usesVectors() && !byFile) {
      return takenIn;
    }
    for (FileTask task : operation.scan().map(FirnScan::files).orElse(List.of())) {
      List<DataFile> earlier =
          task.positionDeletes().stream()
              .filter(d -> operation.usesVectors() || PreviousDeletes.isOfOneFile(d))
              .toList();
      if (!earlier.isEmpty() && dataFiles.test(task.file().filePath())) {
        takenIn.put(task.file().filePath(), earlier);
      }
    }
    return takenIn;
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
    DeltaResults results = DeltaResults.of(messages, deletes);
    RowChanges changes =
        new RowChanges(
            results.dataFiles(),
            vectors.onePerDataFile(results.deleteFiles()),
            results.replacedDeletes(),
            results.referencedDataFiles(),
            takenIn(results.referencedDataFiles()));
    if (changes.addedData().isEmpty() && changes.addedDeletes().isEmpty()) {
      LOG.info("{} of {} matched no row: nothing to commit", conf.command(), table.name());
      return;
    }
    commit.commit(change(options, changes));
    vectors.removeOutdated();
  }

  private Operation change(SnapshotOptions options, RowChanges changes) {
    Optional<FirnScan> scan = operation.scan();
    if (scan.isEmpty()) {
      return new Append(options, changes.addedData(), Append.Mode.MERGE);
    }
    Statement statement =
        ScannedStatement.of(
            scan.get(),
            conf,
            operation.among(ReadRows.matching(scan.get().filter(), writeConf.caseSensitivity())),
            operation.unchanged());
    return new RowDelta(options, statement, changes);
  }

  @Override
  public void abort(@Nullable WriterCommitMessage[] messages) {
    List<String> locations = new ArrayList<>(vectors.created());
    locations.addAll(DeltaResults.of(messages, deletes).writtenLocations());
    commit.removeUnlessLive(locations);
  }

  @Override
  public String toString() {
    return operation.description();
  }
}
