package io.firn.bench;

import static io.firn.model.TableProperties.PARQUET_COMPRESSION;
import static io.firn.model.TableProperties.PARQUET_COMPRESSION_NEW_TABLES;

import io.firn.catalog.hadoop.PathTableStore;
import io.firn.codec.parquet.PositionDeleteWriter;
import io.firn.codec.parquet.RowFileSettings;
import io.firn.codec.puffin.DeletionVectorWriter;
import io.firn.commit.Committer;
import io.firn.deletes.PositionSet;
import io.firn.expr.CaseSensitivity;
import io.firn.expr.Predicate;
import io.firn.io.Storage;
import io.firn.io.local.LocalStorage;
import io.firn.model.DataFile;
import io.firn.model.Snapshot;
import io.firn.operation.Append;
import io.firn.operation.Isolation;
import io.firn.operation.NewTable;
import io.firn.operation.Replacement;
import io.firn.operation.RewriteFiles;
import io.firn.operation.RowChanges;
import io.firn.operation.RowDelta;
import io.firn.operation.RowLevelCommand;
import io.firn.operation.SnapshotOptions;
import io.firn.operation.Statement;
import io.firn.partition.PartitionSpec;
import io.firn.rowmap.RowMapBuilder;
import io.firn.rowmap.RowMapKind;
import io.firn.rowmap.RowMapPart;
import io.firn.types.Field;
import io.firn.types.Schema;
import io.firn.types.SimpleType;
import io.firn.types.StructValue;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Collectors;

/**
 * The commit of a DELETE of a million rows that finds its ten files compacted to one: reads the
 * manifests, its own deletes and the row map, sends the positions through the map, and writes new
 * deletes, manifests and metadata, on the local disk.
 */
final class RebaseWorkload implements Workload {
  private static final int SOURCES = 10;
  private static final int ROWS = 1_000_000;
  private static final int RUNS = 1_000;
  private static final int DELETED = 100_000;

  @Override
  public String name() {
    return "rebase";
  }

  @Override
  public String title() {
    return "%,d deleted rows of %d files follow a compaction with a map of %,d runs, in the commit"
        .formatted(DELETED * SOURCES, SOURCES, RUNS * SOURCES);
  }

  @Override
  public List<Case> cases() {
    return List.of(
        new Case(
            "format version 3, evenly spaced runs", 60, (d, seed) -> prepare(3, true, d, seed)),
        new Case("format version 3, random runs", 60, (d, seed) -> prepare(3, false, d, seed)),
        new Case(
            "format version 2, evenly spaced runs", 400, (d, seed) -> prepare(2, true, d, seed)),
        new Case("format version 2, random runs", 400, (d, seed) -> prepare(2, false, d, seed)));
  }

  private static Measured prepare(int formatVersion, boolean even, Path directory, long seed) {
    Fixture fixture = new Fixture(formatVersion, directory, new Random(seed));
    return fixture.racingDelete(even);
  }

  /** A table whose files a compaction has rewritten while a DELETE was running. */
  private static final class Fixture {
    private final int formatVersion;
    private final String location;
    private final Random random;
    private final Storage storage = new LocalStorage();
    private final PathTableStore store;
    private final Committer committer = Committer.system();
    private final List<DataFile> sources = new ArrayList<>();

    Fixture(int formatVersion, Path directory, Random random) {
      this.formatVersion = formatVersion;
      this.location = "file://" + directory.resolve("t");
      this.random = random;
      this.store = PathTableStore.at(storage, location);
    }

    /** The commit of the DELETE, each round to a branch of its own. */
    Measured racingDelete(boolean even) {
      committer.create(
          store,
          new NewTable(
              UUID.randomUUID(),
              formatVersion,
              location,
              Schema.of(Field.required(1, "id", SimpleType.LONG)),
              PartitionSpec.unpartitioned(),
              Map.of(PARQUET_COMPRESSION, PARQUET_COMPRESSION_NEW_TABLES)));
      for (int i = 0; i < SOURCES; i++) {
        sources.add(dataFile("source-%05d".formatted(i), ROWS));
      }
      committer.commit(store, new Append(SnapshotOptions.main(), sources, Append.Mode.FAST));
      Map<String, PositionSet> dead = dead(even);
      List<DataFile> deadFiles = write(dead);
      committer.commit(
          store,
          delete(
              SnapshotOptions.main(),
              store.load().metadata().currentSnapshotId(),
              deadFiles,
              Map.of()));
      Map<String, List<DataFile>> atBase = new HashMap<>();
      deadFiles.forEach(file -> atBase.put(file.referencedDataFile().orElseThrow(), List.of(file)));
      List<DataFile> deletes = write(more(dead));
      OptionalLong base = store.load().metadata().currentSnapshotId();
      compact(dead, atBase);
      return round -> {
        SnapshotOptions branch =
            new SnapshotOptions("round" + round, SnapshotOptions.Publication.CURRENT, Map.of());
        committer.commit(store, delete(branch, base, deletes, atBase));
      };
    }

