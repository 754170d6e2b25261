package io.firn.codec.avro;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.firn.error.InvalidInputException;
import io.firn.error.UnsupportedFeatureException;
import io.firn.model.DataFile;
import io.firn.model.EntryStatus;
import io.firn.model.FieldSummary;
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
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** What a manifest writer counts, and what it refuses. */
final class ManifestWriterTest {
  private final ManifestFixture table = new ManifestFixture();

  private static ManifestEntry entry(EntryStatus status, DataFile file) {
    return new ManifestEntry(
        status, OptionalLong.of(7), OptionalLong.of(3), OptionalLong.of(3), file);
  }

  @Test
  void countsFilesAndRowsByStatus() {
    ManifestFile manifest =
        table.write(
            "mem:/m.avro",
            ManifestFixture.settings(2, AvroCompression.Codec.NONE),
            List.of(
                ManifestEntry.added(ManifestFixture.file("a", "Oslo", 10)),
                ManifestEntry.added(ManifestFixture.file("b", null, 20)),
                entry(EntryStatus.EXISTING, ManifestFixture.file("c", "Rome", 300)),
                entry(EntryStatus.DELETED, ManifestFixture.file("d", "Bern", 4000))));
    assertEquals(OptionalInt.of(2), manifest.addedFilesCount());
    assertEquals(OptionalInt.of(1), manifest.existingFilesCount());
    assertEquals(OptionalInt.of(1), manifest.deletedFilesCount());
    assertEquals(OptionalLong.of(30), manifest.addedRowsCount());
    assertEquals(OptionalLong.of(300), manifest.existingRowsCount());
    assertEquals(OptionalLong.of(4000), manifest.deletedRowsCount());
    assertEquals(table.bytes("mem:/m.avro").length, manifest.manifestLength());
    assertEquals(42, manifest.addedSnapshotId());
    assertEquals(1, manifest.partitionSpecId());
    assertEquals(
        Optional.of(
            List.of(
                new FieldSummary(
                    true,
                    Optional.of(false),
                    Optional.of(utf8("Bern")),
                    Optional.of(utf8("Rome"))))),
        manifest.partitions());
  }

  private static ByteBuffer utf8(String text) {
    return ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
  }

  private static ByteBuffer littleEndian(float value) {
    return ByteBuffer.allocate(4).order(ByteOrder.LITTLE_ENDIAN).putFloat(0, value);
  }

  @Test
  void summariesKeepNanApartFromTheBounds() {
    Schema schema = Schema.of(Field.optional(1, "f", SimpleType.FLOAT));
    PartitionSpec spec =
        new PartitionSpec(
            0, List.of(new PartitionField(1, 1000, "f", Transform.parse("identity"))));
    ManifestSettings settings =
        new ManifestSettings(
            2,
            schema,
            spec,
            ManifestContent.DATA,
            42,
            AvroCompression.of(AvroCompression.Codec.NONE));
    List<ManifestEntry> entries =
        List.of(Float.NaN, 0.0f, -0.0f, 1.5f).stream()
            .map(f -> ManifestEntry.added(DataFile.parquet("f" + f, 0, StructValue.of(f), 1, 1)))
            .toList();
    assertEquals(
        Optional.of(
            List.of(
                new FieldSummary(
                    false,
                    Optional.of(true),
                    Optional.of(littleEndian(-0.0f)),
                    Optional.of(littleEndian(1.5f))))),
        table.write("mem:/m.avro", settings, entries).partitions());
    assertEquals(
        Optional.of(
            List.of(
                new FieldSummary(false, Optional.of(true), Optional.empty(), Optional.empty()))),
        table.write("mem:/n.avro", settings, entries.subList(0, 1)).partitions());
  }

  @Test
  void tuplesFromBeforeAPromotionAreWrittenInTheNewType() {
    Schema schema = Schema.of(Field.optional(1, "n", SimpleType.LONG));
    PartitionSpec spec =
        new PartitionSpec(
            0, List.of(new PartitionField(1, 1000, "n", Transform.parse("identity"))));
    ManifestSettings settings =
        new ManifestSettings(
            2,
            schema,
            spec,
            ManifestContent.DATA,
            42,
            AvroCompression.of(AvroCompression.Codec.ZSTD));
    ManifestFile manifest =
        table.write(
            "mem:/m.avro",
            settings,
            List.of(
                ManifestEntry.added(DataFile.parquet("a", 0, StructValue.of(5), 1, 1)),
                ManifestEntry.added(DataFile.parquet("b", 0, StructValue.of(4L), 1, 1))));
    assertEquals(
        List.of(StructValue.of(5L), StructValue.of(4L)),
        table.read(manifest).stream().map(e -> e.file().partition()).toList());
  }

  @Test
  void refusesEntriesThatDoNotBelong() {
    ManifestWriter writer =
        ManifestWriter.create(
            table.storage.newOutputFile("mem:/m.avro"),
            ManifestFixture.settings(2, AvroCompression.Codec.NONE));
    DataFile file = ManifestFixture.file("a", "Oslo", 10);
    DataFile otherSpec = DataFile.parquet("a", 0, StructValue.of("Oslo"), 1, 1);
    DataFile otherShape = DataFile.parquet("a", 1, StructValue.empty(), 1, 1);
    for (ManifestEntry wrong :
        List.of(
            ManifestEntry.added(otherSpec),
            ManifestEntry.added(otherShape),
            entry(EntryStatus.ADDED, file),
            new ManifestEntry(
                EntryStatus.EXISTING,
                OptionalLong.of(1),
                OptionalLong.empty(),
                OptionalLong.of(1),
                file))) {
      assertThrows(IllegalArgumentException.class, () -> writer.add(wrong), wrong.toString());
    }
    assertEquals(0, writer.entryCount());
    assertThrows(IllegalStateException.class, writer::toManifestFile);
  }

  @Test
  void refusesFormatVersion1() {
    assertThrows(
        UnsupportedFeatureException.class,
        () -> ManifestFixture.settings(1, AvroCompression.Codec.NONE));
  }

  @Test
  void compressionComesFromTheTableProperties() {
    assertEquals(
        AvroCompression.of(AvroCompression.Codec.GZIP), AvroCompression.ofManifests(Map.of()));
    assertEquals(
        new AvroCompression(AvroCompression.Codec.ZSTD, OptionalInt.of(3)),
        AvroCompression.ofManifests(
            Map.of(
                "write.manifest.compression-codec",
                "ZSTD",
                "write.manifest.compression-level",
                "3")));
    for (Map<String, String> wrong :
        List.of(
            Map.of("write.manifest.compression-codec", "lzo"),
            Map.of("write.manifest.compression-level", "ten"),
            Map.of("write.manifest.compression-level", "10"))) {
      String message =
          assertThrows(InvalidInputException.class, () -> AvroCompression.ofManifests(wrong))
              .getMessage();
      assertTrue(message.contains("write.manifest.compression-"), message);
    }
  }

  @Test
  void partitionNamesBecomeAvroNames() {
    assertEquals("city", AvroTypes.validName("city"));
    assertEquals("_x61_x2Db".replace("_x61", "a"), AvroTypes.validName("a-b"));
    assertEquals("_1st", AvroTypes.validName("1st"));
    assertEquals("_xDF", AvroTypes.validName("ß"));
  }
}
