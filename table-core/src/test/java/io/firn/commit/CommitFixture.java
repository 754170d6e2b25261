package io.firn.commit;

import io.firn.catalog.MemoryTableStore;
import io.firn.io.FaultyStorage;
import io.firn.io.RecordingStorage;
import io.firn.io.memory.MemoryStorage;
import io.firn.model.DataFile;
import io.firn.operation.Append;
import io.firn.operation.LiveFiles;
import io.firn.operation.NewTable;
import io.firn.operation.SnapshotOptions;
import io.firn.partition.PartitionSpec;
import io.firn.types.Field;
import io.firn.types.Schema;
import io.firn.types.SimpleType;
import io.firn.types.StructValue;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;

/** A table in memory, with time, ids and chance under control. */
final class CommitFixture {
  static final String LOCATION = "memory:/t";

  final FaultyStorage faults = new FaultyStorage(new MemoryStorage());
  final RecordingStorage storage = new RecordingStorage(faults);
  final FakeTime time = new FakeTime();
  final MemoryTableStore store = new MemoryTableStore("lake.db.t", storage, time::millis);
  private final AtomicLong commits = new AtomicLong();
  private final AtomicLong snapshots = new AtomicLong(100);

  final Committer committer = committer(time);

  Committer committer(Sleeper sleeper) {
    return new Committer(
        time,
        () -> new UUID(0, commits.incrementAndGet()),
        snapshots::incrementAndGet,
        sleeper,
        () -> 0.5);
  }

  /** An unpartitioned table of format version 2. */
  CommitFixture withTable(Map<String, String> properties) {
    committer.create(store, newTable(properties));
    storage.clear();
    return this;
  }

  NewTable newTable(Map<String, String> properties) {
    return new NewTable(
        new UUID(7, 7),
        2,
        LOCATION,
        Schema.of(Field.required(1, "id", SimpleType.LONG)),
        PartitionSpec.unpartitioned(),
        properties);
  }

  static DataFile file(String name) {
    return DataFile.parquet(LOCATION + "/data/" + name, 0, StructValue.empty(), 10, 1000);
  }

  static Append append(String... names) {
    return new Append(
        SnapshotOptions.main(),
        Arrays.stream(names).map(CommitFixture::file).toList(),
        Append.Mode.FAST);
  }

  /** Names of the table's live data files. */
  List<String> live() {
    return LiveFiles.paths(storage, store.metadata()).stream().map(CommitFixture::nameOf).toList();
  }

  /** Names of the metadata files that are there. */
  Set<String> metadataFiles() {
    try (var files = storage.list(LOCATION + "/metadata")) {
      return files.map(f -> nameOf(f.location())).collect(Collectors.toCollection(TreeSet::new));
    }
  }

  static String nameOf(String location) {
    return location.substring(location.lastIndexOf('/') + 1);
  }
}
