package io.firn.spark.rowlevel;

import io.firn.io.hadoop.HadoopStorage;
import io.firn.spark.write.WriteTask;
import java.util.Optional;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.write.DeltaWriter;
import org.apache.spark.sql.connector.write.DeltaWriterFactory;
import org.jspecify.annotations.Nullable;

/** Makes the writers of a {@link PositionDelta} on the executors. */
final class PositionDeltaWriterFactory implements DeltaWriterFactory {
  private static final long serialVersionUID = 1L;

  private final DeleteTask deletes;
  private final Broadcast<PreviousDeletes> previous;
  private final @Nullable WriteTask rows;
  private final NewRows.Files newFiles;

  PositionDeltaWriterFactory(
      DeleteTask deletes,
      Broadcast<PreviousDeletes> previous,
      Optional<WriteTask> rows,
      NewRows.Files newFiles) {
    this.deletes = deletes;
    this.previous = previous;
    this.rows = rows.orElse(null);
    this.newFiles = newFiles;
  }

  @Override
  public DeltaWriter<InternalRow> createWriter(int partitionId, long taskId) {
    HadoopStorage storage = new HadoopStorage(deletes.conf());
    Optional<NewRows> rowWriter =
        Optional.ofNullable(rows).map(task -> NewRows.of(task, newFiles, partitionId, taskId));
    return new PositionDeltaWriter(
        deletes,
        storage,
        new DeleteFiles(deletes, storage, partitionId, taskId),
        previous.value(),
        rowWriter);
  }
}
