package io.firn.scan;

import io.firn.codec.avro.AvroCompression;
import io.firn.codec.avro.ManifestListSettings;
import io.firn.codec.avro.ManifestListWriter;
import io.firn.codec.avro.ManifestSettings;
import io.firn.codec.avro.ManifestWriter;
import io.firn.expr.CaseSensitivity;
import io.firn.expr.Predicate;
import io.firn.io.RecordingStorage;
import io.firn.io.memory.MemoryStorage;
import io.firn.model.ColumnStats;
import io.firn.model.DataFile;
import io.firn.model.EntryStatus;
import io.firn.model.FileContent;
import io.firn.model.FileFormat;
import io.firn.model.ManifestContent;
import io.firn.model.ManifestEntry;
import io.firn.model.ManifestFile;
import io.firn.model.Snapshot;
import io.firn.model.SortOrder;
import io.firn.model.TableMetadata;
import io.firn.partition.PartitionField;
import io.firn.partition.PartitionSpec;
import io.firn.partition.Transform;
import io.firn.types.Field;
import io.firn.types.Schema;
import io.firn.types.SimpleType;
import io.firn.types.SingleValue;
import io.firn.types.StructValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.UUID;

/**
 * One snapshot in memory, made of manifests that a test writes. Columns: id, city, of which city
 * partitions spec 1.
 */
final class TestSnapshot {
  static final Schema SCHEMA =
      Schema.of(
          Field.optional(1, "id", SimpleType.LONG), Field.optional(2, "city", SimpleType.STRING));
  static final PartitionSpec UNPARTITIONED = PartitionSpec.unpartitioned();
  static final PartitionSpec BY_CITY =
      new PartitionSpec(
          1, List.of(new PartitionField(2, 1000, "city", Transform.parse("identity"))));
  static final long ID = 42;

  final RecordingStorage storage = new RecordingStorage(new MemoryStorage());
  final List<ManifestFile> manifests = new ArrayList<>();
  private final int formatVersion;

  TestSnapshot(int formatVersion) {
    this.formatVersion = formatVersion;
  }

  /** A manifest of the files; entries keep the given data sequence number. */
  TestSnapshot with(PartitionSpec spec, long sequenceNumber, DataFile... files) {
    return with(SCHEMA, spec, sequenceNumber, files);
  }

  TestSnapshot with(Schema schema, PartitionSpec spec, long sequenceNumber, DataFile... files) {
    ManifestContent content =
        files[0].content() == FileContent.DATA ? ManifestContent.DATA : ManifestContent.DELETES;
    ManifestWriter writer =
        ManifestWriter.create(
            storage.newOutputFile("mem:/m" + manifests.size() + ".avro"),
            new ManifestSettings(
                formatVersion,
                schema,
                spec,
                content,
                ID,
                AvroCompression.of(AvroCompression.Codec.GZIP)));
    for (DataFile file : files) {
      writer.add(
          new ManifestEntry(
              EntryStatus.EXISTING,
              OptionalLong.of(ID),
              OptionalLong.of(sequenceNumber),
              OptionalLong.of(sequenceNumber),
              file));
    }
    writer.close();
    manifests.add(writer.toManifestFile());
    return this;
  }

  ScanRequest request(Predicate filter) {
    return request(filter, StatsMode.DROP);
  }

  /** Writes the manifest list; the storage's notes start after that. */
  ScanRequest request(Predicate filter, StatsMode statsMode) {
    ManifestListWriter.write(
        storage.newOutputFile("mem:/list.avro"),
        new ManifestListSettings(
            formatVersion,
            ID,
            OptionalLong.empty(),
            100,
            formatVersion >= 3 ? OptionalLong.of(0) : OptionalLong.empty(),
            AvroCompression.of(AvroCompression.Codec.GZIP),
            Map.of()),
        manifests);
    storage.clear();
    return new ScanRequest(
        metadata(), snapshot(), SCHEMA, filter, CaseSensitivity.SENSITIVE, statsMode);
  }

  PlannedScan plan(Predicate filter) {
    return new ScanPlanner(storage).plan(request(filter));
  }

  private static Snapshot snapshot() {
    return new Snapshot(
        ID,
        OptionalLong.empty(),
        100,
        1000,
        Map.of("operation", "append"),
        Optional.of("mem:/list.avro"),
        List.of(),
        OptionalInt.of(0),
        OptionalLong.empty(),
        OptionalLong.empty(),
        Optional.empty());
  }

  TableMetadata metadata() {
    return new TableMetadata(
        formatVersion,
        new UUID(0, 1),
        "mem:/t",
        100,
        0,
        2,
        List.of(SCHEMA),
        0,
        List.of(UNPARTITIONED, BY_CITY),
        0,
        1000,
        List.of(SortOrder.unsorted()),
        0,
        Map.of(),
        OptionalLong.of(ID),
        List.of(snapshot()),
        List.of(),
        List.of(),
        Map.of(),
        List.of(),
        List.of(),
        0,
        List.of(),
        Map.of());
  }

  /** Ten rows with ids between the bounds. */
  static DataFile data(String path, String city, long minId, long maxId) {
    return DataFile.parquet(path, 1, StructValue.of(city), 10, 1000).withStats(ids(minId, maxId));
  }

  static DataFile unpartitioned(String path, long minId, long maxId) {
    return DataFile.parquet(path, 0, StructValue.empty(), 10, 1000).withStats(ids(minId, maxId));
  }

  private static ColumnStats ids(long minId, long maxId) {
    return new ColumnStats(
        Map.of(1, 80L),
        Map.of(1, 10L),
        Map.of(1, 0L),
        Map.of(),
        Map.of(1, SingleValue.toBytes(SimpleType.LONG, minId)),
        Map.of(1, SingleValue.toBytes(SimpleType.LONG, maxId)));
  }

  static DataFile equality(DataFile like) {
    return delete(
        like, FileContent.EQUALITY_DELETES, FileFormat.PARQUET, List.of(1), Optional.empty(), -1);
  }

  static DataFile positions(DataFile like, Optional<String> dataFile) {
    return delete(like, FileContent.POSITION_DELETES, FileFormat.PARQUET, List.of(), dataFile, -1);
  }

  static DataFile vector(DataFile like, String dataFile, long offset) {
    return delete(
        like,
        FileContent.POSITION_DELETES,
        FileFormat.PUFFIN,
        List.of(),
        Optional.of(dataFile),
        offset);
  }

  static DataFile inFormat(DataFile file, FileFormat format) {
    return delete(file, file.content(), format, List.of(), Optional.empty(), -1);
  }

  private static DataFile delete(
      DataFile like,
      FileContent content,
      FileFormat format,
      List<Integer> equalityIds,
      Optional<String> dataFile,
      long offset) {
    return new DataFile(
        content,
        like.filePath(),
        format,
        like.specId(),
        like.partition(),
        like.recordCount(),
        like.fileSizeInBytes(),
        like.stats(),
        like.keyMetadata(),
        List.of(),
        equalityIds,
        OptionalInt.empty(),
        OptionalLong.empty(),
        dataFile,
        offset < 0 ? OptionalLong.empty() : OptionalLong.of(offset),
        offset < 0 ? OptionalLong.empty() : OptionalLong.of(20));
  }
}
