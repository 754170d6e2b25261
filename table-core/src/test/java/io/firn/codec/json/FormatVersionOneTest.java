package io.firn.codec.json;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.firn.codec.oracle.TestTables;
import io.firn.error.UnsupportedFeatureException;
import io.firn.model.FormatSupport;
import io.firn.model.MetadataBuilder;
import io.firn.model.MetadataUpdate;
import io.firn.model.Snapshot;
import io.firn.model.SnapshotRef;
import io.firn.model.SortOrder;
import io.firn.model.TableChange;
import io.firn.model.TableMetadata;
import io.firn.partition.BucketTransform;
import io.firn.partition.IdentityTransform;
import io.firn.partition.PartitionField;
import io.firn.partition.PartitionSpec;
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
import org.apache.iceberg.PartitionSpecParser;
import org.apache.iceberg.SchemaParser;
import org.apache.iceberg.TableMetadataParser;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tables of format version 1 are read, and can be upgraded, but not written. */
@Tag("iceberg-oracle")
final class FormatVersionOneTest {
  private static final String OLD =
      """
      {"format-version":1,"location":"file:/old","last-updated-ms":1515100955770,
       "last-column-id":2,
       "schema":{"type":"struct","fields":[
          {"id":1,"name":"a","required":true,"type":"int"},
          {"id":2,"name":"b","required":false,"type":"string"}]},
       "partition-spec":[{"name":"b","transform":"identity","source-id":2},
          {"name":"a_bucket","transform":"bucket[4]","source-id":1}],
       "properties":{"k":"v"},
       "current-snapshot-id":2,
       "snapshots":[
         {"snapshot-id":1,"timestamp-ms":1515100955000,"manifests":["m1","m2"]},
         {"snapshot-id":2,"parent-snapshot-id":1,"timestamp-ms":1515100955555,
          "summary":{"operation":"append"},"manifest-list":"l2"}]}
      """;

  private static TableMetadata old() {
    return MetadataJson.parse("old", OLD.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void firstMetadataFilesAreRead() {
    TableMetadata metadata = old();
    assertEquals(1, metadata.formatVersion());
    assertEquals(
        List.of(
            Schema.of(
                Field.required(1, "a", SimpleType.INT), Field.optional(2, "b", SimpleType.STRING))),
        metadata.schemas());
    assertEquals(
        List.of(
            new PartitionSpec(
                0,
                List.of(
                    new PartitionField(2, 1000, "b", IdentityTransform.IDENTITY),
                    new PartitionField(1, 1001, "a_bucket", new BucketTransform(4))))),
        metadata.partitionSpecs());
    assertEquals(1001, metadata.lastPartitionId());
    assertEquals(List.of(SortOrder.unsorted()), metadata.sortOrders());
    assertEquals(Map.of("main", SnapshotRef.branch(2)), metadata.refs());
    assertEquals(0, metadata.lastSequenceNumber());
    assertEquals(
        new Snapshot(
            1,
            OptionalLong.empty(),
            0,
            1515100955000L,
            Map.of(),
            Optional.empty(),
            List.of("m1", "m2"),
            OptionalInt.empty(),
            OptionalLong.empty(),
            OptionalLong.empty(),
            Optional.empty()),
        metadata.snapshots().get(0));
    assertEquals(Optional.of("l2"), metadata.snapshots().get(1).manifestList());
  }

  @Test
  void missingUuidIsTheSameAtEveryLoad() {
    UUID first = old().tableUuid();
    assertEquals(first, old().tableUuid());
  }

  @Test
  void minusOneMeansNoSnapshot() {
    String json =
        OLD.replace("\"current-snapshot-id\":2", "\"current-snapshot-id\":-1")
            .replaceAll("(?s)\"snapshots\":\\[.*]}", "\"snapshots\":[]}");
    TableMetadata metadata = MetadataJson.parse("old", json.getBytes(StandardCharsets.UTF_8));
    assertEquals(OptionalLong.empty(), metadata.currentSnapshotId());
    assertEquals(Map.of(), metadata.refs());
  }

  @Test
  void icebergsVersionOneIsRead() {
    Schema schema = TestTables.everyType(1);
    PartitionSpec spec = TestTables.everyTransform(schema);
    org.apache.iceberg.Schema theirSchema = SchemaParser.fromJson(SchemaJson.write(schema));
    var theirs =
        org.apache.iceberg.TableMetadata.newTableMetadata(
            theirSchema,
            PartitionSpecParser.fromJson(theirSchema, LayoutJson.write(spec)),
            org.apache.iceberg.SortOrder.unsorted(),
            "file:/v1",
            Map.of("format-version", "1", "a", "b"));
    TableMetadata ours =
        MetadataJson.parse(
            "v1", TableMetadataParser.toJson(theirs).getBytes(StandardCharsets.UTF_8));
    assertEquals(1, ours.formatVersion());
    assertEquals(theirs.uuid(), ours.tableUuid().toString());
    assertEquals(
        SchemaParser.toJson(theirs.schema()),
        SchemaParser.toJson(SchemaParser.fromJson(SchemaJson.write(ours.schema()))));
    assertEquals(PartitionSpecParser.toJson(theirs.spec()), LayoutJson.write(ours.spec()));
    assertEquals("b", ours.properties().get("a"));
    assertEquals(Map.of(), ours.unknownFields());
  }

  @Test
  void writingIsRefused() {
    String message =
        assertThrows(UnsupportedFeatureException.class, () -> MetadataJson.write(old()))
            .getMessage();
    assertEquals(
        "Cannot change the table at file:/old: tables of format version 1 can only be read; set"
            + " the table property format-version to 2 first",
        message);
    assertThrows(
        UnsupportedFeatureException.class, () -> FormatSupport.requireWritable(old(), "t"));
    FormatSupport.requireReadable(old(), "t");
  }

  @Test
  void upgradedTableIsReadByIceberg() {
    for (int version : new int[] {2, 3}) {
      TableMetadata upgraded =
          MetadataBuilder.apply(
              old(),
              new TableChange(List.of(), List.of(new MetadataUpdate.UpgradeFormatVersion(version))),
              1515100999999L);
      TableMetadata back = MetadataOracleTest.toFirn(MetadataOracleTest.toIceberg(upgraded));
      assertEquals(version, back.formatVersion());
      assertEquals(upgraded.snapshots(), back.snapshots());
      assertEquals(upgraded.tableUuid(), back.tableUuid());
      assertEquals(upgraded.spec(), back.spec());
      assertEquals(0, back.nextRowId());
    }
  }
}
