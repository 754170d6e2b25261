package io.firn.rebase;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.firn.catalog.MemoryTableStore;
import io.firn.codec.parquet.PositionDeleteFile;
import io.firn.codec.parquet.PositionDeleteWriter;
import io.firn.codec.parquet.RowFileSettings;
import io.firn.commit.Committer;
import io.firn.deletes.PositionSet;
import io.firn.expr.CaseSensitivity;
import io.firn.expr.Predicate;
import io.firn.io.FileOperation;
import io.firn.io.RecordingStorage;
import io.firn.io.memory.MemoryStorage;
import io.firn.model.DataFile;
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
import io.firn.partition.IdentityTransform;
import io.firn.partition.PartitionField;
import io.firn.partition.PartitionSpec;
import io.firn.rowmap.RowMap;
import io.firn.rowmap.RowMapBuilder;
import io.firn.rowmap.RowMapKind;
import io.firn.rowmap.RowMapPart;
import io.firn.types.Field;
import io.firn.types.Schema;
import io.firn.types.SimpleType;
import io.firn.types.StructValue;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Which landed delete files of a v2 table a rebase reads, and how often. */
class LandedDeleteReadsTest {
  private static final String LOCATION = "memory:/t";
  private static final int ROWS = 100;

  private final RecordingStorage storage = new RecordingStorage(new MemoryStorage());
  private final MemoryTableStore store =
      new MemoryTableStore("lake.db.t", storage, () -> 1_700_000_000_000L);
  private final Committer committer = Committer.system();
  private final DataFile a = data("a", 0);
  private final DataFile b = data("b", 0);
  private final DataFile c = data("c", 0);
  private final DataFile d = data("d", 0);
  private final DataFile e = data("e", 1);
  private final DataFile f = data("f", 1);

  LandedDeleteReadsTest() {
    committer.create(
        store,
        new NewTable(
            new UUID(1, 1),
            2,
            LOCATION,
            Schema.of(
                Field.required(1, "id", SimpleType.LONG), Field.required(2, "p", SimpleType.INT)),
            new PartitionSpec(
                0, List.of(new PartitionField(2, 1000, "p", IdentityTransform.IDENTITY))),
            Map.of()));
    committer.commit(
        store, new Append(SnapshotOptions.main(), List.of(a, b, c, d, e, f), Append.Mode.FAST));
  }

  private static DataFile data(String name, int partition) {
    return DataFile.parquet(
        LOCATION + "/data/" + name + ".parquet", 0, StructValue.of(partition), ROWS, 1000);
  }

  /** One delete file for all of the data files, which are of one partition. */
  private DataFile deletes(String name, PositionSet positions, DataFile... dataFiles) {
    PositionDeleteWriter writer =
        PositionDeleteWriter.create(
            storage.newOutputFile(LOCATION + "/data/" + name + "-deletes.parquet"),
            0,
            dataFiles[0].partition(),
            RowFileSettings.ofDeletes(Map.of()));
    try (writer) {
      for (DataFile file : dataFiles) {
        positions.forEach(position -> writer.add(file.filePath(), position));
      }
    }
    return writer.toDataFile();
  }

  private RowDelta delete(DataFile deletes, DataFile... from) {
    return new RowDelta(
        SnapshotOptions.main(),
        new Statement(
            RowLevelCommand.DELETE,
            store.load().metadata().currentSnapshotId(),
            Predicate.ALWAYS_TRUE,
            CaseSensitivity.SENSITIVE,
            Isolation.SNAPSHOT),
        new RowChanges(
            List.of(),
            List.of(deletes),
            List.of(),
            Set.copyOf(java.util.stream.Stream.of(from).map(DataFile::filePath).toList())));
  }

  /** How often each delete file was opened, by its name. */
  private Map<String, Long> reads() {
    Map<String, Long> reads = new TreeMap<>();
    for (FileOperation one : storage.operations(FileOperation.Kind.OPEN)) {
      if (one.location().endsWith("-deletes.parquet")) {
        reads.merge(one.location().replaceAll(".*/|-deletes.parquet", ""), 1L, Long::sum);
      }
    }
    return reads;
  }

  @Test
  void deletesOfOtherPartitionsAndPathsAreNotRead() {
    RowDelta pending = delete(deletes("mine", PositionSet.of(1), a, b), a, b);
    committer.commit(store, delete(deletes("partition", PositionSet.of(2), e, f), e, f));
    committer.commit(store, delete(deletes("paths", PositionSet.of(2), c, d), c, d));
    storage.clear();
    committer.commit(store, pending);
    assertEquals(Map.of(), reads());
  }

  @Test
  void whatMayConcernTheChangeIsReadOnce() {
    DataFile atBase = deletes("base", PositionSet.of(0), a, b, c);
    committer.commit(store, delete(atBase, a, b, c));
    Replacement compaction = compaction(atBase);
    RewriteFiles pending =
        new RewriteFiles(
            SnapshotOptions.main(),
            store.load().metadata().currentSnapshotId(),
            compaction,
            List.of(),
            OptionalLong.of(
                store.load().metadata().currentSnapshot().orElseThrow().sequenceNumber()));
    committer.commit(store, delete(deletes("elsewhere", PositionSet.of(5), e, f), e, f));
    committer.commit(store, delete(deletes("hit", PositionSet.of(0, 1, 7), a, c, d), a, c, d));
    storage.clear();
    var outcome = committer.commit(store, pending);
    assertEquals(Map.of("base", 1L, "hit", 1L), reads());
    assertEquals("4", outcome.snapshot().orElseThrow().summary().get("rebased-positions"));
    assertEquals(PositionSet.of(0, 6, 198, 204), written("g.parquet"));
  }

  /** The files a, b and c without their first rows go to g. */
  private Replacement compaction(DataFile atBase) {
    DataFile g =
        DataFile.parquet(LOCATION + "/data/g.parquet", 0, StructValue.of(0), 3 * (ROWS - 1), 1000);
    RowMapBuilder builder =
        new RowMapBuilder(
            RowMapKind.COMPACTION, store.load().metadata().currentSnapshotId().orElseThrow());
    RowMapPart part = new RowMapPart();
    part.newTarget(g.filePath());
    long row = 0;
    for (DataFile file : List.of(a, b, c)) {
      builder.source(file.filePath(), ROWS);
      part.add(part.source(file.filePath()), 1, 0, row, ROWS - 1);
      row += ROWS - 1;
    }
    RowMap map = builder.target(g.filePath(), row).add(part).build();
    return new Replacement(
        List.of(a, b, c),
        List.of(g),
        Map.of(
            a.filePath(), List.of(atBase),
            b.filePath(), List.of(atBase),
            c.filePath(), List.of(atBase)),
        Optional.of(map));
  }

  /** All positions of the data file in delete files that were created since the last clearing. */
  private PositionSet written(String dataFile) {
    PositionSet positions = new PositionSet();
    for (FileOperation one : storage.operations(FileOperation.Kind.CREATE)) {
      if (one.location().endsWith(".parquet")) {
        PositionDeleteFile.readAll(storage.newInputFile(one.location()))
            .forEach(
                (path, rows) -> {
                  if (path.endsWith(dataFile)) {
                    positions.addAll(rows);
                  }
                });
      }
    }
    return positions;
  }
}
