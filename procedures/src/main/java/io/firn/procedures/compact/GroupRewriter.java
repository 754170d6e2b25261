package io.firn.procedures.compact;

import io.firn.maintenance.FileGroup;
import io.firn.partition.PartitionSpec;
import io.firn.procedures.progress.JobName;
import io.firn.spark.conf.ReadPoint;
import io.firn.spark.conf.SessionSettings;
import io.firn.spark.conf.WriteConf;
import io.firn.spark.read.FirnScan;
import io.firn.spark.read.FirnScanBuilder;
import io.firn.spark.read.ScanPurpose;
import io.firn.spark.rewrite.PartitionBytes;
import io.firn.spark.rewrite.RewriteColumns;
import io.firn.spark.rewrite.RewriteJob;
import io.firn.spark.wire.WireConf;
import io.firn.spark.write.EngineSummary;
import io.firn.spark.write.FilesCommit;
import io.firn.spark.write.FirnDataWriterFactory;
import io.firn.spark.write.WriteTask;
import io.firn.table.Table;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.connector.read.InputPartition;
import org.apache.spark.sql.connector.write.WriterCommitMessage;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/** Writes the live rows of a group to new files, as a Spark job. */
final class GroupRewriter {
  private final SparkSession session;
  private final Table table;
  private final ReadPoint point;
  private final RowRewrite rewrite;
  private final PartitionSpec spec;

  /** {@code spec} is that of the new files. */
  GroupRewriter(
      SparkSession session, Table table, ReadPoint point, RowRewrite rewrite, PartitionSpec spec) {
    this.session = session;
    this.table = table;
    this.point = point;
    this.rewrite = rewrite;
    this.spec = spec;
  }

  /** How many runs of rows tasks may tell of if these groups are one commit. */
  MapBudget mapBudget(List<FileGroup> groups) {
    return rewrite.mapBudget(table.metadata().properties(), groups);
  }

  /**
   * Rewrites a group.
   *
   * @param groupsAtATime how many are rewritten at the same time
   * @param description names the group in Spark's list of jobs
   */
  RewrittenGroup rewrite(FileGroup group, MapBudget budget, int groupsAtATime, String description) {
    RewriteColumns columns = RewriteColumns.of(table.metadata());
    FirnScan scan = scan(group, columns.all());
    List<byte[]> partitions = new ArrayList<>();
    for (InputPartition partition : scan.planInputPartitions()) {
      partitions.add(PartitionBytes.write(partition));
    }
    JavaSparkContext context = JavaSparkContext.fromSparkContext(session.sparkContext());
    RowRewrite.Input input =
        new RowRewrite.Input(
            context,
            group,
            partitions,
            scan.createReaderFactory(),
            new FirnDataWriterFactory(writeTask(columns), budget.ofTask()),
            columns,
            groupsAtATime);
    FilesCommit commit = new FilesCommit(table);
    try (JobName ignored = JobName.set(context, description)) {
      WriterCommitMessage[] messages =
          RewriteJob.run(session.sparkContext(), rewrite.tasks(input), Function.identity(), commit)
              .toArray(WriterCommitMessage[]::new);
      return new RewrittenGroup(
          group,
          commit.files(messages),
          budget.take(commit.rowMapParts(messages)),
          budget.excess());
    }
  }

  private FirnScan scan(FileGroup group, StructType columns) {
    Map<String, String> splits = new HashMap<>();
    rewrite
        .readBytes(group)
        .ifPresent(
            bytes -> {
              splits.put("split-size", Long.toString(bytes));
              splits.put("file-open-cost", "1");
            });
    FirnScanBuilder builder =
        new FirnScanBuilder(
            session, table, point, new CaseInsensitiveStringMap(splits), ScanPurpose.WHOLE_FILES);
    builder.pruneColumns(columns);
    return builder.buildScanOf(group.tasks());
  }

  private WriteTask writeTask(RewriteColumns columns) {
    WriteConf conf =
        WriteConf.resolve(
            Optional.empty(),
            new CaseInsensitiveStringMap(
                Map.of("target-file-size-bytes", Long.toString(rewrite.fileBytes()))),
            SessionSettings.of(session),
            table.metadata().properties(),
            EngineSummary.of(session));
    return new WriteTask(
        table,
        spec,
        rewrite.fileOrder(),
        columns.rows(),
        UUID.randomUUID().toString(),
        conf.files(),
        true,
        WireConf.broadcast(session.sparkContext(), table.storage()),
        Optional.of(columns.metadata()));
  }
}
