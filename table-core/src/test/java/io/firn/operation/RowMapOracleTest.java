package io.firn.operation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.firn.catalog.TableStore;
import io.firn.catalog.hadoop.PathTableStore;
import io.firn.codec.avro.ManifestListReader;
import io.firn.codec.avro.RowMapReader;
import io.firn.commit.Committer;
import io.firn.io.local.LocalStorage;
import io.firn.model.DataFile;
import io.firn.model.Snapshot;
import io.firn.rowmap.RowMap;
import io.firn.rowmap.RowMapBuilder;
import io.firn.rowmap.RowMapKind;
import io.firn.rowmap.RowMapPart;
import io.firn.types.StructValue;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.hadoop.conf.Configuration;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.hadoop.HadoopTables;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Iceberg's library works on a table whose snapshots have row maps as if there were none. */
@Tag("iceberg-oracle")
final class RowMapOracleTest {
  @TempDir private Path directory;

  private final LocalStorage storage = new LocalStorage();

  @Test
  void icebergScansAppendsAndExpires() throws Exception {
    for (int version = 2; version <= 3; version++) {
      String path = directory.resolve("t" + version).toString();
      Table table = create(path, version);
      TableStore store = PathTableStore.at(storage, table.location());
      DataFile a = file(path, "a", 10);
      DataFile b = file(path, "b", 10);
      Committer committer = Committer.system();
      committer.commit(store, new Append(SnapshotOptions.main(), List.of(a), Append.Mode.FAST));
      RowMap map = map(store, a, b);
      Snapshot rewritten =
          committer
              .commit(
                  store,
                  new RewriteFiles(
                      SnapshotOptions.main(),
                      OptionalLong.empty(),
                      new Replacement(List.of(a), List.of(b), Map.of(), Optional.of(map)),
                      List.of(),
                      OptionalLong.empty()))
              .snapshot()
              .orElseThrow();
      table.refresh();
      assertEquals(List.of(b.filePath()), scanned(table));
      assertEquals("1", table.currentSnapshot().summary().get("row-map-runs"));
      table.newAppend().appendFile(IcebergFiles.data(table, file(path, "c", 5))).commit();
      assertEquals(List.of(b.filePath(), path + "/data/c.parquet"), scanned(table));
      assertEquals(Optional.of(map), rowMap(rewritten));
      assertEquals(
          Optional.empty(), rowMap(store.load().metadata().currentSnapshot().orElseThrow()));
      table.expireSnapshots().expireOlderThan(System.currentTimeMillis()).retainLast(1).commit();
      table.refresh();
      assertEquals(1, store.load().metadata().snapshots().size());
      assertEquals(List.of(b.filePath(), path + "/data/c.parquet"), scanned(table));
      assertTrue(java.nio.file.Files.notExists(Path.of(rewritten.manifestList().orElseThrow())));
    }
  }

  private Table create(String path, int version) {
    Schema schema = new Schema(Types.NestedField.required(1, "id", Types.LongType.get()));
    return new HadoopTables(new Configuration())
        .create(
            schema,
            PartitionSpec.unpartitioned(),
            Map.of("format-version", Integer.toString(version)),
            path);
  }

  private static DataFile file(String path, String name, long rows) {
    return DataFile.parquet(path + "/data/" + name + ".parquet", 0, StructValue.empty(), rows, 99);
  }

  private static RowMap map(TableStore store, DataFile from, DataFile to) {
    RowMapPart part = new RowMapPart();
    part.add(part.source(from.filePath()), 0, part.newTarget(to.filePath()), 0, 10);
    return new RowMapBuilder(
            RowMapKind.COMPACTION, store.load().metadata().currentSnapshotId().getAsLong())
        .source(from.filePath(), from.recordCount())
        .target(to.filePath(), to.recordCount())
        .add(part)
        .build();
  }

  private static List<String> scanned(Table table) throws Exception {
    List<String> paths = new ArrayList<>();
    try (CloseableIterable<FileScanTask> tasks = table.newScan().planFiles()) {
      tasks.forEach(task -> paths.add(task.file().location()));
    }
    paths.sort(null);
    return paths;
  }

  private Optional<RowMap> rowMap(Snapshot snapshot) {
    return ManifestListReader.rowMapLocation(
            storage.newInputFile(snapshot.manifestList().orElseThrow()))
        .map(location -> RowMapReader.read(storage.newInputFile(location)));
  }
}
