package io.firn.spark.rewrite;

import io.firn.expr.Predicate;
import io.firn.model.DataFile;
import io.firn.rowmap.RowMapPart;
import io.firn.scan.FileTask;
import io.firn.scan.SplitTask;
import io.firn.spark.conf.FileSettings;
import io.firn.spark.conf.ReadPoint;
import io.firn.spark.read.FirnScan;
import io.firn.spark.read.FirnScanBuilder;
import io.firn.spark.read.ScanPurpose;
import io.firn.spark.read.file.FilePartition;
import io.firn.spark.read.file.SplitBytes;
import io.firn.spark.wire.WireConf;
import io.firn.spark.write.FilesCommit;
import io.firn.spark.write.FirnDataWriterFactory;
import io.firn.spark.write.WriteTask;
import io.firn.table.Table;
import io.firn.types.SchemaUnion;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.IntUnaryOperator;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.connector.write.WriterCommitMessage;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/**
 * Copies data files of a snapshot without the rows that a statement deletes, in a Spark job:
 * columns as they are where that is possible, else rows. Rows keep their order.
 */
public final class FileCopies {
  private final SparkSession session;
  private final Table table;
  private final ReadPoint point;
  private final FileSettings settings;
  private final IntUnaryOperator maxRunsOfTask;

  /** {@code maxRunsOfTask} says of how many runs of rows one of so many tasks may tell. */
  public FileCopies(
      SparkSession session,
      Table table,
      ReadPoint point,
      FileSettings settings,
      IntUnaryOperator maxRunsOfTask) {
    this.session = session;
    this.table = table;
    this.point = point;
    this.settings = settings;
    this.maxRunsOfTask = maxRunsOfTask;
  }

  /**
   * What came of it.
   *
   * @param written files of the copied rows
   * @param takenIn files of new rows whose rows are in these, so that they are of no use any more
   * @param rowMapParts where the tasks put old rows; empty if one of them had too many runs
   */
  public record Copies(
      List<DataFile> written, List<DataFile> takenIn, Optional<List<RowMapPart>> rowMapParts) {}

  /**
   * Copies the rows that no delete of a file's task is for, and adds those of small {@code
   * newFiles}, which are in no snapshot yet: to those of the file that {@code oldFiles} has for
   * their path, or to any file of their partition.
   */
  public Copies of(List<FileTask> files, List<DataFile> newFiles, Map<String, String> oldFiles) {
    if (files.isEmpty()) {
      return new Copies(List.of(), List.of(), Optional.of(List.of()));
    }
    JavaSparkContext context = JavaSparkContext.fromSparkContext(session.sparkContext());
    List<CopyGroup> groups =
        new CopyGroups(files, context.defaultParallelism())
            .adding(newFiles, settings.targetFileSizeBytes() / 2, oldFiles);
    FilesCommit commit = new FilesCommit(table);
    List<CopiedFiles> copied =
        RewriteJob.run(
            session.sparkContext(), tasks(context, groups, files), CopiedFiles::files, commit);
    WriterCommitMessage[] messages =
        copied.stream().map(CopiedFiles::files).toArray(WriterCommitMessage[]::new);
    List<DataFile> takenIn = new ArrayList<>();
    for (int i = 0; i < groups.size(); i++) {
      if (copied.get(i).tookNewRows()) {
        takenIn.addAll(groups.get(i).newFiles());
      }
    }
    return new Copies(commit.files(messages), takenIn, commit.rowMapParts(messages));
  }

  private JavaRDD<CopiedFiles> tasks(
      JavaSparkContext context, List<CopyGroup> groups, List<FileTask> files) {
    RewriteColumns columns = RewriteColumns.of(table.metadata());
    FirnScanBuilder builder =
        new FirnScanBuilder(
            session, table, point, CaseInsensitiveStringMap.empty(), ScanPurpose.WHOLE_FILES);
    builder.pruneColumns(columns.all());
    FirnScan scan = builder.buildScanOf(files);
    var readers = scan.createReaderFactory();
    RewriteTask rewrite =
        new RewriteTask(
            readers,
            new FirnDataWriterFactory(writeTask(columns), maxRunsOfTask.applyAsInt(groups.size())),
            columns,
            IdleCores.beside(session.sparkContext(), groups.size()));
    return context
        .parallelize(partitions(groups), groups.size())
        .map(new CopyTask(readers, rewrite)::run);
  }

  private List<byte[][]> partitions(List<CopyGroup> groups) {
    SplitBytes bytes =
        new SplitBytes(
            SchemaUnion.of(table.metadata().schemas()), table.metadata().partitionSpecs());
    List<byte[][]> partitions = new ArrayList<>();
    for (CopyGroup group : groups) {
      List<SplitTask> added = group.newFiles().stream().map(FileCopies::whole).toList();
      partitions.add(
          new byte[][] {
            PartitionBytes.write(new FilePartition(group.splits(), bytes)),
            PartitionBytes.write(new FilePartition(added, bytes))
          });
    }
    return partitions;
  }

  private static SplitTask whole(DataFile file) {
    FileTask task = new FileTask(file, 0, List.of(), List.of(), Predicate.ALWAYS_TRUE);
    return new SplitTask(task, 0, file.fileSizeInBytes());
  }

  private WriteTask writeTask(RewriteColumns columns) {
    return new WriteTask(
        table,
        table.metadata().spec(),
        Optional.of(table.metadata().sortOrder()),
        columns.rows(),
        UUID.randomUUID().toString(),
        settings,
        true,
        WireConf.broadcast(session.sparkContext(), table.storage()),
        Optional.of(columns.metadata()));
  }
}
