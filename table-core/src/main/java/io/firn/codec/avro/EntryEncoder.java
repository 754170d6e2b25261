package io.firn.codec.avro;

import io.firn.model.ColumnStats;
import io.firn.model.DataFile;
import io.firn.model.FileContent;
import io.firn.model.ManifestEntry;
import io.firn.types.Field;
import io.firn.types.StructType;
import io.firn.types.StructValue;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.apache.avro.Schema;
import org.apache.avro.io.DatumWriter;
import org.apache.avro.io.Encoder;

/** Writes manifest entries in the field order of {@link ManifestSchemas}. */
final class EntryEncoder implements DatumWriter<ManifestEntry> {
  private final int formatVersion;
  private final List<Field> partitionFields;
  private final List<ValueEncoder> partitionEncoders;

  EntryEncoder(int formatVersion, StructType partitionType) {
    this.formatVersion = formatVersion;
    this.partitionFields = partitionType.fields();
    this.partitionEncoders =
        partitionFields.stream().map(field -> ValueEncoder.of(field.type())).toList();
  }

  @Override
  public void setSchema(Schema schema) {
    // The schema is the one of ManifestSchemas, which this class is written for.
  }

  @Override
  public void write(ManifestEntry entry, Encoder out) throws IOException {
    OptionalEncoder optional = new OptionalEncoder(out);
    out.writeInt(entry.status().id());
    optional.longValue(entry.snapshotId());
    optional.longValue(entry.sequenceNumber());
    optional.longValue(entry.fileSequenceNumber());
    DataFile file = entry.file();
    out.writeInt(file.content().id());
    out.writeString(file.filePath());
    out.writeString(file.fileFormat().name().toUpperCase(Locale.ROOT));
    writePartition(file.partition(), out);
    out.writeLong(file.recordCount());
    out.writeLong(file.fileSizeInBytes());
    writeStats(file.stats(), out, optional);
    optional.bytes(file.keyMetadata());
    optional.longs(file.splitOffsets());
    optional.ints(file.equalityIds());
    // Position deletes are sorted by file and position, whatever the table's order.
    optional.intValue(
        file.content() == FileContent.POSITION_DELETES ? OptionalInt.empty() : file.sortOrderId());
    writeReferences(file, optional);
  }

  private void writePartition(StructValue partition, Encoder out) throws IOException {
    for (int i = 0; i < partitionFields.size(); i++) {
      ValueEncoder.writeOptional(
          partitionFields.get(i).type(), partitionEncoders.get(i), partition.at(i), out);
    }
  }

  private static void writeStats(ColumnStats stats, Encoder out, OptionalEncoder optional)
      throws IOException {
    optional.map(stats.columnSizes(), out::writeLong);
    optional.map(stats.valueCounts(), out::writeLong);
    optional.map(stats.nullValueCounts(), out::writeLong);
    optional.map(stats.nanValueCounts(), out::writeLong);
    optional.map(stats.lowerBounds(), (ByteBuffer bound) -> out.writeBytes(bound.duplicate()));
    optional.map(stats.upperBounds(), (ByteBuffer bound) -> out.writeBytes(bound.duplicate()));
  }

  private void writeReferences(DataFile file, OptionalEncoder optional) throws IOException {
    if (formatVersion >= 3) {
      optional.longValue(
          file.content() == FileContent.DATA ? file.firstRowId() : OptionalLong.empty());
    }
    optional.string(file.referencedDataFile());
    if (formatVersion >= 3) {
      optional.longValue(file.contentOffset());
      optional.longValue(file.contentSizeInBytes());
    }
  }
}
