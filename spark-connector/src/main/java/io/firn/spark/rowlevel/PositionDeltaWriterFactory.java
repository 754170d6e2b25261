package io.firn.spark.rowlevel;

import io.firn.io.hadoop.HadoopStorage;
import io.firn.spark.write.FirnDataWriterFactory;
import io.firn.spark.write.WriteTask;
import java.util.Optional;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.write.DataWriter;
import org.apache.spark.sql.connector.write.DeltaWriter;
import org.apache.spark.sql.connector.write.DeltaWriterFactory;
import org.jspecify.annotations.Nullable;

/** Makes the writers of a merge-on-read statement on the executors. */
final class PositionDeltaWriterFactory implements DeltaWriterFactory {
  private static final long serialVersionUID = 1L;

  private final DeleteTask deletes;
  private final Broadcast<PreviousDeletes> previous;
  private final @Nullable WriteTask rows;

  PositionDeltaWriterFactory(
      DeleteTask deletes, Broadcast<PreviousDeletes> previous, Optional<WriteTask> rows) {
    this.deletes = deletes;
    this.previous = previous;
    this.rows = rows.orElse(null);
  }

  @Override
  public DeltaWriter<InternalRow> createWriter(int partitionId, long taskId) {
    HadoopStorage storage = new HadoopStorage(deletes.conf());
    Optional<DataWriter<InternalRow>> rowWriter =
        Optional.ofNullable(rows)
            .map(task -> new FirnDataWriterFactory(task).createWriter(partitionId, taskId));
    return new PositionDeltaWriter(
        deletes,
        storage,
        new DeleteFiles(deletes, storage, partitionId, taskId),
        previous.value(),
        rowWriter);
  }
}
