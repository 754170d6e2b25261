package io.firn.codec.json;

import io.firn.model.MetadataUpdate;
import io.firn.model.SnapshotRef;
import java.util.Locale;
import java.util.function.Consumer;
import org.apache.iceberg.MetadataUpdateParser;
import org.apache.iceberg.TableMetadata;

/** Updates in the REST specification's JSON, by which Iceberg carries them out, too. */
final class IcebergUpdates implements MetadataUpdate.Cases<String> {

  static void apply(MetadataUpdate update, TableMetadata.Builder builder) {
    MetadataUpdateParser.fromJson(update.match(new IcebergUpdates())).applyTo(builder);
  }

  private static String action(String name, Consumer<JsonOut> content) {
    return JsonOut.text(
        out ->
            out.object(
                () -> {
                  out.text("action", name);
                  content.accept(out);
                }));
  }

  @Override
  public String assignUuid(MetadataUpdate.AssignUuid update) {
    return action("assign-uuid", out -> out.text("uuid", update.uuid().toString()));
  }

  @Override
  public String upgradeFormatVersion(MetadataUpdate.UpgradeFormatVersion update) {
    return action(
        "upgrade-format-version", out -> out.number("format-version", update.formatVersion()));
  }

  @Override
  public String addSchema(MetadataUpdate.AddSchema update) {
    return action("add-schema", out -> out.raw("schema", SchemaJson.write(update.schema())));
  }

  @Override
  public String setCurrentSchema(MetadataUpdate.SetCurrentSchema update) {
    return action("set-current-schema", out -> out.number("schema-id", update.schemaId()));
  }

  @Override
  public String addSpec(MetadataUpdate.AddSpec update) {
    return action(
        "add-spec",
        out -> {
          out.name("spec");
          SpecJson.write(out, update.spec(), UnknownFields.none());
        });
  }

  @Override
  public String setDefaultSpec(MetadataUpdate.SetDefaultSpec update) {
    return action("set-default-spec", out -> out.number("spec-id", update.specId()));
  }

  @Override
  public String addSortOrder(MetadataUpdate.AddSortOrder update) {
    return action(
        "add-sort-order",
        out -> {
          out.name("sort-order");
          SortOrderJson.write(out, update.sortOrder(), UnknownFields.none());
        });
  }

  @Override
  public String setDefaultSortOrder(MetadataUpdate.SetDefaultSortOrder update) {
    return action(
        "set-default-sort-order", out -> out.number("sort-order-id", update.sortOrderId()));
  }

  @Override
  public String addSnapshot(MetadataUpdate.AddSnapshot update) {
    return action(
        "add-snapshot",
        out -> {
          out.name("snapshot");
          SnapshotJson.write(out, update.snapshot(), UnknownFields.none());
        });
  }

  @Override
  public String setSnapshotRef(MetadataUpdate.SetSnapshotRef update) {
    SnapshotRef ref = update.ref();
    return action(
        "set-snapshot-ref",
        out -> {
          out.text("ref-name", update.name());
          out.number("snapshot-id", ref.snapshotId());
          out.text("type", ref.type().name().toLowerCase(Locale.ROOT));
          out.number("min-snapshots-to-keep", ref.minSnapshotsToKeep());
          out.number("max-snapshot-age-ms", ref.maxSnapshotAgeMillis());
          out.number("max-ref-age-ms", ref.maxRefAgeMillis());
        });
  }

  @Override
  public String removeSnapshots(MetadataUpdate.RemoveSnapshots update) {
    return action(
        "remove-snapshots", out -> out.array("snapshot-ids", update.snapshotIds(), out::number));
  }

  @Override
  public String removeSnapshotRef(MetadataUpdate.RemoveSnapshotRef update) {
    return action("remove-snapshot-ref", out -> out.text("ref-name", update.name()));
  }

  @Override
  public String setLocation(MetadataUpdate.SetLocation update) {
    return action("set-location", out -> out.text("location", update.location()));
  }

  @Override
  public String setProperties(MetadataUpdate.SetProperties update) {
    return action("set-properties", out -> out.textMap("updates", update.properties()));
  }

  @Override
  public String removeProperties(MetadataUpdate.RemoveProperties update) {
    return action("remove-properties", out -> out.array("removals", update.keys(), out::text));
  }

  @Override
  public String setStatistics(MetadataUpdate.SetStatistics update) {
    return action(
        "set-statistics",
        out -> {
          out.number("snapshot-id", update.statistics().snapshotId());
          out.name("statistics");
          StatisticsJson.write(out, update.statistics(), UnknownFields.none());
        });
  }

  @Override
  public String removeStatistics(MetadataUpdate.RemoveStatistics update) {
    return action("remove-statistics", out -> out.number("snapshot-id", update.snapshotId()));
  }

  @Override
  public String setPartitionStatistics(MetadataUpdate.SetPartitionStatistics update) {
    return action(
        "set-partition-statistics",
        out -> {
          out.name("partition-statistics");
          StatisticsJson.writePartition(out, update.statistics(), UnknownFields.none());
        });
  }

  @Override
  public String removePartitionStatistics(MetadataUpdate.RemovePartitionStatistics update) {
    return action(
        "remove-partition-statistics", out -> out.number("snapshot-id", update.snapshotId()));
  }

  @Override
  public String removePartitionSpecs(MetadataUpdate.RemovePartitionSpecs update) {
    return action(
        "remove-partition-specs", out -> out.array("spec-ids", update.specIds(), out::number));
  }

  @Override
  public String removeSchemas(MetadataUpdate.RemoveSchemas update) {
    return action(
        "remove-schemas", out -> out.array("schema-ids", update.schemaIds(), out::number));
  }

  @Override
  public String addEncryptionKey(MetadataUpdate.AddEncryptionKey update) {
    return action(
        "add-encryption-key",
        out -> {
          out.name("encryption-key");
          EncryptedKeyJson.write(out, update.key(), UnknownFields.none());
        });
  }

  @Override
  public String removeEncryptionKey(MetadataUpdate.RemoveEncryptionKey update) {
    return action("remove-encryption-key", out -> out.text("key-id", update.keyId()));
  }
}
