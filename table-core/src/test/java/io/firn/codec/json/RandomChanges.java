package io.firn.codec.json;

import io.firn.model.BlobMetadata;
import io.firn.model.EncryptedKey;
import io.firn.model.MetadataUpdate;
import io.firn.model.PartitionStatisticsFile;
import io.firn.model.Snapshot;
import io.firn.model.SnapshotRef;
import io.firn.model.SortOrder;
import io.firn.model.StatisticsFile;
import io.firn.model.TableChange;
import io.firn.model.TableMetadata;
import io.firn.partition.PartitionSpec;
import io.firn.types.Schema;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;

/** Random changes that make sense on a table, as different writers would bring them. */
public final class RandomChanges {
  private final RandomSchemas schemas;
  private final Random random;
  private long timestampMillis;

  /** Snapshots are a millisecond apart, from {@code firstMillis} on. */
  public RandomChanges(RandomSchemas schemas, long firstMillis) {
    this.schemas = schemas;
    this.random = schemas.random();
    this.timestampMillis = firstMillis;
  }

  public TableChange creation(int formatVersion) {
    Schema schema = schemas.schema(1);
    return new TableChange(
        List.of(),
        List.of(
            new MetadataUpdate.AssignUuid(new UUID(random.nextLong(), random.nextLong())),
            new MetadataUpdate.UpgradeFormatVersion(formatVersion),
            new MetadataUpdate.SetLocation("file:/tables/t" + random.nextInt(100)),
            new MetadataUpdate.AddSchema(schema),
            new MetadataUpdate.SetCurrentSchema(MetadataUpdate.LAST_ADDED),
            new MetadataUpdate.AddSpec(schemas.spec(schema, 0, 1000)),
            new MetadataUpdate.SetDefaultSpec(MetadataUpdate.LAST_ADDED),
            new MetadataUpdate.AddSortOrder(schemas.order(schema, 1)),
            new MetadataUpdate.SetDefaultSortOrder(MetadataUpdate.LAST_ADDED),
            new MetadataUpdate.SetProperties(Map.of("owner", "ä\"\\\n", "k", ""))));
  }

  public TableChange next(TableMetadata base) {
    List<MetadataUpdate> updates =
        switch (random.nextInt(14)) {
          case 0, 1, 2, 3, 4 -> snapshots(base);
          case 5 -> refs(base);
          case 6 -> removeRef(base);
          case 7 -> removeSnapshots(base);
          case 8 -> statistics(base);
          case 9 -> schema(base);
          case 10 -> spec(base);
          case 11 -> order(base);
          case 12 -> properties(base);
          default -> rare(base);
        };
    return new TableChange(List.of(), updates);
  }

  private List<MetadataUpdate> snapshots(TableMetadata base) {
    List<MetadataUpdate> updates = new ArrayList<>();
    OptionalLong parent = base.currentSnapshotId();
    long sequenceNumber = base.lastSequenceNumber();
    long nextRowId = base.nextRowId();
    for (int i = 1 + random.nextInt(2); i > 0; i--) {
      Snapshot snapshot = snapshot(base, parent, ++sequenceNumber, nextRowId);
      updates.add(new MetadataUpdate.AddSnapshot(snapshot));
      nextRowId += snapshot.addedRows().orElse(0);
      String branch = random.nextInt(4) == 0 ? "b" + random.nextInt(3) : SnapshotRef.MAIN;
      boolean tag = base.ref(branch).filter(r -> !r.isBranch()).isPresent();
      if (random.nextInt(8) > 0 && !tag) {
        SnapshotRef ref =
            base.ref(branch)
                .map(r -> r.at(snapshot.snapshotId()))
                .orElse(SnapshotRef.branch(snapshot.snapshotId()));
        updates.add(new MetadataUpdate.SetSnapshotRef(branch, ref));
        parent = OptionalLong.of(snapshot.snapshotId());
      }
    }
    return updates;
  }

  private Snapshot snapshot(
      TableMetadata base, OptionalLong parent, long sequenceNumber, long nextRowId) {
    long id = random.nextLong() & Long.MAX_VALUE;
    boolean rowIds = base.formatVersion() >= 3;
    return new Snapshot(
        id,
        parent,
        sequenceNumber,
        ++timestampMillis,
        Map.of("operation", "append", "added-records", "" + random.nextInt(100), "x", "\u2028"),
        Optional.of("file:/m/snap-" + id + ".avro"),
        List.of(),
        OptionalInt.of(base.currentSchemaId()),
        rowIds ? OptionalLong.of(nextRowId) : OptionalLong.empty(),
        rowIds ? OptionalLong.of(random.nextInt(1000)) : OptionalLong.empty(),
        rowIds && random.nextInt(4) == 0 ? Optional.of("key-1") : Optional.empty());
  }

  private Optional<Long> anySnapshot(TableMetadata base) {
    return base.snapshots().isEmpty()
        ? Optional.empty()
        : Optional.of(base.snapshots().get(random.nextInt(base.snapshots().size())).snapshotId());
  }

  private List<MetadataUpdate> refs(TableMetadata base) {
    return anySnapshot(base)
        .<List<MetadataUpdate>>map(
            id -> {
              boolean main = random.nextInt(4) == 0;
              boolean tag = !main && random.nextBoolean();
              SnapshotRef ref =
                  new SnapshotRef(
                      id,
                      tag ? SnapshotRef.RefType.TAG : SnapshotRef.RefType.BRANCH,
                      tag || main ? OptionalInt.empty() : OptionalInt.of(1 + random.nextInt(5)),
                      tag || main ? OptionalLong.empty() : OptionalLong.of(1 + random.nextInt(99)),
                      main ? OptionalLong.empty() : OptionalLong.of(1L << 40));
              String name = main ? SnapshotRef.MAIN : (tag ? "t" : "b") + random.nextInt(3);
              return List.of(new MetadataUpdate.SetSnapshotRef(name, ref));
            })
        .orElse(List.of());
  }

