package io.firn.spark.wire;

import io.firn.model.ColumnStats;
import io.firn.model.DataFile;
import io.firn.model.FileContent;
import io.firn.model.FileFormat;
import io.firn.partition.PartitionSpec;
import io.firn.types.Field;
import io.firn.types.PrimitiveType;
import io.firn.types.Schema;
import io.firn.types.SingleValue;
import io.firn.types.StructType;
import io.firn.types.StructValue;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * Data and delete files as bytes, for the way between executor and driver within one version of
 * Firn; never stored.
 */
public final class DataFileBytes {
  private static final FileContent[] CONTENTS = FileContent.values();
  private static final FileFormat[] FORMATS = FileFormat.values();

  private DataFileBytes() {}

  /** The files' bytes; partitions are written by the partition type of their specs. */
  public static byte[] write(List<DataFile> files, PartitionTypes partitionTypes) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      out.writeInt(files.size());
      for (DataFile file : files) {
        writeFile(out, file, partitionTypes.of(file.specId()));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  /** The files of bytes that {@link #write} made with the same specs. */
  public static List<DataFile> read(byte[] bytes, PartitionTypes partitionTypes) {
    try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
      int count = in.readInt();
      List<DataFile> files = new ArrayList<>(count);
      for (int i = 0; i < count; i++) {
        files.add(readFile(in, partitionTypes));
      }
      return files;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void writeFile(DataOutputStream out, DataFile file, StructType partitionType)
      throws IOException {
    out.writeByte(file.content().ordinal());
    writeText(out, file.filePath());
    out.writeByte(file.fileFormat().ordinal());
    out.writeInt(file.specId());
    writePartition(out, partitionType, file.partition());
    out.writeLong(file.recordCount());
    out.writeLong(file.fileSizeInBytes());
    writeStats(out, file.stats());
    writeBuffer(out, file.keyMetadata());
    out.writeInt(file.splitOffsets().size());
    for (long offset : file.splitOffsets()) {
      out.writeLong(offset);
    }
    out.writeInt(file.equalityIds().size());
    for (int id : file.equalityIds()) {
      out.writeInt(id);
    }
    writeLong(
        out,
        file.sortOrderId().isPresent()
            ? OptionalLong.of(file.sortOrderId().getAsInt())
            : OptionalLong.empty());
    writeLong(out, file.firstRowId());
    out.writeBoolean(file.referencedDataFile().isPresent());
    if (file.referencedDataFile().isPresent()) {
      writeText(out, file.referencedDataFile().get());
    }
    writeLong(out, file.contentOffset());
    writeLong(out, file.contentSizeInBytes());
  }

  private static DataFile readFile(DataInputStream in, PartitionTypes partitionTypes)
      throws IOException {
    FileContent content = CONTENTS[in.readByte()];
    String path = readText(in);
    FileFormat format = FORMATS[in.readByte()];
    int specId = in.readInt();
    StructValue partition = readPartition(in, partitionTypes.of(specId));
    long recordCount = in.readLong();
    long fileSize = in.readLong();
    ColumnStats stats = readStats(in);
    Optional<ByteBuffer> keyMetadata = readBuffer(in);
    List<Long> splitOffsets = new ArrayList<>();
    for (int n = in.readInt(); n > 0; n--) {
      splitOffsets.add(in.readLong());
    }
    List<Integer> equalityIds = new ArrayList<>();
    for (int n = in.readInt(); n > 0; n--) {
      equalityIds.add(in.readInt());
    }
    OptionalLong sortOrderId = readLong(in);
    OptionalLong firstRowId = readLong(in);
    Optional<String> referenced = in.readBoolean() ? Optional.of(readText(in)) : Optional.empty();
    return new DataFile(
        content,
        path,
        format,
        specId,
        partition,
        recordCount,
        fileSize,
        stats,
        keyMetadata,
        splitOffsets,
        equalityIds,
        sortOrderId.isPresent()
            ? OptionalInt.of((int) sortOrderId.getAsLong())
            : OptionalInt.empty(),
        firstRowId,
        referenced,
        readLong(in),
        readLong(in));
  }

  private static void writePartition(DataOutputStream out, StructType type, StructValue partition)
      throws IOException {
    for (int i = 0; i < partition.size(); i++) {
      Object value = partition.at(i);
      PrimitiveType fieldType = (PrimitiveType) type.fields().get(i).type();
      writeBuffer(
          out,
          value == null ? Optional.empty() : Optional.of(SingleValue.toBytes(fieldType, value)));
    }
  }

  private static StructValue readPartition(DataInputStream in, StructType type) throws IOException {
    Object[] values = new Object[type.fields().size()];
    for (int i = 0; i < values.length; i++) {
      Field field = type.fields().get(i);
      values[i] =
          readBuffer(in)
              .map(bytes -> SingleValue.fromBytes((PrimitiveType) field.type(), bytes))
              .orElse(null);
    }
    return StructValue.of(values);
  }

  private static void writeStats(DataOutputStream out, ColumnStats stats) throws IOException {
    writeCounts(out, stats.columnSizes());
    writeCounts(out, stats.valueCounts());
    writeCounts(out, stats.nullValueCounts());
    writeCounts(out, stats.nanValueCounts());
    writeBounds(out, stats.lowerBounds());
    writeBounds(out, stats.upperBounds());
  }

  private static ColumnStats readStats(DataInputStream in) throws IOException {
    return new ColumnStats(
        readCounts(in),
        readCounts(in),
        readCounts(in),
        readCounts(in),
        readBounds(in),
        readBounds(in));
  }

  private static void writeCounts(DataOutputStream out, Map<Integer, Long> counts)
      throws IOException {
    out.writeInt(counts.size());
    for (Map.Entry<Integer, Long> entry : counts.entrySet()) {
      out.writeInt(entry.getKey());
      out.writeLong(entry.getValue());
    }
  }

  private static Map<Integer, Long> readCounts(DataInputStream in) throws IOException {
    int size = in.readInt();
    Map<Integer, Long> counts = new HashMap<>();
    for (int i = 0; i < size; i++) {
      counts.put(in.readInt(), in.readLong());
    }
    return counts;
  }

  private static void writeBounds(DataOutputStream out, Map<Integer, ByteBuffer> bounds)
      throws IOException {
    out.writeInt(bounds.size());
    for (Map.Entry<Integer, ByteBuffer> entry : bounds.entrySet()) {
      out.writeInt(entry.getKey());
      writeBuffer(out, Optional.of(entry.getValue()));
    }
  }

  private static Map<Integer, ByteBuffer> readBounds(DataInputStream in) throws IOException {
    int size = in.readInt();
    Map<Integer, ByteBuffer> bounds = new HashMap<>();
    for (int i = 0; i < size; i++) {
      int id = in.readInt();
      bounds.put(id, readBuffer(in).orElseThrow());
    }
    return bounds;
  }

  private static void writeText(DataOutputStream out, String text) throws IOException {
    byte[] bytes = text.getBytes(java.nio.charset.StandardCharsets.UTF_8);
    out.writeInt(bytes.length);
    out.write(bytes);
  }

  private static String readText(DataInputStream in) throws IOException {
    byte[] bytes = in.readNBytes(in.readInt());
    return new String(bytes, java.nio.charset.StandardCharsets.UTF_8);
  }

  private static void writeLong(DataOutputStream out, OptionalLong value) throws IOException {
    out.writeBoolean(value.isPresent());
    if (value.isPresent()) {
      out.writeLong(value.getAsLong());
    }
  }

  private static OptionalLong readLong(DataInputStream in) throws IOException {
    return in.readBoolean() ? OptionalLong.of(in.readLong()) : OptionalLong.empty();
  }

  private static void writeBuffer(DataOutputStream out, Optional<ByteBuffer> buffer)
      throws IOException {
    if (buffer.isEmpty()) {
      out.writeInt(-1);
      return;
    }
    ByteBuffer source = buffer.get().duplicate();
    byte[] bytes = new byte[source.remaining()];
    source.get(bytes);
    out.writeInt(bytes.length);
    out.write(bytes);
  }

  private static Optional<ByteBuffer> readBuffer(DataInputStream in) throws IOException {
    int length = in.readInt();
    return length < 0 ? Optional.empty() : Optional.of(ByteBuffer.wrap(in.readNBytes(length)));
  }

  /** Partition types by spec id. */
  public static final class PartitionTypes {
    private final Map<Integer, StructType> types = new HashMap<>();

    public PartitionTypes(Schema schema, List<PartitionSpec> specs) {
      for (PartitionSpec spec : specs) {
        types.put(spec.specId(), spec.partitionType(schema));
      }
    }

    StructType of(int specId) {
      StructType type = types.get(specId);
      if (type == null) {
        throw new IllegalStateException("No partition spec " + specId);
      }
      return type;
    }
  }
}
