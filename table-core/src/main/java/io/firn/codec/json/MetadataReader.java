package io.firn.codec.json;

import io.firn.error.UnsupportedFeatureException;
import io.firn.model.MetadataLogEntry;
import io.firn.model.PartitionStatisticsFile;
import io.firn.model.Snapshot;
import io.firn.model.SnapshotLogEntry;
import io.firn.model.SnapshotRef;
import io.firn.model.SortOrder;
import io.firn.model.StatisticsFile;
import io.firn.model.TableMetadata;
import io.firn.partition.PartitionSpec;
import io.firn.types.Schema;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;

/**
 * Reads one metadata object of version 1, 2 or 3. What v1 leaves out gets the value that the spec
 * prescribes for readers; a missing uuid becomes one that is made from the location, so that it is
 * the same at every load.
 */
final class MetadataReader {
  private static final long NO_SNAPSHOT = -1;

  private final JsonObject object;
  private final int formatVersion;
  private final Map<String, String> unknown = new LinkedHashMap<>();

  private MetadataReader(JsonObject object, int formatVersion) {
    this.object = object;
    this.formatVersion = formatVersion;
  }

  static TableMetadata read(JsonObject object) {
    int version = object.intValue("format-version");
    if (version < TableMetadata.MIN_SUPPORTED_VERSION
        || version > TableMetadata.MAX_SUPPORTED_VERSION) {
      throw new UnsupportedFeatureException(
          "format version "
              + version
              + " is not supported, only "
              + TableMetadata.MIN_SUPPORTED_VERSION
              + " to "
              + TableMetadata.MAX_SUPPORTED_VERSION
              + " are");
    }
    return new MetadataReader(object, version).read();
  }

  private TableMetadata read() {
    String location = object.text("location");
    Layout layout = readLayout();
    OptionalLong currentSnapshotId = currentSnapshotId();
    List<Snapshot> snapshots = object.objects("snapshots", o -> SnapshotJson.read(o, unknown));
    Map<String, SnapshotRef> refs = readRefs(currentSnapshotId);
    long lastSequenceNumber = lastSequenceNumber();
    requireConsistent(snapshots, currentSnapshotId, refs, lastSequenceNumber);
    List<SnapshotLogEntry> snapshotLog =
        object.objects("snapshot-log", o -> LogJson.readSnapshot(o, unknown));
    List<MetadataLogEntry> metadataLog =
        object.objects("metadata-log", o -> LogJson.readMetadata(o, unknown));
    List<StatisticsFile> statistics =
        object.objects("statistics", o -> StatisticsJson.read(o, unknown));
    List<PartitionStatisticsFile> partitionStatistics =
        object.objects("partition-statistics", o -> StatisticsJson.readPartition(o, unknown));
    UUID uuid = tableUuid(location);
    long lastUpdatedMillis = object.longValue("last-updated-ms");
    int lastColumnId = object.intValue("last-column-id");
    Map<String, String> properties = object.textMap("properties");
    var encryptionKeys = object.objects("encryption-keys", o -> EncryptedKeyJson.read(o, unknown));
    long nextRowId = nextRowId();
    object.keepRest("", unknown);
    return new TableMetadata(
        formatVersion,
        uuid,
        location,
        lastSequenceNumber,
        lastUpdatedMillis,
        lastColumnId,
        layout.schemas,
        layout.currentSchemaId,
        layout.specs,
        layout.defaultSpecId,
        layout.lastPartitionId,
        layout.sortOrders,
        layout.defaultSortOrderId,
        properties,
        currentSnapshotId,
        snapshots,
        snapshotLog,
        metadataLog,
        refs,
        statistics,
        partitionStatistics,
        nextRowId,
        encryptionKeys,
        Collections.unmodifiableMap(unknown));
  }

  /** Schemas, specs and sort orders with their current ids. */
  private record Layout(
      List<Schema> schemas,
      int currentSchemaId,
      List<PartitionSpec> specs,
      int defaultSpecId,
      int lastPartitionId,
      List<SortOrder> sortOrders,
      int defaultSortOrderId) {}

  private Layout readLayout() {
    List<Schema> schemas = readSchemas();
    int currentSchemaId = currentId("current-schema-id", "schemas", schemas.get(0).schemaId());
    if (schemas.stream().noneMatch(s -> s.schemaId() == currentSchemaId)) {
      throw dangling("current-schema-id", currentSchemaId, "schemas");
    }
    List<PartitionSpec> specs = readSpecs();
    int defaultSpecId = currentId("default-spec-id", "partition-specs", specs.get(0).specId());
    if (specs.stream().noneMatch(s -> s.specId() == defaultSpecId)) {
      throw dangling("default-spec-id", defaultSpecId, "partition-specs");
    }
    int lastPartitionId =
        lastPartitionId(
            specs.stream()
                .mapToInt(PartitionSpec::highestFieldId)
                .max()
                .orElse(PartitionSpec.NO_FIELD_ID));
    boolean unsorted = formatVersion == 1 && !object.has("sort-orders");
    List<SortOrder> sortOrders =
        unsorted
            ? List.of(SortOrder.unsorted())
            : object.objects("sort-orders", o -> SortOrderJson.read(o, unknown));
    int defaultSortOrderId = unsorted ? 0 : object.intValue("default-sort-order-id");
    if (sortOrders.stream().noneMatch(o -> o.orderId() == defaultSortOrderId)) {
      throw dangling("default-sort-order-id", defaultSortOrderId, "sort-orders");
    }
    requireDistinctIds(schemas, specs, sortOrders);
    return new Layout(
        schemas,
        currentSchemaId,
        specs,
        defaultSpecId,
        lastPartitionId,
        sortOrders,
        defaultSortOrderId);
  }

