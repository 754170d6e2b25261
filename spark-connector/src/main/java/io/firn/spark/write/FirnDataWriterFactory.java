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
    RowShape shape = RowShape.of(schema, task.rowSchema);
    StructType rowStruct = shape.struct();
    Optional<Lineage> lineage = task.metadataSchema().map(Lineage::new);
    StructType fileStruct = lineage.isPresent() ? Lineage.withColumns(rowStruct) : rowStruct;
    DataFileFactory factory =
        new DataFileFactory(task, schema, spec, fileStruct, partitionId, taskId);
    RowSink sink = sink(schema, spec, shape, factory);
    return new FirnDataWriter(sink, factory, schema, spec, lineage, shape.conversion());
  }

  private RowSink sink(Schema schema, PartitionSpec spec, RowShape shape, DataFileFactory factory) {
    if (spec.fields().isEmpty()) {
      return new UnpartitionedSink(factory);
    }
    RowPartitioner partitioner =
        new RowPartitioner(schema, spec, shape.struct(), shape.sparkSchema());
    return task.fanout
        ? new FanoutSink(factory, partitioner)
        : new ClusteredSink(factory, partitioner);
  }
}
