package io.firn.operation;

import io.firn.catalog.MemoryTableStore;
import io.firn.commit.Committer;
import io.firn.commit.FakeTime;
import io.firn.io.RecordingStorage;
import io.firn.io.memory.MemoryStorage;
import io.firn.model.ColumnStats;
import io.firn.model.DataFile;
import io.firn.model.FileContent;
import io.firn.model.FileFormat;
import io.firn.model.ManifestFile;
import io.firn.model.Snapshot;
import io.firn.model.TableMetadata;
import io.firn.partition.PartitionField;
import io.firn.partition.PartitionSpec;
import io.firn.partition.Transform;
import io.firn.scan.SnapshotManifests;
import io.firn.types.Field;
import io.firn.types.Schema;
import io.firn.types.SimpleType;
import io.firn.types.SingleValue;
import io.firn.types.StructValue;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;

/** A table in memory with an id and a category, partitioned by category. */
public final class PlanFixture {
  public final RecordingStorage storage = new RecordingStorage(new MemoryStorage());
  final FakeTime time = new FakeTime();
  public final MemoryTableStore store = new MemoryTableStore("lake.db.t", storage, time::millis);
  private final AtomicLong ids = new AtomicLong(100);
  final Committer committer =
      new Committer(
          time, () -> new UUID(0, ids.incrementAndGet()), ids::incrementAndGet, time, () -> 0.5);

  public PlanFixture(int formatVersion, Map<String, String> properties) {
    this(formatVersion, Transform.parse("identity"), properties);
  }

  PlanFixture(int formatVersion, Transform transform, Map<String, String> properties) {
    committer.create(
        store,
        new NewTable(
            new UUID(7, 7),
            formatVersion,
            "memory:/t",
            Schema.of(
                Field.required(1, "id", SimpleType.LONG),
                Field.optional(2, "category", SimpleType.STRING)),
            new PartitionSpec(0, List.of(new PartitionField(2, 1000, "category", transform))),
            properties));
  }

  public TableMetadata commit(Operation operation) {
    committer.commit(store, operation);
    return store.metadata();
  }

  public TableMetadata append(DataFile... files) {
    return commit(new Append(SnapshotOptions.main(), List.of(files), Append.Mode.FAST));
  }

  public Snapshot head() {
    return store.metadata().currentSnapshot().orElseThrow();
  }

  List<ManifestFile> manifests() {
    return SnapshotManifests.read(storage, head());
  }

  List<String> live() {
    return LiveFiles.paths(storage, store.metadata());
  }

  /** Ten rows with ids from {@code firstId} on. */
  public static DataFile data(String path, String category, long firstId) {
    return DataFile.parquet(path, 0, StructValue.of(category), 10, 1000)
        .withStats(
            new ColumnStats(
                Map.of(),
                Map.of(1, 10L),
                Map.of(1, 0L),
                Map.of(),
                Map.of(1, SingleValue.toBytes(SimpleType.LONG, firstId)),
                Map.of(1, SingleValue.toBytes(SimpleType.LONG, firstId + 9))));
  }

  /** Position deletes of one data file: a vector if the path ends so. */
  public static DataFile positions(String path, DataFile target) {
    boolean vector = path.endsWith(".puffin");
    return deletes(
        FileContent.POSITION_DELETES,
        path,
        target.partition(),
        Optional.of(target.filePath()),
        vector ? FileFormat.PUFFIN : FileFormat.PARQUET);
  }

  /** Position deletes of any data files of the category. */
  public static DataFile positions(String path, String category) {
    return deletes(
        FileContent.POSITION_DELETES,
        path,
        StructValue.of(category),
        Optional.empty(),
        FileFormat.PARQUET);
  }

  public static DataFile equalities(String path, String category) {
    return deletes(
        FileContent.EQUALITY_DELETES,
        path,
        StructValue.of(category),
        Optional.empty(),
        FileFormat.PARQUET);
  }

  private static DataFile deletes(
      FileContent content,
      String path,
      StructValue partition,
      Optional<String> target,
      FileFormat format) {
    boolean vector = format == FileFormat.PUFFIN;
    return new DataFile(
        content,
        path,
        format,
        0,
        partition,
        3,
        500,
        ColumnStats.none(),
        Optional.empty(),
        List.of(),
        content == FileContent.EQUALITY_DELETES ? List.of(1) : List.of(),
        OptionalInt.empty(),
        OptionalLong.empty(),
        target,
        vector ? OptionalLong.of(4) : OptionalLong.empty(),
        vector ? OptionalLong.of(40) : OptionalLong.empty());
  }
}
