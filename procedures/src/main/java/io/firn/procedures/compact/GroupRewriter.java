package io.firn.procedures.compact;

import io.firn.maintenance.FileGroup;
import io.firn.partition.PartitionSpec;
import io.firn.procedures.progress.JobName;
import io.firn.spark.conf.ReadPoint;
import io.firn.spark.conf.SessionSettings;
import io.firn.spark.conf.WriteConf;
import io.firn.spark.convert.MetadataColumns;
import io.firn.spark.convert.SparkSchemas;
import io.firn.spark.read.FirnScan;
import io.firn.spark.read.FirnScanBuilder;
import io.firn.spark.read.ScanPurpose;
import io.firn.spark.wire.WireConf;
import io.firn.spark.write.EngineSummary;
import io.firn.spark.write.FilesCommit;
import io.firn.spark.write.FirnDataWriterFactory;
import io.firn.spark.write.WriteTask;
import io.firn.table.Table;
import io.firn.types.ReservedFields;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.connector.read.InputPartition;
import org.apache.spark.sql.connector.write.WriterCommitMessage;
import org.apache.spark.sql.types.Metadata;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import org.apache.spark.util.CollectionAccumulator;

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

  /** {@code description} names the group in Spark's list of jobs. */
  RewrittenGroup rewrite(FileGroup group, MapBudget budget, String description) {
    StructType rows = SparkSchemas.toSpark(table.metadata().schema());
    StructType metadata = metadataColumns();
    FirnScan scan = scan(group, concat(rows, metadata));
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
            new FirnDataWriterFactory(writeTask(rows, metadata), budget.ofTask()),
            rows,
            metadata);
    // Results of a job that fails are lost, but not what its finished tasks put here.
    CollectionAccumulator<WriterCommitMessage> finished =
        session.sparkContext().collectionAccumulator();
    FilesCommit commit = new FilesCommit(table);
    try (JobName ignored = JobName.set(context, description)) {
      WriterCommitMessage[] messages =
          rewrite
              .tasks(input)
              .map(
                  message -> {
                    finished.add(message);
                    return message;
                  })
              .collect()
              .toArray(WriterCommitMessage[]::new);
      return new RewrittenGroup(
          group,
          commit.files(messages),
          budget.take(commit.rowMapParts(messages)),
          budget.excess());
    } catch (Throwable e) {
      // Not only unchecked exceptions: Spark throws its own, which is checked, without saying so.
      commit.abort(finished.value().toArray(WriterCommitMessage[]::new));
      throw e;
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

  private StructType metadataColumns() {
    List<String> names =
        new ArrayList<>(
            List.of(
                MetadataColumns.FILE.name(),
                MetadataColumns.POS.name(),
                MetadataColumns.DELETED.name()));
    if (table.metadata().formatVersion() >= 3) {
      names.add(ReservedFields.ROW_ID.name());
      names.add(ReservedFields.LAST_UPDATED_SEQUENCE_NUMBER.name());
    }
    List<StructField> fields = new ArrayList<>();
    for (var column : MetadataColumns.toSpark(table.metadata())) {
      if (names.contains(column.name())) {
        fields.add(
            new StructField(
                column.name(), column.dataType(), column.isNullable(), Metadata.empty()));
      }
    }
    return new StructType(fields.toArray(new StructField[0]));
  }

  private static StructType concat(StructType first, StructType second) {
    StructType all = first;
    for (StructField field : second.fields()) {
      all = all.add(field);
    }
    return all;
  }

  private WriteTask writeTask(StructType rows, StructType metadata) {
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
        rows,
        UUID.randomUUID().toString(),
        conf.files(),
        true,
        WireConf.broadcast(session.sparkContext(), table.storage()),
        Optional.of(metadata));
  }
}
