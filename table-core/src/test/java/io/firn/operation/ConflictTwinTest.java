package io.firn.operation;

import static io.firn.operation.PreparedChange.A1;
import static io.firn.operation.PreparedChange.A2;
import static io.firn.operation.PreparedChange.B1;
import static io.firn.operation.PreparedChange.BASE_DELETES;
import static io.firn.operation.PreparedChange.data;
import static io.firn.operation.PreparedChange.deletes;
import static io.firn.operation.PreparedChange.positions;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.firn.conflict.Conflict;
import io.firn.conflict.Guard;
import io.firn.error.FirnException;
import io.firn.io.memory.MemoryStorage;
import io.firn.model.DataFile;
import io.firn.model.FileContent;
import io.firn.model.TableMetadata;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Function;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.RowDelta;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.SnapshotUpdate;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.exceptions.ValidationException;
import org.apache.iceberg.inmemory.InMemoryCatalog;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Every kind of operation against every kind of commit that landed since it read the table: Firn
 * refuses where Apache Iceberg refuses, for the same reason, and commits where Iceberg commits.
 */
@Tag("iceberg-oracle")
final class ConflictTwinTest {
  private static final List<String> REASONS =
      List.of(
          "Found conflicting files that can contain records matching",
          "Found conflicting deleted files that can",
          "Found new conflicting delete files that can apply to records matching",
          "Found concurrently added DV for",
          "Cannot commit, missing data files",
          "Cannot commit, found new delete for replaced data file",
          "Cannot commit, found new position delete for replaced data file",
          "Missing required files to delete",
          "Cannot delete file where some, but not all, rows match filter");

  private final InMemoryCatalog catalog = IcebergTables.catalog();
  private int tables;

  @Test
  void firnRefusesWhatIcebergRefusesInFormatVersion2() {
    int refused = compare(2);
    assertTrue(refused > 150, refused + " refusals");
  }

  @Test
  void firnRefusesWhatIcebergRefusesInFormatVersion3() {
    int refused = compare(3);
    assertTrue(refused > 150, refused + " refusals");
  }

  /** What others did since the operation read the table. */
  private static Map<String, Consumer<Table>> landed(int version) {
    Map<String, Consumer<Table>> landed = new LinkedHashMap<>();
    landed.put("nothing", t -> {});
    landed.put("append to a", t -> append(t, data("n1", "a", 30)));
    landed.put("append to b", t -> append(t, data("n1", "b", 30)));
    landed.put("overwrite in a", t -> overwrite(t, A1, data("n2", "a", 0)));
    landed.put("overwrite in b", t -> overwrite(t, B1, data("n2", "b", 20)));
    landed.put("delete a1", t -> t.newDelete().deleteFile(IcebergFiles.data(t, A1)).commit());
    landed.put("delete b1", t -> t.newDelete().deleteFile(IcebergFiles.data(t, B1)).commit());
    landed.put("deletes in a1", t -> delete(t, positions(version, "l1", A1)));
    landed.put(
        "deletes in a2",
        t -> {
          var delta = delta(t).addDeletes(IcebergFiles.delete(t, positions(version, "l1", A2)));
          if (version > 2) {
            delta.removeDeletes(IcebergFiles.delete(t, positions(version, BASE_DELETES, A2)));
          }
          delta.commit();
        });
    landed.put("deletes in b1", t -> delete(t, positions(version, "l1", B1)));
    landed.put(
        "equality deletes in a",
        t -> delete(t, deletes(FileContent.EQUALITY_DELETES, "l2", "a", Optional.empty())));
    landed.put(
        "equality deletes in b",
        t -> delete(t, deletes(FileContent.EQUALITY_DELETES, "l2", "b", Optional.empty())));
    landed.put("append of low ids to b", t -> append(t, data("n5", "b", 0)));
    landed.put(
        "merge-on-read update in a1",
        t ->
            delta(t)
                .addDeletes(IcebergFiles.delete(t, positions(version, "l4", A1)))
                .addRows(IcebergFiles.data(t, data("n6", "a", 0)))
                .commit());
    landed.put(
        "merge-on-read update in b1",
        t ->
            delta(t)
                .addRows(IcebergFiles.data(t, data("n6", "b", 0)))
                .addDeletes(
                    IcebergFiles.delete(
                        t, deletes(FileContent.EQUALITY_DELETES, "l5", "b", Optional.empty())))
                .commit());
    landed.put(
        "rewrite of deletes",
        t ->
            t.newRewrite()
                .validateFromSnapshot(t.currentSnapshot().snapshotId())
                .deleteFile(IcebergFiles.delete(t, positions(version, BASE_DELETES, A2)))
                .addFile(IcebergFiles.delete(t, positions(version, "l6", A2)))
                .commit());
    landed.put("rewrite of a", t -> rewrite(t, Set.of(A1, A2), data("n3", "a", 0)));
    landed.put("rewrite of b", t -> rewrite(t, Set.of(B1), data("n3", "b", 20)));
    landed.put(
        "replace a",
        t -> t.newReplacePartitions().addFile(IcebergFiles.data(t, data("n4", "a", 40))).commit());
    if (version == 2) {
      landed.put(
          "deletes that name a2",
          t ->
              delete(t, deletes(FileContent.POSITION_DELETES, "l3.parquet", "a", Optional.of(A2))));
    }
    return landed;
  }

  private static void append(Table table, DataFile file) {
    table.newFastAppend().appendFile(IcebergFiles.data(table, file)).commit();
  }