  private List<Schema> readSchemas() {
    boolean legacy = formatVersion == 1 && !object.has("schemas");
    object.has("schema");
    List<Schema> schemas =
        legacy
            ? List.of(SchemaJson.read(object.object("schema"), unknown))
            : object.objects("schemas", o -> SchemaJson.read(o, unknown));
    if (schemas.isEmpty()) {
      throw new JsonShapeException(object.pointer(), "no schemas");
    }
    return schemas;
  }

  private List<PartitionSpec> readSpecs() {
    boolean legacy = formatVersion == 1 && !object.has("partition-specs");
    object.has("partition-spec");
    List<PartitionSpec> specs =
        legacy
            ? List.of(
                SpecJson.readFields(
                    0,
                    object.pointerTo("partition-spec"),
                    object.required("partition-spec"),
                    unknown))
            : object.objects("partition-specs", o -> SpecJson.read(o, unknown));
    if (specs.isEmpty()) {
      throw new JsonShapeException(object.pointer(), "no partition-specs");
    }
    return specs;
  }

  /** The id field; a v1 file that has the single legacy value only has that one's id. */
  private int currentId(String idField, String listField, int onlyId) {
    boolean legacy = formatVersion == 1 && !object.has(listField);
    object.has(idField);
    return legacy ? onlyId : object.intValue(idField);
  }

  private int lastPartitionId(int highest) {
    OptionalInt last = object.optionalInt("last-partition-id");
    if (last.isEmpty() && formatVersion > 1) {
      return object.intValue("last-partition-id");
    }
    return last.orElse(highest);
  }

  private OptionalLong currentSnapshotId() {
    OptionalLong id = object.optionalLong("current-snapshot-id");
    return id.isPresent() && id.getAsLong() == NO_SNAPSHOT ? OptionalLong.empty() : id;
  }

  private Map<String, SnapshotRef> readRefs(OptionalLong currentSnapshotId) {
    Map<String, SnapshotRef> refs = new HashMap<>();
    if (object.has("refs")) {
      object
          .object("refs")
          .forEach(
              (name, at, node) ->
                  refs.put(name, RefJson.read(name, JsonObject.of(at, node), unknown)));
    }
    if (currentSnapshotId.isPresent()) {
      refs.putIfAbsent(SnapshotRef.MAIN, SnapshotRef.branch(currentSnapshotId.getAsLong()));
    }
    return Collections.unmodifiableMap(refs);
  }

  private long lastSequenceNumber() {
    return formatVersion == 1
        ? object.optionalLong("last-sequence-number").orElse(0)
        : object.longValue("last-sequence-number");
  }

  private long nextRowId() {
    return formatVersion < 3
        ? object.optionalLong("next-row-id").orElse(0)
        : object.longValue("next-row-id");
  }

  private UUID tableUuid(String location) {
    if (formatVersion == 1 && !object.has("table-uuid")) {
      return UUID.nameUUIDFromBytes(location.getBytes(StandardCharsets.UTF_8));
    }
    return object.uuid("table-uuid");
  }

  private void requireConsistent(
      List<Snapshot> snapshots,
      OptionalLong currentSnapshotId,
      Map<String, SnapshotRef> refs,
      long lastSequenceNumber) {
    Set<Long> ids = new HashSet<>();
    for (Snapshot snapshot : snapshots) {
      if (!ids.add(snapshot.snapshotId())) {
        throw new JsonShapeException(
            object.pointerTo("snapshots"),
            "snapshot " + snapshot.snapshotId() + " is listed twice");
      }
      if (snapshot.sequenceNumber() > lastSequenceNumber) {
        throw new JsonShapeException(
            object.pointerTo("snapshots"),
            "snapshot "
                + snapshot.snapshotId()
                + " has sequence number "
                + snapshot.sequenceNumber()
                + ", above last-sequence-number "
                + lastSequenceNumber);
      }
    }
    currentSnapshotId.ifPresent(
        id -> {
          if (!ids.contains(id)) {
            throw dangling("current-snapshot-id", id, "snapshots");
          }
        });
    refs.forEach((name, ref) -> requireRef(name, ref, ids, currentSnapshotId));
  }

  private void requireRef(
      String name, SnapshotRef ref, Set<Long> snapshotIds, OptionalLong currentSnapshotId) {
    if (!snapshotIds.contains(ref.snapshotId())) {
      throw new JsonShapeException(
          object.pointerTo("refs"),
          "the reference '" + name + "' points to the missing snapshot " + ref.snapshotId());
    }
    if (name.equals(SnapshotRef.MAIN)
        && (currentSnapshotId.isEmpty() || currentSnapshotId.getAsLong() != ref.snapshotId())) {
      throw new JsonShapeException(
          object.pointerTo("refs"),
          "the branch main is at snapshot "
              + ref.snapshotId()
              + ", but current-snapshot-id is not");
    }
  }

  private void requireDistinctIds(
      List<Schema> schemas, List<PartitionSpec> specs, List<SortOrder> sortOrders) {
    if (schemas.stream().map(Schema::schemaId).distinct().count() < schemas.size()) {
      throw new JsonShapeException(object.pointerTo("schemas"), "two schemas have the same id");
    }
    if (specs.stream().map(PartitionSpec::specId).distinct().count() < specs.size()) {
      throw new JsonShapeException(
          object.pointerTo("partition-specs"), "two partition specs have the same id");
    }
    if (sortOrders.stream().map(SortOrder::orderId).distinct().count() < sortOrders.size()) {
      throw new JsonShapeException(
          object.pointerTo("sort-orders"), "two sort orders have the same id");
    }
  }

  private JsonShapeException dangling(String field, long id, String list) {
    return new JsonShapeException(
        object.pointerTo(field), field + " is " + id + ", which is not among the " + list);
  }
}
