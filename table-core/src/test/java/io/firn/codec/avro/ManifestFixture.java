package io.firn.codec.avro;

import io.firn.io.memory.MemoryStorage;
import io.firn.model.DataFile;
import io.firn.model.ManifestContent;
import io.firn.model.ManifestEntry;
import io.firn.model.ManifestFile;
import io.firn.partition.PartitionField;
import io.firn.partition.PartitionSpec;
import io.firn.partition.Transform;
import io.firn.types.Field;
import io.firn.types.Schema;
import io.firn.types.SimpleType;
import io.firn.types.StructValue;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/** A small partitioned table's manifests in memory. */
final class ManifestFixture {
  static final long SNAPSHOT = 42;
  static final Schema SCHEMA =
      Schema.of(
          Field.required(1, "id", SimpleType.LONG), Field.optional(2, "city", SimpleType.STRING));
  static final PartitionSpec SPEC =
      new PartitionSpec(
          1, List.of(new PartitionField(2, 1000, "city", Transform.parse("identity"))));

  final MemoryStorage storage = new MemoryStorage();

  static DataFile file(String name, String city, long records) {
    return DataFile.parquet("mem:/data/" + name, 1, StructValue.of(city), records, 5000);
  }

  static ManifestSettings settings(int version, AvroCompression.Codec codec) {
    return new ManifestSettings(
        version, SCHEMA, SPEC, ManifestContent.DATA, SNAPSHOT, AvroCompression.of(codec));
  }

  ManifestFile write(String location, ManifestSettings settings, List<ManifestEntry> entries) {
    ManifestWriter writer = ManifestWriter.create(storage.newOutputFile(location), settings);
    entries.forEach(writer::add);
    writer.close();
    return writer.toManifestFile();
  }

  WrittenManifestList writeList(
      String location, int version, long sequenceNumber, List<ManifestFile> manifests) {
    return ManifestListWriter.write(
        storage.newOutputFile(location),
        new ManifestListSettings(
            version,
            SNAPSHOT,
            OptionalLong.empty(),
            sequenceNumber,
            version >= 3 ? OptionalLong.of(1000) : OptionalLong.empty(),
            AvroCompression.of(AvroCompression.Codec.GZIP),
            Map.of()),
        manifests);
  }

  List<ManifestEntry> read(ManifestFile manifest) {
    List<ManifestEntry> entries = new ArrayList<>();
    try (ManifestReader reader =
        ManifestReader.open(
            storage.newInputFile(manifest.manifestPath()),
            manifest,
            ManifestProjection.allStats())) {
      reader.forEach(entries::add);
    }
    return entries;
  }

  byte[] bytes(String location) {
    return storage.newInputFile(location).readAll();
  }

  void put(String location, byte[] bytes) {
    try (OutputStream out = storage.newOutputFile(location).create()) {
      out.write(bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
