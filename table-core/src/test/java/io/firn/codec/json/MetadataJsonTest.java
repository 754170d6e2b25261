package io.firn.codec.json;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.firn.io.memory.MemoryStorage;
import io.firn.model.MetadataBuilder;
import io.firn.model.MetadataUpdate;
import io.firn.model.Snapshot;
import io.firn.model.SnapshotRef;
import io.firn.model.TableChange;
import io.firn.model.TableMetadata;
import io.firn.types.Field;
import io.firn.types.Schema;
import io.firn.types.SimpleType;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.UUID;
import org.apache.iceberg.TableMetadataParser;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("iceberg-oracle")
final class MetadataJsonTest {
  private static final UUID TABLE_UUID = UUID.fromString("7f8b1c6e-0000-4000-8000-000000000001");

  @Test
  void icebergReadsANewTableAsFirnWroteIt() {
    TableMetadata created = MetadataBuilder.create(creation(2), 1_000L);
    TableMetadata appended =
        MetadataBuilder.apply(
            created,
            "file:/t/metadata/v1.metadata.json",
            new TableChange(
                List.of(),
                List.of(
                    new MetadataUpdate.AddSnapshot(snapshot(7, 1)),
                    new MetadataUpdate.SetSnapshotRef(SnapshotRef.MAIN, SnapshotRef.branch(7)))),
            2_000L);
    String json = new String(MetadataJson.write(appended), StandardCharsets.UTF_8);
    var iceberg = TableMetadataParser.fromJson(json);
    assertEquals(7L, iceberg.currentSnapshot().snapshotId());
    String theirs = TableMetadataParser.toJson(iceberg);
    TableMetadata back = MetadataJson.parse("x", theirs.getBytes(StandardCharsets.UTF_8));
    assertEquals(appended, back);
  }

  @Test
  void compressedFilesAreKnownByTheirFirstBytes() {
    TableMetadata created = MetadataBuilder.create(creation(3), 1_000L);
    byte[] gzip = MetadataJson.writeGzip(created);
    assertEquals(created, MetadataJson.parse("any.name", gzip));
    MemoryStorage storage = new MemoryStorage();
    String location = "mem:/t/v1.gz.metadata.json";
    storage.newOutputFile(location).createExclusive(gzip);
    assertEquals(created, MetadataJson.read(storage.newInputFile(location)));
  }

  private static TableChange creation(int version) {
    return new TableChange(
        List.of(),
        List.of(
            new MetadataUpdate.AssignUuid(TABLE_UUID),
            new MetadataUpdate.UpgradeFormatVersion(version),
            new MetadataUpdate.SetLocation("file:/t"),
            new MetadataUpdate.AddSchema(
                Schema.of(
                    Field.required(1, "id", SimpleType.LONG),
                    Field.optional(2, "name", SimpleType.STRING))),
            new MetadataUpdate.SetCurrentSchema(MetadataUpdate.LAST_ADDED)));
  }

  private static Snapshot snapshot(long id, long sequenceNumber) {
    return new Snapshot(
        id,
        OptionalLong.empty(),
        sequenceNumber,
        1_500L,
        Map.of("operation", "append", "added-files", "1"),
        Optional.of("file:/t/metadata/snap-" + id + ".avro"),
        List.of(),
        OptionalInt.of(0),
        OptionalLong.empty(),
        OptionalLong.empty(),
        Optional.empty());
  }
}