  private static void overwrite(Table table, DataFile old, DataFile file) {
    table
        .newOverwrite()
        .deleteFile(IcebergFiles.data(table, old))
        .addFile(IcebergFiles.data(table, file))
        .commit();
  }

  private static void delete(Table table, DataFile file) {
    delta(table).addDeletes(IcebergFiles.delete(table, file)).commit();
  }

  private static RowDelta delta(Table table) {
    return table.newRowDelta().validateFromSnapshot(table.currentSnapshot().snapshotId());
  }

  private static void rewrite(Table table, Set<DataFile> old, DataFile file) {
    var rewrite = table.newRewrite().validateFromSnapshot(table.currentSnapshot().snapshotId());
    old.forEach(f -> rewrite.deleteFile(IcebergFiles.data(table, f)));
    rewrite.addFile(IcebergFiles.data(table, file)).commit();
  }

  private int compare(int version) {
    int refused = 0;
    for (Map.Entry<String, Consumer<Table>> other : landed(version).entrySet()) {
      Table table = create(version);
      List.of(A1, A2, B1).forEach(f -> append(table, f));
      delete(table, positions(version, BASE_DELETES, A2));
      long base = table.currentSnapshot().snapshotId();
      other.getValue().accept(table);
      table.refresh();
      MemoryStorage storage = metadataFiles(table);
      TableMetadata metadata = IcebergTables.metadata(table);
      Map<String, Optional<String>> answers = new HashMap<>();
      Map<String, Optional<String>> plans = new HashMap<>();
      for (PreparedChange pending : PreparedChange.all(version, base)) {
        String where = "version " + version + ": " + other.getKey() + " < " + pending.name();
        Optional<String> iceberg =
            answers.computeIfAbsent(
                pending.icebergName(onlyAppends(table, base)),
                name -> iceberg(pending.iceberg(onlyAppends(table, base)), table));
        Optional<String> firn =
            refusal(pending, metadata, storage, base)
                .or(
                    () ->
                        plans.computeIfAbsent(
                            pending.kind(), kind -> failure(pending, metadata, storage, base)));
        assertEquals(iceberg.map(this::reason), firn.map(this::reason), where + iceberg + firn);
        refused += iceberg.isPresent() ? 1 : 0;
      }
    }
    return refused;
  }

  private static boolean onlyAppends(Table table, long base) {
    for (Snapshot s = table.currentSnapshot(); s.snapshotId() != base; ) {
      if (!s.operation().equals("append")) {
        return false;
      }
      s = table.snapshot(s.parentId());
    }
    return true;
  }

  private Table create(int version) {
    Schema schema =
        new Schema(
            Types.NestedField.required(1, "id", Types.LongType.get()),
            Types.NestedField.optional(2, "category", Types.StringType.get()));
    return catalog
        .buildTable(TableIdentifier.of("db", "t" + tables++), schema)
        .withPartitionSpec(PartitionSpec.builderFor(schema).identity("category").build())
        .withProperty("format-version", Integer.toString(version))
        // Whole files decide, as in Iceberg.
        .withProperty("commit.rebase.enabled", "false")
        .create();
  }

  /** The manifests and manifest lists of the table, where Firn finds them. */
  private static MemoryStorage metadataFiles(Table table) {
    MemoryStorage storage = new MemoryStorage();
    Set<String> locations = new HashSet<>();
    for (Snapshot snapshot : table.snapshots()) {
      locations.add(snapshot.manifestListLocation());
      snapshot.allManifests(table.io()).forEach(m -> locations.add(m.path()));
    }
    for (String location : locations) {
      try (InputStream in = table.io().newInputFile(location).newStream()) {
        storage.newOutputFile(location).createExclusive(in.readAllBytes());
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return storage;
  }

  /** Why Iceberg refuses; empty when it does not. Commits nothing. */
  private static Optional<String> iceberg(Function<Table, SnapshotUpdate<?>> update, Table table) {
    try {
      update.apply(table).apply();
      return Optional.empty();
    } catch (ValidationException e) {
      return Optional.of(e.getMessage());
    }
  }

  /** Why Firn's rules refuse; empty when they do not. */
  private static Optional<String> refusal(
      PreparedChange pending, TableMetadata metadata, MemoryStorage storage, long base) {
    for (Guard guard : pending.firn().apply(OptionalLong.of(base)).guards()) {
      Optional<Conflict> conflict = guard.check(metadata, storage, () -> 0);
      if (conflict.isPresent()) {
        assertTrue(conflict.get().landed().isPresent(), conflict.get().what());
        return conflict.map(Conflict::describe);
      }
    }
    return Optional.empty();
  }

  /** Why Firn cannot plan what no rule refuses. Does not depend on the isolation level. */
  private static Optional<String> failure(
      PreparedChange pending, TableMetadata metadata, MemoryStorage storage, long base) {
    Planning planning =
        new Planning(
            "t",
            Optional.of(metadata),
            new MetadataFiles(storage, UUID.randomUUID(), new Random()::nextLong),
            metadata.lastUpdatedMillis(),
            1,
            0);
    try {
      pending.firn().apply(OptionalLong.of(base)).planOn(planning);
      return Optional.empty();
    } catch (FirnException e) {
      return Optional.of(e.getMessage());
    }
  }

  private String reason(String message) {
    return REASONS.stream().filter(message::contains).findFirst().orElse(message);
  }
}
