package io.firn.commit;

import io.firn.catalog.MemoryTableStore;
import io.firn.catalog.MemoryTableStore.Fault;
import io.firn.catalog.MemoryTableStore.LoadFault;
import io.firn.catalog.SwapResult;
import io.firn.catalog.TableState;
import io.firn.catalog.TableStore;
import io.firn.error.CommitConflictException;
import io.firn.error.CommitFailedException;
import io.firn.error.CommitStateUnknownException;
import io.firn.error.StorageException;
import io.firn.expr.CaseSensitivity;
import io.firn.expr.Predicate;
import io.firn.io.Storage;
import io.firn.io.memory.MemoryStorage;
import io.firn.model.DataFile;
import io.firn.model.ManifestEntry;
import io.firn.model.Snapshot;
import io.firn.model.SnapshotRef;
import io.firn.model.TableChange;
import io.firn.model.TableMetadata;
import io.firn.operation.Append;
import io.firn.operation.Isolation;
import io.firn.operation.LiveFiles;
import io.firn.operation.NewTable;
import io.firn.operation.Operation;
import io.firn.operation.Overwrite;
import io.firn.operation.RewriteFiles;
import io.firn.operation.RowLevelCommand;
import io.firn.operation.SnapshotOptions;
import io.firn.operation.Statement;
import io.firn.partition.PartitionSpec;
import io.firn.types.Field;
import io.firn.types.Schema;
import io.firn.types.SimpleType;
import io.firn.types.StructValue;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Some writers that append, rewrite and compact files of one table at the same time, over a catalog
 * that loses requests and answers. All that happens follows from the seed.
 */
final class RaceSimulation {
  static final String LOCATION = "memory:/race";

  /** What a writer was told about one operation. */
  enum Told {
    COMMITTED,
    FAILED,
    UNKNOWN
  }

  /** One operation: the files it adds and removes, and what its writer was told. */
  record Try(String id, Set<String> added, Set<String> removed, Told told) {}

  final MemoryStorage storage = new MemoryStorage();
  final List<Try> tries = new ArrayList<>();

  /** The data files that are there: writers delete those of operations that surely failed. */
  final Set<String> dataFiles = new HashSet<>();

  final FakeTime time = new FakeTime();
  final MemoryTableStore store = new MemoryTableStore("lake.race", storage, time::millis);
  private final Random random;
  private final Turns turns;
  private final double faultRate;
  private final AtomicLong ids = new AtomicLong();
  private final Committer committer;

  RaceSimulation(long seed, double faultRate) {
    this.random = new Random(seed);
    this.turns = new Turns(random);
    this.faultRate = faultRate;
    this.committer =
        new Committer(
            time,
            () -> new UUID(random.nextLong(), random.nextLong()),
            () -> random.nextLong(Long.MAX_VALUE),
            millis -> {
              time.sleep(millis);
              turns.next();
            },
            random::nextDouble);
  }

  void run(int formatVersion, int writers, int operationsEach) {
    committer.create(
        store,
        new NewTable(
            new UUID(1, 1),
            formatVersion,
            LOCATION,
            Schema.of(Field.required(1, "id", SimpleType.LONG)),
            PartitionSpec.unpartitioned(),
            Map.of(
                "commit.manifest.min-count-to-merge",
                "4",
                "commit.retry.num-retries",
                "6",
                "commit.retry.min-wait-ms",
                "1",
                "commit.status-check.num-retries",
                "0")));
    List<Runnable> programs = new ArrayList<>();
    for (int w = 0; w < writers; w++) {
      programs.add(() -> write(operationsEach));
    }
    turns.play(programs);
    store.deliver();
  }

  private void write(int operations) {
    TableStore shaky = new ShakyStore();
    for (int i = 0; i < operations; i++) {
      turns.next();
      TableMetadata seen = store.metadata();
      turns.next();
      attempt(shaky, seen, "op-" + ids.incrementAndGet());
    }
  }