  private List<MetadataUpdate> removeRef(TableMetadata base) {
    List<String> names = new ArrayList<>(base.refs().keySet());
    return names.isEmpty()
        ? List.of()
        : List.of(new MetadataUpdate.RemoveSnapshotRef(names.get(random.nextInt(names.size()))));
  }

  private List<MetadataUpdate> removeSnapshots(TableMetadata base) {
    Set<Long> ids = new HashSet<>();
    for (Snapshot snapshot : base.snapshots()) {
      boolean current =
          base.currentSnapshotId().isPresent()
              && base.currentSnapshotId().getAsLong() == snapshot.snapshotId();
      if (random.nextInt(current ? 12 : 4) == 0) {
        ids.add(snapshot.snapshotId());
      }
    }
    return ids.isEmpty() ? List.of() : List.of(new MetadataUpdate.RemoveSnapshots(ids));
  }

  private List<MetadataUpdate> statistics(TableMetadata base) {
    return anySnapshot(base)
        .<List<MetadataUpdate>>map(
            id ->
                switch (random.nextInt(4)) {
                  case 0 -> List.of(new MetadataUpdate.RemoveStatistics(id));
                  case 1 -> List.of(new MetadataUpdate.RemovePartitionStatistics(id));
                  case 2 ->
                      List.of(
                          new MetadataUpdate.SetPartitionStatistics(
                              new PartitionStatisticsFile(id, "file:/m/p" + id, 12)));
                  default -> List.of(new MetadataUpdate.SetStatistics(statisticsFile(id)));
                })
        .orElse(List.of());
  }

  private static StatisticsFile statisticsFile(long snapshotId) {
    return new StatisticsFile(
        snapshotId,
        "file:/m/" + snapshotId + ".stats",
        413,
        42,
        Optional.empty(),
        List.of(
            new BlobMetadata(
                "apache-datasketches-theta-v1", snapshotId, 3, List.of(1, 2), Map.of("ndv", "7")),
            new BlobMetadata("other", snapshotId, 4, List.of(), Map.of())));
  }

  private List<MetadataUpdate> schema(TableMetadata base) {
    Schema grown = schemas.grown(base.schema(), base.lastColumnId() + 1);
    return List.of(
        new MetadataUpdate.AddSchema(grown),
        new MetadataUpdate.SetCurrentSchema(MetadataUpdate.LAST_ADDED));
  }

  private List<MetadataUpdate> spec(TableMetadata base) {
    PartitionSpec spec = schemas.spec(base.schema(), 0, base.lastPartitionId() + 1);
    boolean known = base.partitionSpecs().stream().anyMatch(s -> s.isCompatibleWith(spec));
    return known
        ? List.of()
        : List.of(
            new MetadataUpdate.AddSpec(spec),
            new MetadataUpdate.SetDefaultSpec(MetadataUpdate.LAST_ADDED));
  }

  private List<MetadataUpdate> order(TableMetadata base) {
    SortOrder order = schemas.order(base.schema(), 9);
    boolean known = base.sortOrders().stream().anyMatch(o -> o.fields().equals(order.fields()));
    return known
        ? List.of()
        : List.of(
            new MetadataUpdate.AddSortOrder(order),
            new MetadataUpdate.SetDefaultSortOrder(MetadataUpdate.LAST_ADDED));
  }

  private List<MetadataUpdate> properties(TableMetadata base) {
    return random.nextBoolean()
        ? List.of(new MetadataUpdate.SetProperties(Map.of("k" + random.nextInt(4), "v")))
        : List.of(new MetadataUpdate.RemoveProperties(Set.of("k" + random.nextInt(4), "none")));
  }

  private List<MetadataUpdate> rare(TableMetadata base) {
    Set<Integer> otherSpecs =
        base.partitionSpecs().stream()
            .map(PartitionSpec::specId)
            .filter(id -> id != base.defaultSpecId())
            .collect(Collectors.toSet());
    Set<Integer> otherSchemas =
        base.schemas().stream()
            .map(Schema::schemaId)
            .filter(id -> id != base.currentSchemaId())
            .collect(Collectors.toSet());
    return switch (random.nextInt(6)) {
      case 0 -> List.of(new MetadataUpdate.SetLocation("file:/moved" + random.nextInt(3)));
      case 1 ->
          otherSpecs.isEmpty()
              ? List.of()
              : List.of(new MetadataUpdate.RemovePartitionSpecs(otherSpecs));
      case 2 ->
          otherSchemas.isEmpty()
              ? List.of()
              : List.of(new MetadataUpdate.RemoveSchemas(otherSchemas));
      case 3 -> List.of(new MetadataUpdate.UpgradeFormatVersion(Math.max(2, base.formatVersion())));
      case 4 ->
          base.formatVersion() < 3
              ? List.of()
              : List.of(
                  new MetadataUpdate.AddEncryptionKey(
                      new EncryptedKey(
                          "key-" + random.nextInt(3),
                          "AAEC",
                          Optional.of("kek"),
                          Map.of("a", "b"))));
      default ->
          base.encryptionKeys().isEmpty()
              ? List.of()
              : List.of(
                  new MetadataUpdate.RemoveEncryptionKey(base.encryptionKeys().get(0).keyId()));
    };
  }
}
