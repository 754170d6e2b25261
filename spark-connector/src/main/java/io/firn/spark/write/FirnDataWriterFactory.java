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
  private final int maxRuns;

  public FirnDataWriterFactory(WriteTask task) {
    this(task, 0);
  }

  /** Each writer tells where carried rows went, as long as that takes no more runs than this. */
  public FirnDataWriterFactory(WriteTask task, int maxRuns) {
    this.task = task;
    this.maxRuns = maxRuns;
  }

  @Override
  public DataWriter<InternalRow> createWriter(int partitionId, long taskId) {
    Schema schema = task.schema();
    PartitionSpec spec = task.spec();
    RowShape shape = RowShape.of(schema, task.rowSchema);
    StructType rowStruct = shape.struct();
    Optional<Lineage> lineage = task.metadataSchema().flatMap(Lineage::of);
    Optional<CarriedRows> carried =
        task.metadataSchema().flatMap(columns -> CarriedRows.of(columns, maxRuns));
    StructType fileStruct = lineage.isPresent() ? Lineage.withColumns(rowStruct) : rowStruct;
    DataFileFactory factory =
        new DataFileFactory(task, schema, spec, fileStruct, carried, partitionId, taskId);
    RowSink sink = sink(schema, spec, shape, factory);
    return new FirnDataWriter(sink, factory, schema, spec, lineage, shape.conversion(), carried);
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
