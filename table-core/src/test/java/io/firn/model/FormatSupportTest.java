package io.firn.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.firn.error.UnsupportedFeatureException;
import io.firn.partition.PartitionField;
import io.firn.partition.PartitionSpec;
import io.firn.partition.UnknownTransform;
import io.firn.types.Field;
import io.firn.types.GeometryType;
import io.firn.types.ListType;
import io.firn.types.Schema;
import io.firn.types.SimpleType;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** What cannot be read or written is refused by the table's name before anything is touched. */
final class FormatSupportTest {
  private static final Schema PLAIN = Schema.of(Field.required(1, "id", SimpleType.LONG));

  private static TableMetadata table(Schema schema, MetadataUpdate... more) {
    List<MetadataUpdate> updates = new ArrayList<>();
    updates.add(new MetadataUpdate.AssignUuid(new UUID(1, 2)));
    updates.add(new MetadataUpdate.UpgradeFormatVersion(3));
    updates.add(new MetadataUpdate.SetLocation("file:/t"));
    updates.add(new MetadataUpdate.AddSchema(schema));
    updates.add(new MetadataUpdate.SetCurrentSchema(MetadataUpdate.LAST_ADDED));
    updates.addAll(List.of(more));
    return MetadataBuilder.create(new TableChange(List.of(), updates), 1_000);
  }

  private static String readRefusal(TableMetadata table) {
    return assertThrows(
            UnsupportedFeatureException.class, () -> FormatSupport.requireReadable(table, "db.t"))
        .getMessage();
  }

  private static String writeRefusal(TableMetadata table) {
    return assertThrows(
            UnsupportedFeatureException.class, () -> FormatSupport.requireWritable(table, "db.t"))
        .getMessage();
  }

  @Test
  void plainTablesAreReadAndWritten() {
    FormatSupport.requireReadable(table(PLAIN), "db.t");
    FormatSupport.requireReadable(PLAIN, "db.t");
    FormatSupport.requireWritable(table(PLAIN), "db.t");
  }

  @Test
  void encryptedTablesAreRefused() {
    TableMetadata byProperty =
        table(PLAIN, new MetadataUpdate.SetProperties(Map.of("encryption.key-id", "k")));
    assertEquals(
        "Cannot read table db.t: it is encrypted (property encryption.key-id), which is not"
            + " supported yet",
        readRefusal(byProperty));
    TableMetadata byKeys =
        table(
            PLAIN,
            new MetadataUpdate.AddEncryptionKey(
                new EncryptedKey("k", "AA==", Optional.empty(), Map.of())));
    assertEquals(
        "Cannot write to table db.t: it is encrypted (encryption-keys in its metadata), which is"
            + " not supported yet",
        writeRefusal(byKeys));
  }

  @Test
  void shapesAreRefusedOnlyWhereTheyAreUsed() {
    Schema shapes =
        Schema.of(
            Field.required(1, "id", SimpleType.LONG),
            Field.optional(2, "areas", new ListType(3, false, new GeometryType("OGC:CRS84"))));
    FormatSupport.requireReadable(table(shapes), "db.t");
    FormatSupport.requireReadable(PLAIN, "db.t");
    assertEquals(
        "Cannot read column areas.element of table db.t: its type geometry is not supported yet",
        assertThrows(
                UnsupportedFeatureException.class,
                () -> FormatSupport.requireReadable(shapes, "db.t"))
            .getMessage());
    assertEquals(
        "Cannot write to column areas.element of table db.t: its type geometry is not supported"
            + " yet",
        writeRefusal(table(shapes)));
  }

  @Test
  void unknownTransformsAreReadButNotWritten() {
    PartitionField field = new PartitionField(1, 1000, "p", new UnknownTransform("zorder[2]"));
    TableMetadata table =
        table(
            PLAIN,
            new MetadataUpdate.AddSpec(new PartitionSpec(0, List.of(field))),
            new MetadataUpdate.SetDefaultSpec(MetadataUpdate.LAST_ADDED));
    FormatSupport.requireReadable(table, "db.t");
    assertEquals(
        "Cannot write to table db.t: it is partitioned by p with the unknown transform zorder[2]",
        writeRefusal(table));
  }
}
