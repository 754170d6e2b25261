package io.firn.spark.write;

import io.firn.codec.parquet.columns.MergeSource;
import io.firn.partition.PartitionSpec;
import io.firn.types.Schema;
import io.firn.types.StructType;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.write.DataWriter;
import org.apache.spark.sql.connector.write.DataWriterFactory;
import org.apache.spark.sql.connector.write.WriterCommitMessage;

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
    return createWriters(partitionId, taskId).get();
  }

  /** Writers that one task uses one after the other; no two of their files have one name. */
  public Supplier<DataWriter<InternalRow>> createWriters(int partitionId, long taskId) {
    Schema schema = task.schema();
    PartitionSpec spec = task.spec();
    RowShape shape = RowShape.of(schema, task.rowSchema);
    Optional<Lineage> lineage = task.metadataSchema().flatMap(Lineage::of);
    Optional<CarriedRows> carried =
        task.metadataSchema().flatMap(columns -> CarriedRows.of(columns, maxRuns));
    DataFileFactory factory =
        new DataFileFactory(
            task, schema, spec, fileStruct(shape, lineage), carried, partitionId, taskId);
    return () ->
        new FirnDataWriter(
            sink(schema, spec, shape, factory),
            factory,
            schema,
            spec,
            lineage,
            shape.conversion(),
            carried);
  }

  /**
   * Writes what a writer would that got the rows of these files, but column by column. Empty, and
   * nothing is written, if the files are laid out or partitioned in another way than new ones.
   *
   * @param threads how many columns are worked on at a time
   * @param interruption throws if the task is to be given up
   */
  public Optional<WriterCommitMessage> mergeColumns(
      int partitionId, long taskId, List<MergeSource> sources, int threads, Runnable interruption) {
    Schema schema = task.schema();
    RowShape shape = RowShape.of(schema, task.rowSchema);
    if (shape.conversion().isPresent()) {
      return Optional.empty();
    }
    StructType struct = fileStruct(shape, task.metadataSchema().flatMap(Lineage::of));
    DataFileFactory factory =
        new DataFileFactory(
            task, schema, task.spec(), struct, Optional.empty(), partitionId, taskId);
    return new MergedFiles(factory, maxRuns).write(sources, threads, interruption);
  }

  private static StructType fileStruct(RowShape shape, Optional<Lineage> lineage) {
    return lineage.isPresent() ? Lineage.withColumns(shape.struct()) : shape.struct();
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