    private DataFile dataFile(String name, long rows) {
      String path = "%s/data/%s-%s.parquet".formatted(location, name, UUID.randomUUID());
      return DataFile.parquet(path, 0, StructValue.empty(), rows, rows * 20);
    }

    /** The rows between runs. */
    private Map<String, PositionSet> dead(boolean even) {
      Map<String, PositionSet> dead = new TreeMap<>();
      for (DataFile source : sources) {
        PositionSet positions = new PositionSet();
        for (int run = 0; run < RUNS; run++) {
          positions.add(even ? (long) run * (ROWS / RUNS) : random.nextInt(ROWS));
        }
        dead.put(source.filePath(), positions);
      }
      return dead;
    }

    /** The dead rows and those of the DELETE. */
    private Map<String, PositionSet> more(Map<String, PositionSet> dead) {
      Map<String, PositionSet> all = new TreeMap<>();
      dead.forEach(
          (path, positions) -> {
            PositionSet more = positions.copy();
            for (long count = more.cardinality(), to = count + DELETED; count < to; ) {
              long position = random.nextInt(ROWS);
              if (!more.contains(position)) {
                more.add(position);
                count++;
              }
            }
            all.put(path, more);
          });
      return all;
    }

    private List<DataFile> write(Map<String, PositionSet> deletes) {
      String name = location + "/data/" + UUID.randomUUID() + "-deletes.";
      if (formatVersion >= 3) {
        DeletionVectorWriter writer =
            DeletionVectorWriter.create(storage.newOutputFile(name + "puffin"), "bench");
        try (writer) {
          deletes.forEach((path, rows) -> writer.add(path, 0, StructValue.empty(), rows));
        }
        return writer.toDataFiles();
      }
      List<DataFile> files = new ArrayList<>();
      deletes.forEach(
          (path, rows) -> {
            PositionDeleteWriter writer =
                PositionDeleteWriter.create(
                    storage.newOutputFile(name + files.size() + ".parquet"),
                    0,
                    StructValue.empty(),
                    RowFileSettings.defaults());
            try (writer) {
              rows.forEach(row -> writer.add(path, row));
            }
            files.add(writer.toDataFile());
          });
      return files;
    }

    private RowDelta delete(
        SnapshotOptions options,
        OptionalLong base,
        List<DataFile> deletes,
        Map<String, List<DataFile>> atBase) {
      return new RowDelta(
          options,
          new Statement(
              RowLevelCommand.DELETE,
              base,
              Predicate.ALWAYS_TRUE,
              CaseSensitivity.SENSITIVE,
              Isolation.SERIALIZABLE),
          new RowChanges(
              List.of(),
              deletes,
              atBase.values().stream().flatMap(List::stream).toList(),
              sources.stream().map(DataFile::filePath).collect(Collectors.toSet()),
              atBase));
    }

    private void compact(Map<String, PositionSet> dead, Map<String, List<DataFile>> atBase) {
      Snapshot base = store.load().metadata().currentSnapshot().orElseThrow();
      long live = dead.values().stream().mapToLong(rows -> ROWS - rows.cardinality()).sum();
      DataFile target = dataFile("target", live);
      RowMapPart part = new RowMapPart();
      part.newTarget(target.filePath());
      RowMapBuilder map = new RowMapBuilder(RowMapKind.COMPACTION, base.snapshotId());
      long written = 0;
      for (Map.Entry<String, PositionSet> source : dead.entrySet()) {
        map.source(source.getKey(), ROWS);
        int number = part.source(source.getKey());
        for (long from = 0; from < ROWS; ) {
          long gap = source.getValue().next(from);
          long to = gap < 0 ? ROWS : gap;
          if (to > from) {
            part.add(number, from, 0, written, to - from);
          }
          written += to - from;
          from = to + 1;
        }
      }
      map.target(target.filePath(), live).add(part);
      Replacement replacement =
          new Replacement(sources, List.of(target), atBase, Optional.of(map.build()));
      committer.commit(
          store,
          new RewriteFiles(
              SnapshotOptions.main(),
              OptionalLong.of(base.snapshotId()),
              replacement,
              List.of(),
              OptionalLong.of(base.sequenceNumber())));
    }
  }
}
