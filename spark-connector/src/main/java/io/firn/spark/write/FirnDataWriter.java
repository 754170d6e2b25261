package io.firn.spark.write;

import io.firn.model.DataFile;
import io.firn.partition.PartitionSpec;
import io.firn.spark.wire.DataFileBytes;
import io.firn.spark.wire.RowMapPartBytes;
import io.firn.types.Schema;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.write.DataWriter;
import org.apache.spark.sql.connector.write.WriterCommitMessage;
import org.jspecify.annotations.Nullable;

/**
 * Writes one task's rows: new ones, and ones that a row-level statement carries over from files
 * that it replaces.
 */
final class FirnDataWriter implements DataWriter<InternalRow> {
  private final RowSink sink;
  private final DataFileFactory factory;
  private final DataFileBytes.PartitionTypes partitionTypes;
  private final @Nullable Lineage lineage;
  private final @Nullable UnaryOperator<InternalRow> conversion;
  private final @Nullable CarriedRows carried;

  FirnDataWriter(
      RowSink sink,
      DataFileFactory factory,
      Schema schema,
      PartitionSpec spec,
      Optional<Lineage> lineage,
      Optional<UnaryOperator<InternalRow>> conversion,
      Optional<CarriedRows> carried) {
    this.sink = sink;
    this.lineage = lineage.orElse(null);
    this.conversion = conversion.orElse(null);
    this.carried = carried.orElse(null);
    this.factory = factory;
    this.partitionTypes = new DataFileBytes.PartitionTypes(schema, List.of(spec));
  }

  @Override
  public void write(InternalRow row) {
    if (carried != null) {
      carried.nextIsNew();
    }
    InternalRow stored = stored(row);
    sink.write(lineage == null ? stored : lineage.inserted(stored));
  }

  @Override
  public void write(InternalRow metadata, InternalRow row) {
    if (carried != null) {
      carried.next(metadata);
    }
    InternalRow stored = stored(row);
    sink.write(lineage == null ? stored : lineage.carried(metadata, stored));
  }

  private InternalRow stored(InternalRow row) {
    return conversion == null ? row : conversion.apply(row);
  }

  @Override
  public WriterCommitMessage commit() {
    List<DataFile> files = sink.complete();
    return new TaskFiles(
        DataFileBytes.write(files, partitionTypes),
        Optional.ofNullable(carried)
            .flatMap(CarriedRows::part)
            .map(RowMapPartBytes::write)
            .orElse(TaskFiles.NO_ROW_MAP));
  }

  @Override
  public void abort() {
    sink.abort();
  }

  @Override
  public void close() {
    factory.close();
  }
}
