package io.firn.bench;

import io.firn.catalog.hadoop.PathTableStore;
import io.firn.commit.Committer;
import io.firn.io.Storage;
import io.firn.io.local.LocalStorage;
import io.firn.maintenance.ExpiredFiles;
import io.firn.maintenance.orphans.EqualPrefixes;
import io.firn.maintenance.orphans.OrphanFiles;
import io.firn.maintenance.orphans.PrefixMismatch;
import io.firn.model.ColumnStats;
import io.firn.model.DataFile;
import io.firn.model.TableMetadata;
import io.firn.operation.Append;
import io.firn.operation.ExpireSnapshots;
import io.firn.operation.NewTable;
import io.firn.operation.RewriteFiles;
import io.firn.operation.RewriteManifests;
import io.firn.operation.SnapshotOptions;
import io.firn.partition.PartitionField;
import io.firn.partition.PartitionSpec;
import io.firn.partition.Transform;
import io.firn.relocate.DeleteFileCopy;
import io.firn.relocate.PathPrefix;
import io.firn.relocate.RelocatedTable;
import io.firn.relocate.RelocationRequest;
import io.firn.relocate.TableRelocation;
import io.firn.scan.SnapshotManifests;
import io.firn.scan.Tally;
import io.firn.table.Table;
import io.firn.types.Field;
import io.firn.types.Schema;
import io.firn.types.SimpleType;
import io.firn.types.SingleValue;
import io.firn.types.StructValue;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * Maintenance of a table with many snapshots and files: {@code ./firn scale [snapshots] [files]}.
 * Builds the table on the local disk, all of it but the content of the data files, and prints how
 * long each step takes and how much heap it needs. Every tenth commit compacts two files of each
 * commit before it, so that there is something to expire.
 */
public final class MaintenanceScale {
  private static final int COLUMNS = 10;
  private static final int PARTITIONS = 50;
  private static final int STRAYS = 1000;
  private static final int COMPACTED = 2;

  private final Storage storage = new LocalStorage();
  private final Committer committer = Committer.system();
  private final HeapWatch heap = new HeapWatch();
  private final Path directory;
  private final PathTableStore store;
  private final int snapshots;
  private final int files;

  private MaintenanceScale(Path directory, int snapshots, int files) {
    this.directory = directory;
    this.store = PathTableStore.at(storage, directory.toString());
    this.snapshots = snapshots;
    this.files = files;
  }

