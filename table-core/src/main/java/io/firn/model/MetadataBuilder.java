package io.firn.model;

import io.firn.error.InvalidInputException;
import io.firn.error.UnsupportedFeatureException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * Makes a table's next metadata from its current one and a change (spec: Table Metadata; REST
 * specification: table updates). A pure function; requirements are not looked at, see {@link
 * Requirements}. Updates that make no sense are an {@link InvalidInputException}.
 */
public final class MetadataBuilder {
  private static final String ABSENT = "";

  private Optional<UUID> uuid;
  private int formatVersion;
  private String location;
  private final LayoutBuilder layout;
  private final HistoryBuilder history;
  private final Map<String, String> properties;
  private final List<EncryptedKey> encryptionKeys;

  private MetadataBuilder(
      Optional<UUID> uuid,
      int formatVersion,
      String location,
      LayoutBuilder layout,
      HistoryBuilder history,
      Map<String, String> properties,
      List<EncryptedKey> encryptionKeys) {
    this.uuid = uuid;
    this.formatVersion = formatVersion;
    this.location = location;
    this.layout = layout;
    this.history = history;
    this.properties = new LinkedHashMap<>(properties);
    this.encryptionKeys = new ArrayList<>(encryptionKeys);
  }

  /**
   * The base with the change applied; the base itself if the change changes nothing. {@code
   * nowMillis} is the time of the commit unless a snapshot of the change says it.
   */
  public static TableMetadata apply(TableMetadata base, TableChange change, long nowMillis) {
    return apply(base, ABSENT, change, nowMillis);
  }

  /**
   * As {@link #apply(TableMetadata, TableChange, long)}; {@code baseLocation}, the metadata file of
   * the base, goes into the metadata log. For catalogs that write metadata files themselves.
   */
  public static TableMetadata apply(
      TableMetadata base, String baseLocation, TableChange change, long nowMillis) {
    MetadataBuilder builder =
        new MetadataBuilder(
            Optional.of(base.tableUuid()),
            base.formatVersion(),
            base.location(),
            LayoutBuilder.from(base),
            HistoryBuilder.from(base, nowMillis),
            base.properties(),
            base.encryptionKeys());
    if (!builder.run(change)) {
      return base;
    }
    return builder.build(metadataLog(base, baseLocation, builder.properties), base);
  }

  /**
   * The first metadata of a table. The change must assign a uuid and set location, schema and
   * format version; the spec is unpartitioned and the order unsorted if it does not say.
   */
  public static TableMetadata create(TableChange change, long nowMillis) {
    MetadataBuilder builder =
        new MetadataBuilder(
            Optional.empty(),
            0,
            ABSENT,
            LayoutBuilder.empty(),
            HistoryBuilder.empty(nowMillis),
            Map.of(),
            List.of());
    builder.run(change);
    if (builder.uuid.isEmpty() || builder.formatVersion == 0 || builder.location.equals(ABSENT)) {
      throw new InvalidInputException(
          "A new table needs a uuid, a format version and a location: " + change.updates());
    }
    builder.layout.addMissing();
    return builder.build(List.of());
  }

  private boolean run(TableChange change) {
    Cases cases = new Cases();
    boolean changed = false;
    for (MetadataUpdate update : change.updates()) {
      changed |= update.match(cases);
    }
    return changed;
  }

  private static List<MetadataLogEntry> metadataLog(
      TableMetadata base, String baseLocation, Map<String, String> properties) {
    if (baseLocation.equals(ABSENT)) {
      return base.metadataLog();
    }
    int max =
        Math.max(
            1,
            TableProperties.intValue(
                properties,
                TableProperties.METADATA_PREVIOUS_VERSIONS_MAX,
                TableProperties.METADATA_PREVIOUS_VERSIONS_MAX_DEFAULT));
    List<MetadataLogEntry> log = new ArrayList<>(base.metadataLog());
    log.add(new MetadataLogEntry(base.lastUpdatedMillis(), baseLocation));
    return List.copyOf(log.subList(Math.max(0, log.size() - max), log.size()));
  }

  private TableMetadata build(List<MetadataLogEntry> metadataLog, TableMetadata base) {
    TableMetadata built = build(metadataLog);
    return built.withUnknownFields(SurvivingFields.of(base, built));
  }

  private TableMetadata build(List<MetadataLogEntry> metadataLog) {
    layout.check(formatVersion);
    return new TableMetadata(
        formatVersion,
        uuid.orElseThrow(),
        location,
        history.lastSequenceNumber(),
        history.lastUpdatedMillis(),
        layout.lastColumnId(),
        layout.schemas(),
        layout.currentSchemaId(),
        layout.specs(),
        layout.defaultSpecId(),
        layout.lastPartitionId(),
        layout.sortOrders(),
        layout.defaultSortOrderId(),
        Collections.unmodifiableMap(properties),
        history.currentSnapshotId(),
        history.snapshots(),
        history.snapshotLog(),
        metadataLog,
        history.refs(),
        history.statistics(),
        history.partitionStatistics(),
        history.nextRowId(),
        List.copyOf(encryptionKeys),
        Map.of());
  }

