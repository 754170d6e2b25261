package io.firn.codec.avro;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.firn.io.NoOutputFile;
import io.firn.io.memory.MemoryStorage;
import io.firn.model.ColumnStats;
import io.firn.model.DataFile;
import io.firn.model.EntryStatus;
import io.firn.model.FileContent;
import io.firn.model.FileFormat;
import io.firn.model.ManifestContent;
import io.firn.model.ManifestEntry;
import io.firn.model.ManifestFile;
import io.firn.partition.IdentityTransform;
import io.firn.partition.PartitionField;
import io.firn.partition.PartitionSpec;
import io.firn.types.Field;
import io.firn.types.ReservedFields;
import io.firn.types.Schema;
import io.firn.types.SimpleType;
import io.firn.types.StructValue;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.UUID;
import org.junit.jupiter.api.Test;

final class ManifestRelocationTest {
  private static final int PATH = ReservedFields.DELETE_FILE_PATH.id();
  private static final int POS = ReservedFields.DELETE_FILE_POS.id();
  private static final Schema SCHEMA = Schema.of(Field.optional(1, "u", SimpleType.UUID));
  private static final PartitionSpec SPEC =
      new PartitionSpec(
          0, List.of(new PartitionField(List.of(1), 1000, "u", IdentityTransform.IDENTITY)));
  private static final UUID U = new UUID(1, 2);

  private final MemoryStorage storage = new MemoryStorage();
  private final List<ManifestRelocation.Entry> seen = new ArrayList<>();

  private static ByteBuffer text(String value) {
    return ByteBuffer.wrap(value.getBytes(StandardCharsets.UTF_8));
  }

  private static DataFile deletes(
      String path, Map<Integer, ByteBuffer> lower, Map<Integer, ByteBuffer> upper, String of) {
    return new DataFile(
        FileContent.POSITION_DELETES,
        path,
        FileFormat.PARQUET,
        0,
        StructValue.of(U),
        3,
        100,
        new ColumnStats(Map.of(), Map.of(), Map.of(), Map.of(), lower, upper),
        Optional.empty(),
        List.of(4L),
        List.of(),
        OptionalInt.empty(),
        OptionalLong.empty(),
        of.isEmpty() ? Optional.empty() : Optional.of(of),
        OptionalLong.empty(),
        OptionalLong.empty());
  }

  private ManifestFile write(ManifestEntry... entries) {
    ManifestWriter writer =
        ManifestWriter.create(
            storage.newOutputFile("/a/m.avro"),
            new ManifestSettings(
                2,
                SCHEMA,
                SPEC,
                entries[0].file().content() == FileContent.DATA
                    ? ManifestContent.DATA
                    : ManifestContent.DELETES,
                7,
                AvroCompression.of(AvroCompression.Codec.GZIP)));
    try (writer) {
      for (ManifestEntry entry : entries) {
        writer.add(entry);
      }
    }
    return writer.toManifestFile();
  }

  private ManifestRelocation relocation() {
    return new ManifestRelocation(
        path -> path.replace("/a/", "/other/"),
        path -> path.equals("/a/d2") ? OptionalLong.of(222) : OptionalLong.empty(),
        seen::add);
  }

  private List<ManifestEntry> copied(ManifestFile manifest) {
    long length =
        relocation()
            .copy(
                storage.newInputFile(manifest.manifestPath()), storage.newOutputFile("/b/m.avro"));
    assertEquals(storage.newInputFile("/b/m.avro").length(), length);
    assertEquals(
        length,
        relocation()
            .copy(storage.newInputFile(manifest.manifestPath()), new NoOutputFile("/b/m.avro")));
    List<ManifestEntry> entries = new ArrayList<>();
    try (ManifestReader reader =
        ManifestReader.open(
            storage.newInputFile("/b/m.avro"), manifest, ManifestProjection.allStats())) {
      reader.forEach(entries::add);
    }
    return entries;
  }

  @Test
  void pathsOfDeleteFilesAndOfTheirDataFilesChange() {
    Map<Integer, ByteBuffer> one = Map.of(PATH, text("/a/f1"), POS, ByteBuffer.wrap(new byte[8]));
    ManifestFile manifest =
        write(
            ManifestEntry.added(deletes("/a/d1", one, one, "/a/f1")),
            ManifestEntry.added(deletes("/a/d2", one, Map.of(PATH, text("/a/f2")), "")));
    List<ManifestEntry> entries = copied(manifest);
    DataFile first = entries.get(0).file();
    assertEquals("/other/d1", first.filePath());
    assertEquals(Optional.of("/other/f1"), first.referencedDataFile());
    assertEquals(text("/other/f1"), first.stats().lowerBounds().get(PATH));
    assertEquals(text("/other/f1"), first.stats().upperBounds().get(PATH));
    assertEquals(100, first.fileSizeInBytes());
    assertEquals(StructValue.of(U), first.partition());
    DataFile second = entries.get(1).file();
    assertEquals(222, second.fileSizeInBytes());
    assertEquals(Map.of(POS, ByteBuffer.wrap(new byte[8])), second.stats().lowerBounds());
    assertEquals(Map.of(), second.stats().upperBounds());
  }

  @Test
  void whatIsInheritedStaysSo() {
    DataFile file = DataFile.parquet("/a/f1", 0, StructValue.of(U), 5, 50);
    ManifestFile manifest =
        write(
            ManifestEntry.added(file),
            new ManifestEntry(
                EntryStatus.DELETED,
                OptionalLong.of(6),
                OptionalLong.of(3),
                OptionalLong.of(3),
                DataFile.parquet("/a/f2", 0, StructValue.of(U), 5, 50)));
    List<ManifestEntry> entries = copied(manifest);
    assertEquals(EntryStatus.DELETED, entries.get(1).status());
    assertEquals(OptionalLong.of(3), entries.get(1).sequenceNumber());
    assertEquals(
        List.of(
            new ManifestRelocation.Entry(
                EntryStatus.ADDED, OptionalLong.empty(), FileContent.DATA, "/a/f1"),
            new ManifestRelocation.Entry(
                EntryStatus.DELETED, OptionalLong.of(6), FileContent.DATA, "/a/f2")),
        seen.subList(0, 2));
  }
}