  public static void main(String[] args) throws IOException {
    int snapshots = args.length > 0 ? Integer.parseInt(args[0]) : 1000;
    int files = args.length > 1 ? Integer.parseInt(args[1]) : 100_000;
    Path directory = Files.createTempDirectory("firn-scale");
    try {
      new MaintenanceScale(directory.resolve("t"), snapshots, files).run();
    } finally {
      try (Stream<Path> paths = Files.walk(directory)) {
        for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(path);
        }
      }
    }
  }

  private void run() throws IOException {
    System.out.printf(
        Locale.ROOT,
        "%,d snapshots, %,d files, heap of at most %,d MiB%n",
        snapshots,
        files,
        Runtime.getRuntime().maxMemory() >> 20);
    step("build", this::build);
    step("find orphan files, all at once", () -> orphans().all().size() + " files");
    step(
        "remove orphan files, streamed",
        () -> {
          long[] count = {0};
          orphans()
              .each(
                  10_000,
                  group -> {
                    count[0] += group.size();
                    storage.deleteAll(group);
                  });
          return count[0] + " files";
        });
    step("rewrite table path", this::relocate);
    step("rewrite manifests", this::rewriteManifests);
    step("expire snapshots", this::expire);
    step("find orphan files after it", () -> orphans().all().size() + " files");
    ImportScale imported = new ImportScale(directory.resolveSibling("imported"), files);
    step("make files to add", imported::build);
    step("add files", imported::add);
  }

  private interface Step {
    String run() throws IOException;
  }

  private void step(String name, Step step) throws IOException {
    heap.reset();
    long start = System.nanoTime();
    String result = step.run();
    System.out.printf(
        Locale.ROOT,
        "  %-32s %8.1f s, peak heap %,5d MiB, after a collection %,5d MiB: %s%n",
        name,
        (System.nanoTime() - start) / 1e9,
        heap.peak() >> 20,
        heap.mostAfterCollection() >> 20,
        result);
  }

  private String build() throws IOException {
    List<Field> columns = new ArrayList<>(List.of(Field.required(1, "p", SimpleType.LONG)));
    for (int i = 2; i <= COLUMNS; i++) {
      columns.add(Field.optional(i, "c" + i, SimpleType.LONG));
    }
    committer.create(
        store,
        new NewTable(
            UUID.randomUUID(),
            2,
            directory.toString(),
            Schema.of(columns.toArray(Field[]::new)),
            new PartitionSpec(
                0, List.of(new PartitionField(1, 1000, "p", Transform.parse("identity")))),
            Map.of()));
    for (int i = 0; i < PARTITIONS; i++) {
      Files.createDirectories(directory.resolve("data/p=" + i));
    }
    List<DataFile> compactable = new ArrayList<>();
    int perCommit = files / (snapshots - snapshots / 10);
    for (int commit = 0; commit < snapshots; commit++) {
      boolean compacts = commit % 10 == 9;
      List<DataFile> added = new ArrayList<>();
      for (int i = 0; i < (compacts ? 1 : perCommit); i++) {
        added.add(file(commit * perCommit + i));
      }
      if (compacts) {
        committer.commit(
            store,
            new RewriteFiles(
                SnapshotOptions.main(),
                store.load().metadata().currentSnapshotId(),
                compactable,
                List.of(),
                List.of(added.get(0)),
                List.of(),
                OptionalLong.empty()));
        compactable.clear();
      } else {
        committer.commit(store, new Append(SnapshotOptions.main(), added, Append.Mode.MERGE));
        compactable.addAll(added.subList(0, Math.min(COMPACTED, added.size())));
      }
    }
    for (int i = 0; i < STRAYS; i++) {
      Files.createFile(directory.resolve("data/p=0/stray-" + UUID.randomUUID() + ".parquet"));
    }
    return state();
  }

  private DataFile file(int number) throws IOException {
    long partition = number % PARTITIONS;
    String name = "data/p=%d/00000-%d-%s.parquet".formatted(partition, number, UUID.randomUUID());
    Files.createFile(directory.resolve(name));
    Map<Integer, Long> counts = new HashMap<>();
    Map<Integer, Long> nulls = new HashMap<>();
    Map<Integer, ByteBuffer> bounds = new HashMap<>();
    for (int column = 1; column <= COLUMNS; column++) {
      counts.put(column, 1000L + number % 7);
      nulls.put(column, 0L);
      bounds.put(column, SingleValue.toBytes(SimpleType.LONG, (long) number * column));
    }
    return DataFile.parquet(
            directory + "/" + name, 0, StructValue.of(partition), number % 10 == 0 ? 1 : 1000, 1000)
        .withStats(new ColumnStats(counts, counts, nulls, Map.of(), bounds, bounds));
  }

  private String state() {
    TableMetadata table = store.load().metadata();
    return "%,d snapshots, %,d manifests"
        .formatted(
            table.snapshots().size(),
            SnapshotManifests.read(storage, table.currentSnapshot().orElseThrow()).size());
  }

  private OrphanFiles orphans() {
    return OrphanFiles.of(
        Table.load(store),
        new OrphanFiles.Request(
            Optional.empty(),
            System.currentTimeMillis() + 1000,
            Optional.empty(),
            EqualPrefixes.standard(),
            PrefixMismatch.ERROR));
  }

  /** To a directory beside the table, which is not there. */
  private String relocate() {
    RelocatedTable relocated =
        new TableRelocation(
                storage,
                "t",
                store.load(),
                new RelocationRequest(
                    new PathPrefix(directory.toString(), directory + "-copy"),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.of(directory.resolveSibling("staging").toString()),
                    RelocationRequest.Listing.WRITE),
                MaintenanceScale::noDeletes,
                Tally.NOBODY)
            .run();
    return relocated.manifestCount() + " manifests";
  }

  private static List<Long> noDeletes(List<DeleteFileCopy> files) {
    if (!files.isEmpty()) {
      throw new IllegalStateException("The table has no deletes, and yet there are " + files);
    }
    return List.of();
  }

  private String rewriteManifests() {
    committer.commit(
        store, new RewriteManifests(SnapshotOptions.main(), OptionalInt.empty(), Optional.empty()));
    return state();
  }

  /** What the procedure does: the files are found before the commit and deleted after it. */
  private String expire() {
    ExpireSnapshots expiry =
        new ExpireSnapshots(
            OptionalLong.of(System.currentTimeMillis() + 1000),
            OptionalInt.of(1),
            Set.of(),
            ExpireSnapshots.Leftovers.KEEP);
    TableMetadata before = store.load().metadata();
    ExpiredFiles found =
        ExpiredFiles.find(
            storage, before, before, expiry.expired(before, System.currentTimeMillis()));
    committer.commit(store, expiry);
    StringBuilder deleted = new StringBuilder();
    for (ExpiredFiles.Kind kind : ExpiredFiles.Kind.values()) {
      List<String> paths = found.paths(kind);
      storage.deleteAll(paths);
      if (!paths.isEmpty()) {
        deleted.append(paths.size()).append(" ").append(kind).append(" ");
      }
    }
    return deleted.toString().trim();
  }
}