  /** Carries out one update; the result says whether it changed anything. */
  private final class Cases implements MetadataUpdate.Cases<Boolean> {

    @Override
    public Boolean assignUuid(MetadataUpdate.AssignUuid update) {
      if (uuid.isPresent() && !uuid.get().equals(update.uuid())) {
        throw new InvalidInputException(
            "Cannot change the table's uuid from " + uuid.get() + " to " + update.uuid());
      }
      boolean changed = uuid.isEmpty();
      uuid = Optional.of(update.uuid());
      return changed;
    }

    @Override
    public Boolean upgradeFormatVersion(MetadataUpdate.UpgradeFormatVersion update) {
      int version = update.formatVersion();
      if (version > TableMetadata.MAX_SUPPORTED_VERSION
          || version < TableMetadata.MIN_SUPPORTED_VERSION) {
        throw new UnsupportedFeatureException(
            "Cannot set the format version to "
                + version
                + ": supported are "
                + TableMetadata.MIN_SUPPORTED_VERSION
                + " to "
                + TableMetadata.MAX_SUPPORTED_VERSION);
      }
      if (version < formatVersion) {
        throw new InvalidInputException(
            "Cannot downgrade the table from format version " + formatVersion + " to " + version);
      }
      boolean changed = version != formatVersion;
      formatVersion = version;
      return changed;
    }

    @Override
    public Boolean addSchema(MetadataUpdate.AddSchema update) {
      return layout.addSchema(update.schema());
    }

    @Override
    public Boolean setCurrentSchema(MetadataUpdate.SetCurrentSchema update) {
      return layout.setCurrentSchema(update.schemaId());
    }

    @Override
    public Boolean addSpec(MetadataUpdate.AddSpec update) {
      return layout.addSpec(update.spec());
    }

    @Override
    public Boolean setDefaultSpec(MetadataUpdate.SetDefaultSpec update) {
      return layout.setDefaultSpec(update.specId());
    }

    @Override
    public Boolean addSortOrder(MetadataUpdate.AddSortOrder update) {
      return layout.addSortOrder(update.sortOrder());
    }

    @Override
    public Boolean setDefaultSortOrder(MetadataUpdate.SetDefaultSortOrder update) {
      return layout.setDefaultSortOrder(update.sortOrderId());
    }

    @Override
    public Boolean addSnapshot(MetadataUpdate.AddSnapshot update) {
      return history.addSnapshot(update.snapshot(), formatVersion);
    }

    @Override
    public Boolean setSnapshotRef(MetadataUpdate.SetSnapshotRef update) {
      return history.setRef(update.name(), update.ref());
    }

    @Override
    public Boolean removeSnapshots(MetadataUpdate.RemoveSnapshots update) {
      return history.removeSnapshots(update.snapshotIds());
    }

    @Override
    public Boolean removeSnapshotRef(MetadataUpdate.RemoveSnapshotRef update) {
      return history.removeRef(update.name());
    }

    @Override
    public Boolean setLocation(MetadataUpdate.SetLocation update) {
      boolean changed = !location.equals(update.location());
      location = update.location();
      return changed;
    }

    @Override
    public Boolean setProperties(MetadataUpdate.SetProperties update) {
      boolean changed = false;
      for (Map.Entry<String, String> entry : update.properties().entrySet()) {
        if (TableProperties.RESERVED.contains(entry.getKey())) {
          throw new InvalidInputException(
              "The property " + entry.getKey() + " is computed and cannot be stored");
        }
        changed |= !entry.getValue().equals(properties.put(entry.getKey(), entry.getValue()));
      }
      return changed;
    }

    @Override
    public Boolean removeProperties(MetadataUpdate.RemoveProperties update) {
      return properties.keySet().removeAll(update.keys());
    }

    @Override
    public Boolean setStatistics(MetadataUpdate.SetStatistics update) {
      return history.setStatistics(update.statistics());
    }

    @Override
    public Boolean removeStatistics(MetadataUpdate.RemoveStatistics update) {
      return history.removeStatistics(update.snapshotId());
    }

    @Override
    public Boolean setPartitionStatistics(MetadataUpdate.SetPartitionStatistics update) {
      return history.setPartitionStatistics(update.statistics());
    }

    @Override
    public Boolean removePartitionStatistics(MetadataUpdate.RemovePartitionStatistics update) {
      return history.removePartitionStatistics(update.snapshotId());
    }

    @Override
    public Boolean removePartitionSpecs(MetadataUpdate.RemovePartitionSpecs update) {
      return layout.removeSpecs(update.specIds());
    }

    @Override
    public Boolean removeSchemas(MetadataUpdate.RemoveSchemas update) {
      return layout.removeSchemas(update.schemaIds());
    }

    @Override
    public Boolean addEncryptionKey(MetadataUpdate.AddEncryptionKey update) {
      encryptionKeys.removeIf(k -> k.keyId().equals(update.key().keyId()));
      return encryptionKeys.add(update.key());
    }

    @Override
    public Boolean removeEncryptionKey(MetadataUpdate.RemoveEncryptionKey update) {
      return encryptionKeys.removeIf(k -> k.keyId().equals(update.keyId()));
    }
  }
}
