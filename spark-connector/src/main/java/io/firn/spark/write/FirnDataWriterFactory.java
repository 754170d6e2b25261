package io.firn.spark.write;

import io.firn.partition.PartitionSpec;
import io.firn.types.Schema;
import io.firn.types.StructType;
import java.util.Optional;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.write.DataWriter;
import org.apache.spark.sql.connector.write.DataWriterFactory;

/** Makes the writers on the executors. */
public final class FirnDataWriterFactory implements DataWriterFactory {
  private static final long serialVersionUID = 1L;

  private final WriteTask task;

  public FirnDataWriterFactory(WriteTask task) {
    this.task = task;
  }

  @Override
  public DataWriter<InternalRow> createWriter(int partitionId, long taskId) {
    Schema schema = task.schema();
    PartitionSpec spec = task.spec();
    StructType rowStruct = task.rowStruct(schema);
    Optional<Lineage> lineage = task.metadataSchema().map(Lineage::new);
    StructType fileStruct = lineage.isPresent() ? Lineage.withColumns(rowStruct) : rowStruct;
    DataFileFactory factory =
        new DataFileFactory(task, schema, spec, fileStruct, partitionId, taskId);
    RowSink sink = sink(schema, spec, rowStruct, factory);
    return new FirnDataWriter(sink, factory, schema, spec, lineage);
  }

  private RowSink sink(
      Schema schema, PartitionSpec spec, StructType rowStruct, DataFileFactory factory) {
    if (spec.fields().isEmpty()) {
      return new UnpartitionedSink(factory);
    }
    RowPartitioner partitioner = new RowPartitioner(schema, spec, rowStruct, task.rowSchema);
    return task.fanout
        ? new FanoutSink(factory, partitioner)
        : new ClusteredSink(factory, partitioner);
  }
}
