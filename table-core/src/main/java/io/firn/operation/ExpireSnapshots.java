package io.firn.operation;

import io.firn.error.InvalidInputException;
import io.firn.error.NotFoundException;
import io.firn.io.Storage;
import io.firn.model.ManifestFile;
import io.firn.model.MetadataUpdate;
import io.firn.model.Requirements;
import io.firn.model.Snapshot;
import io.firn.model.TableChange;
import io.firn.model.TableMetadata;
import io.firn.model.TableProperties;
import io.firn.scan.SnapshotManifests;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;

/**
 * Removes old snapshots, branches and tags from the table's metadata; it deletes no file. What is
 * not given is as the table's properties {@code history.expire.*} say.
 *
 * @param olderThanMillis snapshots before this time go, in milliseconds since the epoch
 * @param retainLast of each branch so many snapshots stay, however old
 * @param snapshotIds these go whatever their age, unless a branch or tag is at one of them
 */
public record ExpireSnapshots(
    OptionalLong olderThanMillis,
    OptionalInt retainLast,
    Set<Long> snapshotIds,
    Leftovers leftovers)
    implements Operation {

  /** What happens to partition specs and schemas that no snapshot needs any more. */
  public enum Leftovers {
    KEEP,
    REMOVE
  }

  public ExpireSnapshots {
    snapshotIds = Set.copyOf(snapshotIds);
    if (retainLast.orElse(1) < 1) {
      throw new InvalidInputException(
          "Number of snapshots to retain must be at least 1, cannot be: " + retainLast.getAsInt());
    }
  }

  @Override
  public String name() {
    return "expire snapshots";
  }

  /**
   * The ids of the snapshots that it would remove from the table at that time.
   *
   * @throws InvalidInputException if the table's files are not to be deleted, or a branch or tag is
   *     at a snapshot that is to go
   */
  public Set<Long> expired(TableMetadata table, long nowMillis) {
    requireGarbageCollection(table);
    RetainedSnapshots retained = RetainedSnapshots.of(table, this, nowMillis);
    Set<Long> expired = new HashSet<>();
    table.snapshots().forEach(s -> expired.add(s.snapshotId()));
    expired.removeAll(retained.snapshotIds());
    for (long id : snapshotIds) {
      requireFree(table, id, retained);
      expired.add(id);
    }
    return expired;
  }

  private static void requireGarbageCollection(TableMetadata table) {
    if (!TableProperties.booleanValue(table.properties(), TableProperties.GC_ENABLED, true)) {
      throw new InvalidInputException(
          "Cannot expire snapshots: GC is disabled (deleting files may corrupt other tables). The"
              + " table property gc.enabled is false");
    }
  }

  private static void requireFree(TableMetadata table, long id, RetainedSnapshots retained) {
    if (table.snapshot(id).isEmpty()) {
      throw new NotFoundException("Cannot find snapshot " + id + " to expire");
    }
    Set<String> names = new TreeSet<>();
    table
        .refs()
        .forEach(
            (name, ref) -> {
              if (ref.snapshotId() == id && !retained.expiredRefs().contains(name)) {
                names.add(name);
              }
            });
    if (!names.isEmpty()) {
      throw new InvalidInputException(
          "Cannot expire %d. Still referenced by refs: %s".formatted(id, names));
    }
  }

  @Override
  public TableChange planOn(Planning planning) {
    TableMetadata base = planning.table();
    Set<Long> expired = expired(base, planning.nowMillis());
    List<MetadataUpdate> updates = new ArrayList<>();
    for (String ref :
        RetainedSnapshots.of(base, this, planning.nowMillis()).expiredRefs().stream()
            .sorted()
            .toList()) {
      updates.add(new MetadataUpdate.RemoveSnapshotRef(ref));
    }
    if (!expired.isEmpty()) {
      updates.add(new MetadataUpdate.RemoveSnapshots(expired));
    }
    if (leftovers == Leftovers.REMOVE) {
      addLeftovers(base, expired, planning.files().storage(), updates);
    }
    return updates.isEmpty()
        ? new TableChange(List.of(), List.of())
        : new TableChange(Requirements.forUpdates(base, updates), updates);
  }

  private static void addLeftovers(
      TableMetadata base, Set<Long> expired, Storage storage, List<MetadataUpdate> updates) {
    Set<Integer> specs = new HashSet<>();
    Set<Integer> schemas = new HashSet<>();
    base.partitionSpecs().forEach(spec -> specs.add(spec.specId()));
    base.schemas().forEach(schema -> schemas.add(schema.schemaId()));
    specs.remove(base.defaultSpecId());
    schemas.remove(base.currentSchemaId());
    for (Snapshot snapshot : base.snapshots()) {
      if (expired.contains(snapshot.snapshotId())) {
        continue;
      }
      snapshot.schemaId().ifPresent(schemas::remove);
      if (!specs.isEmpty()) {
        for (ManifestFile manifest : SnapshotManifests.read(storage, snapshot)) {
          specs.remove(manifest.partitionSpecId());
        }
      }
    }
    if (!specs.isEmpty()) {
      updates.add(new MetadataUpdate.RemovePartitionSpecs(specs));
    }
    if (!schemas.isEmpty()) {
      updates.add(new MetadataUpdate.RemoveSchemas(schemas));
    }
  }
}
