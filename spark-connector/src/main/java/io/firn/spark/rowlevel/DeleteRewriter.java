package io.firn.spark.rowlevel;

import io.firn.codec.parquet.PositionDeleteFile;
import io.firn.deletes.PositionSet;
import io.firn.io.Storage;
import io.firn.io.hadoop.HadoopStorage;
import io.firn.model.DataFile;
import io.firn.partition.PartitionKey;
import io.firn.spark.conf.SessionSettings;
import io.firn.spark.conf.WriteConf;
import io.firn.spark.wire.DataFileBytes;
import io.firn.spark.wire.WireConf;
import io.firn.spark.write.EngineSummary;
import io.firn.table.Table;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.apache.spark.TaskContext;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/**
 * Reads position delete files in tasks and writes what still applies of them to new ones, or as
 * deletion vectors where the table has these. Goes to the executors.
 */
public final class DeleteRewriter implements Serializable {
  private static final long serialVersionUID = 1L;

  private final DeleteTask task;

  private DeleteRewriter(DeleteTask task) {
    this.task = task;
  }

  /** For one rewrite of a table; new files grow up to about the size. */
  public static DeleteRewriter of(SparkSession session, Table table, long maxFileSizeBytes) {
    WriteConf conf =
        WriteConf.resolve(
            Optional.empty(),
            CaseInsensitiveStringMap.empty(),
            SessionSettings.of(session),
            table.metadata().properties(),
            EngineSummary.of(session));
    return new DeleteRewriter(
        new DeleteTask(
            table,
            table.metadata().formatVersion() >= 3,
            conf.deleteGranularity(),
            maxFileSizeBytes,
            UUID.randomUUID().toString(),
            new StructType(),
            new StructType(),
            WireConf.broadcast(session.sparkContext(), table.storage())));
  }

  /** The files that a task wrote, of the bytes that it gave back. */
  public static List<DataFile> files(Table table, byte[] written) {
    return DataFileBytes.read(written, DeleteInput.types(table));
  }

  /** Reads and writes; in a task. */
  public byte[] rewrite(DeleteInput input) {
    return write(input.partition, read(input));
  }

  /**
   * The positions that still apply, by path of their data file: it lives, it is not younger than
   * the delete file, and no deletion vector has taken the place of such files.
   */
  public Map<String, PositionSet> read(DeleteInput input) {
    Map<String, PositionSet> live = new HashMap<>();
    try (Storage storage = new HadoopStorage(task.conf())) {
      for (int i = 0; i < input.paths.length; i++) {
        long age = input.ages[i];
        PositionDeleteFile.readAll(storage.newInputFile(input.paths[i], input.lengths[i]))
            .forEach(
                (path, positions) -> {
                  Long data = input.targets.get(path);
                  if (data != null && data <= age) {
                    live.merge(path, positions, DeleteRewriter::union);
                  }
                });
      }
    }
    return live;
  }

  /** Both; the first one is changed. */
  public static PositionSet union(PositionSet some, PositionSet more) {
    some.addAll(more);
    return some;
  }

  /** As {@link #write(byte[], Map)}, for the partition of the input. */
  public byte[] write(DeleteInput input, Map<String, PositionSet> positions) {
    return write(input.partition, positions);
  }

  /** Writes the positions of data files of one partition; in a task. */
  private byte[] write(byte[] partition, Map<String, PositionSet> positions) {
    DataFileBytes.PartitionTypes types = task.partitionTypes();
    DataFile example = DataFileBytes.read(partition, types).get(0);
    PartitionKey key = new PartitionKey(example.specId(), example.partition());
    List<DeletedRows.OfFile> rows = new ArrayList<>();
    positions.forEach((path, ofFile) -> rows.add(new DeletedRows.OfFile(path, key, ofFile)));
    TaskContext context = TaskContext.get();
    try (Storage storage = new HadoopStorage(task.conf())) {
      DeleteFiles files =
          new DeleteFiles(task, storage, context.partitionId(), context.taskAttemptId());
      try {
        return DataFileBytes.write(files.write(rows), types);
      } catch (RuntimeException | Error e) {
        files.abort();
        throw e;
      }
    }
  }
}