  private void attempt(TableStore shaky, TableMetadata seen, String id) {
    List<DataFile> live = live(seen);
    SnapshotOptions options =
        new SnapshotOptions(
            SnapshotRef.MAIN, SnapshotOptions.Publication.CURRENT, Map.of("op-id", id));
    int kind = live.size() < 2 ? 0 : random.nextInt(4);
    List<DataFile> added = kind == 3 ? List.of(file(id, 20)) : List.of(file(id, 10));
    List<DataFile> removed =
        kind < 2 ? List.of() : pick(live, kind == 3 ? 2 : 1 + random.nextInt(2));
    OptionalLong base = seen.currentSnapshotId();
    Operation operation =
        switch (kind) {
          case 0 -> new Append(options, added, Append.Mode.FAST);
          case 1 -> new Append(options, added, Append.Mode.MERGE);
          case 2 -> new Overwrite(options, statement(base), removed, added);
          default ->
              new RewriteFiles(
                  options, base, removed, List.of(), added, List.of(), OptionalLong.of(1));
        };
    added.forEach(f -> dataFiles.add(f.filePath()));
    tries.add(new Try(id, paths(added), paths(removed), commit(shaky, operation, added)));
  }

  private Told commit(TableStore shaky, Operation operation, List<DataFile> added) {
    try {
      committer.commit(shaky, operation);
      return Told.COMMITTED;
    } catch (CommitStateUnknownException e) {
      return Told.UNKNOWN;
    } catch (CommitConflictException | CommitFailedException | StorageException e) {
      added.forEach(f -> dataFiles.remove(f.filePath()));
      return Told.FAILED;
    }
  }

  private static Statement statement(OptionalLong base) {
    return new Statement(
        RowLevelCommand.UPDATE,
        base,
        Predicate.ALWAYS_TRUE,
        CaseSensitivity.SENSITIVE,
        Isolation.SNAPSHOT);
  }

  private List<DataFile> live(TableMetadata metadata) {
    List<DataFile> live = new ArrayList<>();
    if (metadata.currentSnapshot().isPresent()) {
      for (ManifestEntry entry :
          LiveFiles.entries(storage, metadata, metadata.currentSnapshot().get())) {
        if (entry.isLive()) {
          live.add(entry.file());
        }
      }
    }
    return live;
  }

  private List<DataFile> pick(List<DataFile> live, int count) {
    List<DataFile> rest = new ArrayList<>(live);
    List<DataFile> picked = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      picked.add(rest.remove(random.nextInt(rest.size())));
    }
    return picked;
  }

  private static DataFile file(String id, long records) {
    return DataFile.parquet(
        LOCATION + "/data/" + id + ".parquet", 0, StructValue.empty(), records, 100 * records);
  }

  private static Set<String> paths(List<DataFile> files) {
    Set<String> paths = new HashSet<>();
    files.forEach(f -> paths.add(f.filePath()));
    return paths;
  }

  /** The head of main with its ancestors, oldest first. */
  List<Snapshot> history() {
    TableMetadata metadata = store.metadata();
    List<Snapshot> history = new ArrayList<>();
    OptionalLong next = metadata.currentSnapshotId();
    while (next.isPresent()) {
      Snapshot snapshot = metadata.requireSnapshot(next.getAsLong());
      history.add(0, snapshot);
      next = snapshot.parentSnapshotId();
    }
    return history;
  }

  /** Takes turns, and loses messages. */
  private final class ShakyStore implements TableStore {

    @Override
    public String name() {
      return store.name();
    }

    @Override
    public Storage storage() {
      return storage;
    }

    @Override
    public TableState load() {
      turns.next();
      if (random.nextDouble() < faultRate / 4) {
        store.meet(LoadFault.FAILS);
      }
      return store.load();
    }

    @Override
    public SwapResult swap(TableState base, TableChange change) {
      turns.next();
      if (random.nextDouble() < faultRate) {
        store.deliver();
      }
      if (random.nextDouble() < faultRate) {
        Fault[] faults = {
          Fault.STALE,
          Fault.REFUSED,
          Fault.REQUEST_LOST,
          Fault.REQUEST_LOST_NAMELESS,
          Fault.REQUEST_DELAYED,
          Fault.ANSWER_LOST,
          Fault.ANSWER_LOST_NAMELESS,
          Fault.THROWS_AFTER,
          Fault.DIES_AFTER,
          Fault.DISK_FULL
        };
        store.meet(faults[random.nextInt(faults.length)]);
      }
      return store.swap(base, change);
    }

    @Override
    public SwapResult create(TableChange change) {
      return store.create(change);
    }
  }
}
