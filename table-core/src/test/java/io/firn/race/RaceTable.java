package io.firn.race;

import io.firn.catalog.MemoryTableStore;
import io.firn.codec.parquet.MetricsConfig;
import io.firn.codec.parquet.ParquetRowWriter;
import io.firn.codec.parquet.ParquetStats;
import io.firn.codec.parquet.PositionDeleteFile;
import io.firn.codec.parquet.RowFileSettings;
import io.firn.codec.puffin.DeletionVectorFile;
import io.firn.deletes.PositionSet;
import io.firn.expr.CaseSensitivity;
import io.firn.expr.Predicate;
import io.firn.io.Storage;
import io.firn.io.memory.MemoryStorage;
import io.firn.model.ColumnStats;
import io.firn.model.DataFile;
import io.firn.model.FileContent;
import io.firn.model.FileFormat;
import io.firn.model.Snapshot;
import io.firn.model.SnapshotRef;
import io.firn.model.TableMetadata;
import io.firn.partition.PartitionSpec;
import io.firn.scan.FileTask;
import io.firn.scan.ScanPlanner;
import io.firn.scan.ScanRequest;
import io.firn.scan.StatsMode;
import io.firn.types.Field;
import io.firn.types.Schema;
import io.firn.types.SimpleType;
import io.firn.types.StructValue;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.LongSupplier;

/** The table of a race, in memory: real manifests, delete files and data files. */
final class RaceTable {
  static final String LOCATION = "memory:/rows";
  static final Schema SCHEMA =
      Schema.of(
          Field.required(1, "uid", SimpleType.LONG),
          Field.required(2, "k", SimpleType.LONG),
          Field.required(3, "v", SimpleType.LONG),
          Field.required(4, "p", SimpleType.INT));
  private static final Schema KEYS = Schema.of(Field.required(2, "k", SimpleType.LONG));
  private static final RowFileSettings SETTINGS =
      new RowFileSettings("uncompressed", OptionalInt.empty(), 1 << 20, Map.of());

  final MemoryStorage storage = new MemoryStorage();
  final MemoryTableStore store;

  /** The physical rows of each data file that was ever written. */
  private final Map<String, List<Row>> contents = new HashMap<>();

  /** What each equality delete file deletes. */
  private final Map<String, Range> keys = new HashMap<>();

  private int files;

  RaceTable(LongSupplier clock) {
    store = new MemoryTableStore("lake.race", storage, clock);
  }

  /** A row in a file. */
  record Placed(FileTask task, long position, Row row) {
    String path() {
      return task.file().filePath();
    }
  }

  /** What a statement sees: a snapshot's files and live rows. */
  record View(
      TableMetadata metadata,
      Optional<Snapshot> snapshot,
      List<FileTask> tasks,
      List<Placed> rows) {

    OptionalLong snapshotId() {
      return snapshot.isPresent()
          ? OptionalLong.of(snapshot.get().snapshotId())
          : OptionalLong.empty();
    }
  }

  /** The head of main, with nobody in the way. */
  View view(TableMetadata metadata) {
    return view(metadata, SnapshotRef.MAIN, storage);
  }

  View view(TableMetadata metadata, String branch, Storage through) {
    Optional<Snapshot> snapshot = metadata.refSnapshot(branch);
    if (snapshot.isEmpty()) {
      return new View(metadata, snapshot, List.of(), List.of());
    }
    List<FileTask> tasks =
        new ScanPlanner(through)
            .plan(
                new ScanRequest(
                    metadata,
                    snapshot.get(),
                    metadata.schema(),
                    Predicate.ALWAYS_TRUE,
                    CaseSensitivity.SENSITIVE,
                    StatsMode.KEEP))
            .tasks();
    List<Placed> rows = new ArrayList<>();
    for (FileTask task : tasks) {
      PositionSet dead = dead(task, through);
      List<Row> physical = contents.get(task.file().filePath());
      for (int p = 0; p < physical.size(); p++) {
        Row row = physical.get(p);
        boolean byKey =
            task.equalityDeletes().stream().anyMatch(d -> keys.get(d.filePath()).matches(row));
        if (!dead.contains(p) && !byKey) {
          rows.add(new Placed(task, p, physical.get(p)));
        }
      }
    }
    return new View(metadata, snapshot, tasks, rows);
  }

  PositionSet dead(FileTask task, Storage through) {
    PositionSet dead = new PositionSet();
    for (DataFile delete : task.positionDeletes()) {
      dead.addAll(
          delete.isDeletionVector()
              ? DeletionVectorFile.read(through, delete)
              : PositionDeleteFile.read(through, delete, task.file().filePath()));
    }
    return dead;
  }

  String newLocation(String suffix) {
    files++;
    return LOCATION + "/data/f" + files + suffix;
  }

  /** Writes a data file; all rows are of one partition. */
  DataFile write(List<Row> rows, PartitionSpec spec, Schema schema, Storage through) {
    String location = newLocation(".parquet");
    StructValue partition =
        spec.isUnpartitioned() ? StructValue.empty() : StructValue.of(rows.get(0).partition());
    ParquetRowWriter writer =
        ParquetRowWriter.create(through.newOutputFile(location), schema, SETTINGS);
    try (writer) {
      rows.forEach(row -> writer.add(row.values(schema)));
    }
    ParquetStats stats = writer.stats(MetricsConfig.of(schema, Map.of(), new int[0]));
    contents.put(location, List.copyOf(rows));
    return DataFile.parquet(
            location, spec.specId(), partition, rows.size(), writer.fileSizeInBytes())
        .withStats(stats.columnStats());
  }

  /** Deletes rows by key. */
  DataFile equalityDelete(Range range, StructValue partition, PartitionSpec spec, Storage through) {
    String location = newLocation("-equality-deletes.parquet");
    ParquetRowWriter writer =
        ParquetRowWriter.create(through.newOutputFile(location), KEYS, SETTINGS);
    try (writer) {
      for (long k = range.from(); k < range.to(); k++) {
        writer.add(StructValue.of(k));
      }
    }
    keys.put(location, range);
    return new DataFile(
        FileContent.EQUALITY_DELETES,
        location,
        FileFormat.PARQUET,
        spec.specId(),
        partition,
        range.to() - range.from(),
        writer.fileSizeInBytes(),
        ColumnStats.none(),
        Optional.empty(),
        List.of(),
        List.of(2),
        OptionalInt.empty(),
        OptionalLong.empty(),
        Optional.empty(),
        OptionalLong.empty(),
        OptionalLong.empty());
  }
}
