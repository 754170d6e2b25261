package io.firn.spark.rowlevel;

import io.firn.conflict.ReadRows;
import io.firn.model.DataFile;
import io.firn.operation.Append;
import io.firn.operation.Operation;
import io.firn.operation.Overwrite;
import io.firn.operation.Replacement;
import io.firn.operation.SnapshotOptions;
import io.firn.scan.FileTask;
import io.firn.spark.conf.RowLevelConf;
import io.firn.spark.conf.WriteConf;
import io.firn.spark.read.FirnScan;
import io.firn.spark.rewrite.FileCopies;
import io.firn.spark.write.FilesCommit;
import io.firn.spark.write.WriteTask;
import io.firn.table.Table;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.LongFunction;
import java.util.stream.Collectors;
import org.apache.spark.sql.SparkSession;
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
 * Commits a copy-on-write statement of which the tasks have written what goes, as deletion vectors,
 * and what comes, as data files: copies each file that a vector is for, without its rows. The
 * vectors do not become a part of the table.
 */
final class FileCopyBatch implements DeltaBatchWrite {
  private static final Logger LOG = LoggerFactory.getLogger(FileCopyBatch.class);

  private final PositionDeltaOperation operation;
  private final SparkSession session;
  private final Table table;
  private final RowLevelConf conf;
  private final WriteConf writeConf;
  private final Optional<WriteTask> rows;
  private final DeleteTask deletes;
  private final FilesCommit commit;
  private final List<String> copied = new ArrayList<>();

  /** Files that are of no use once their rows are copied. */
  private final Set<String> outdated = new HashSet<>();

  FileCopyBatch(
      PositionDeltaOperation operation,
      SparkSession session,
      Table table,
      RowLevelConf conf,
      WriteConf writeConf,
      Optional<WriteTask> rows,
      DeleteTask deletes,
      FilesCommit commit) {
    this.operation = operation;
    this.session = session;
    this.table = table;
    this.conf = conf;
    this.writeConf = writeConf;
    this.rows = rows;
    this.deletes = deletes;
    this.commit = commit;
  }

  @Override
  public DeltaWriterFactory createBatchWriterFactory(PhysicalWriteInfo info) {
    PreviousDeletes none = PreviousDeletes.of(Map.of(), deletes.partitionTypes());
    return new PositionDeltaWriterFactory(
        deletes,
        session.sparkContext().broadcast(none, ClassTag.apply(PreviousDeletes.class)),
        rows,
        NewRows.Files.BY_OLD_FILE);
  }

  @Override
  public void commit(WriterCommitMessage[] messages) {
    commit(messages, copiedRows -> writeConf.snapshotOptions());
  }

  @Override
  public void commit(WriterCommitMessage[] messages, WriteSummary summary) {
    commit(
        messages, copiedRows -> MergeCounts.in(writeConf.snapshotOptions(), summary, copiedRows));
  }

  private void commit(WriterCommitMessage[] messages, LongFunction<SnapshotOptions> options) {
    DeltaResults results = DeltaResults.of(messages, deletes);
    if (results.dataFiles().isEmpty() && results.referencedDataFiles().isEmpty()) {
      LOG.info("{} of {} matched no row: nothing to commit", conf.command(), table.name());
      return;
    }
    Optional<FirnScan> scan = operation.scan();
    commit.commit(
        scan.isEmpty()
            ? new Append(options.apply(0), results.dataFiles(), Append.Mode.MERGE)
            : change(scan.get(), results, options));
    removeOutdated();
  }

  private void removeOutdated() {
    List<String> left = table.storage().deleteAll(List.copyOf(outdated));
    if (!left.isEmpty()) {
      LOG.warn("Files of {} that are of no use any more are left: {}", operation, left);
    }
  }

  private Operation change(
      FirnScan scan, DeltaResults results, LongFunction<SnapshotOptions> options) {
    List<FileTask> touched =
        scan.files().stream()
            .filter(task -> results.referencedDataFiles().contains(task.file().filePath()))
            .toList();
    FileCopies.Copies copies = copy(scan, touched, results);
    List<DataFile> removed = touched.stream().map(FileTask::file).toList();
    Set<String> takenIn =
        copies.takenIn().stream().map(DataFile::filePath).collect(Collectors.toSet());
    List<DataFile> added = new ArrayList<>(copies.written());
    results.dataFiles().stream()
        .filter(file -> !takenIn.contains(file.filePath()))
        .forEach(added::add);
    StatementRowMap map = rowMap(scan, removed, added, copies);
    return new Overwrite(
        map.noted(options.apply(rowsOf(copies.written()) - rowsOf(copies.takenIn()))),
        ScannedStatement.of(
            scan,
            conf,
            operation.among(ReadRows.matching(scan.filter(), writeConf.caseSensitivity())),
            operation.unchanged()),
        new Replacement(removed, added, ScannedStatement.deletesOf(touched), map.map()),
        Overwrite.Files.CHANGED);
  }

  private FileCopies.Copies copy(FirnScan scan, List<FileTask> touched, DeltaResults results) {
    Map<String, List<DataFile>> vectors =
        results.deleteFiles().stream()
            .collect(Collectors.groupingBy(file -> file.referencedDataFile().orElseThrow()));
    List<FileTask> lessRows =
        touched.stream()
            .map(task -> without(task, vectors.getOrDefault(task.file().filePath(), List.of())))
            .toList();
    LOG.info(
        "Copying {} files of {} without the rows that the {} deletes or changes",
        touched.size(),
        table.name(),
        conf.command());
    FileCopies.Copies copies =
        new FileCopies(
                session,
                table,
                scan.point(),
                writeConf.files(),
                tasks -> StatementRowMap.maxRunsOfTask(table.metadata().properties(), tasks))
            .of(lessRows, results.dataFiles(), results.oldFiles());
    copies.written().forEach(file -> copied.add(file.filePath()));
    results.deleteFiles().forEach(file -> outdated.add(file.filePath()));
    copies.takenIn().forEach(file -> outdated.add(file.filePath()));
    return copies;
  }

  private static FileTask without(FileTask task, List<DataFile> vectors) {
    List<DataFile> positions = new ArrayList<>(task.positionDeletes());
    positions.addAll(vectors);
    return new FileTask(
        task.file(), task.sequenceNumber(), positions, task.equalityDeletes(), task.residual());
  }

  private static long rowsOf(List<DataFile> files) {
    return files.stream().mapToLong(DataFile::recordCount).sum();
  }

  /** None when rows only go or only come: then there is nothing that they could have become. */
  private StatementRowMap rowMap(
      FirnScan scan, List<DataFile> removed, List<DataFile> added, FileCopies.Copies copies) {
    OptionalLong base = ScannedStatement.snapshotId(scan);
    boolean wanted = StatementRowMap.maxBytes(table.metadata().properties()) > 0;
    return !wanted || base.isEmpty() || removed.isEmpty() || added.isEmpty()
        ? StatementRowMap.none()
        : StatementRowMap.of(
            operation.description(), base.getAsLong(), removed, added, copies.rowMapParts());
  }

  @Override
  public void abort(@Nullable WriterCommitMessage[] messages) {
    List<String> locations = new ArrayList<>(copied);
    DeltaResults.of(messages, deletes).writtenLocations().stream()
        .filter(location -> !outdated.contains(location))
        .forEach(locations::add);
    commit.removeUnlessLive(locations);
    removeOutdated();
  }

  @Override
  public String toString() {
    return operation.description();
  }
}
