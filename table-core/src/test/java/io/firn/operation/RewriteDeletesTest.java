package io.firn.operation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.firn.catalog.MemoryTableStore;
import io.firn.codec.parquet.PositionDeleteFile;
import io.firn.codec.parquet.PositionDeleteWriter;
import io.firn.codec.parquet.RowFileSettings;
import io.firn.codec.puffin.DeletionVectorFile;
import io.firn.codec.puffin.DeletionVectorWriter;
import io.firn.commit.CommitOutcome;
import io.firn.commit.Committer;
import io.firn.deletes.PositionSet;
import io.firn.error.CommitConflictException;
import io.firn.expr.CaseSensitivity;
import io.firn.expr.Predicate;
import io.firn.io.Storage;
import io.firn.io.memory.MemoryStorage;
import io.firn.maintenance.deletes.DeleteGroup;
import io.firn.maintenance.deletes.DeleteRewriteOptions;
import io.firn.maintenance.deletes.DeleteRewritePlanner;
import io.firn.model.DataFile;
import io.firn.model.ManifestEntry;
import io.firn.model.TableMetadata;
import io.firn.partition.IdentityTransform;
import io.firn.partition.PartitionField;
import io.firn.partition.PartitionSpec;
import io.firn.rowmap.RowMapBuilder;
import io.firn.rowmap.RowMapKind;
import io.firn.rowmap.RowMapPart;
import io.firn.scan.FileTask;
import io.firn.scan.ScanPlanner;
import io.firn.scan.ScanRequest;
import io.firn.scan.StatsMode;
import io.firn.types.Field;
import io.firn.types.Schema;
import io.firn.types.SimpleType;
import io.firn.types.StructValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Which position deletes are rewritten together, how old they get, and what others may do. */
class RewriteDeletesTest {
  private static final String LOCATION = "memory:/t";
  private static final int ROWS = 100;

  private final Storage storage = new MemoryStorage();
  private final MemoryTableStore store =
      new MemoryTableStore("lake.db.t", storage, () -> 1_700_000_000_000L);
  private final Committer committer = Committer.system();
  private final DataFile a = data("a", 0);
  private final DataFile b = data("b", 0);
  private final DataFile c = data("c", 1);
  private int files;

  RewriteDeletesTest() {
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
    committer.commit(store, new Append(SnapshotOptions.main(), List.of(a, b, c), Append.Mode.FAST));
  }

  private static DataFile data(String name, int partition) {
    return DataFile.parquet(
        LOCATION + "/data/" + name + ".parquet", 0, StructValue.of(partition), ROWS, 1000);
  }

  private TableMetadata table() {
    return store.load().metadata();
  }

  private OptionalLong head() {
    return table().currentSnapshotId();
  }

  /** One delete file of the positions in each of the data files. */
  private DataFile deletes(PositionSet positions, DataFile... dataFiles) {
    Map<String, PositionSet> byPath = new TreeMap<>();
    for (DataFile file : dataFiles) {
      byPath.put(file.filePath(), positions);
    }
    return deletes(byPath, dataFiles[0].partition());
  }

  private DataFile deletes(Map<String, PositionSet> byPath, StructValue partition) {
    PositionDeleteWriter writer =
        PositionDeleteWriter.create(
            storage.newOutputFile(LOCATION + "/data/" + files++ + "-deletes.parquet"),
            0,
            partition,
            RowFileSettings.ofDeletes(Map.of()));
    try (writer) {
      byPath.forEach((path, rows) -> rows.forEach(row -> writer.add(path, row)));
    }
    return writer.toDataFile();
  }

  private List<DataFile> vectors(Map<String, PositionSet> byPath, StructValue partition) {
    DeletionVectorWriter writer =
        DeletionVectorWriter.create(
            storage.newOutputFile(LOCATION + "/data/" + files++ + "-deletes.puffin"), "test");
    try (writer) {
      byPath.forEach((path, rows) -> writer.add(path, 0, partition, rows));
    }
    return writer.toDataFiles();
  }

  /** A DELETE that was prepared on the current snapshot. */
  private RowDelta delete(List<DataFile> added, List<DataFile> takenIn, DataFile... from) {
    Map<String, List<DataFile>> earlier =
        Stream.of(from).collect(Collectors.toMap(DataFile::filePath, f -> takenIn));
    return new RowDelta(
        SnapshotOptions.main(),
        new Statement(
            RowLevelCommand.DELETE,
            head(),
            Predicate.ALWAYS_TRUE,
            CaseSensitivity.SENSITIVE,
            Isolation.SERIALIZABLE),
        new RowChanges(
            List.of(),
            added,
            takenIn.stream().filter(f -> f.referencedDataFile().isPresent()).toList(),
            earlier.keySet(),
            earlier));
  }

  private DataFile commitDelete(PositionSet positions, DataFile... from) {
    DataFile deletes = deletes(positions, from);
    committer.commit(store, delete(List.of(deletes), List.of(), from));
    return deletes;
  }

  private List<DeleteGroup> groups() {
    return new DeleteRewritePlanner(
            storage, table(), DeleteRewriteOptions.of(Map.of("rewrite-all", "true"), Map.of()))
        .plan(
            table().currentSnapshot().orElseThrow(),
            Predicate.ALWAYS_TRUE,
            CaseSensitivity.SENSITIVE);
  }

  /** A rewrite of all position delete files of the current snapshot. */
  private RewriteDeletes rewrite() {
    List<DataFile> removed = new ArrayList<>();
    List<AgedFile> added = new ArrayList<>();
    for (DeleteGroup group : groups()) {
      Map<String, PositionSet> merged = new TreeMap<>();
      for (AgedFile file : group.files()) {
        removed.add(file.file());
        PositionDeleteFile.readAll(storage, file.file())
            .forEach(
                (path, rows) -> {
                  if (group.targets().getOrDefault(path, Long.MAX_VALUE)
                      <= file.dataSequenceNumber()) {
                    merged.computeIfAbsent(path, p -> new PositionSet()).addAll(rows);
                  }
                });
      }
      List<DataFile> written =
          merged.isEmpty()
              ? List.of()
              : table().formatVersion() > 2
                  ? vectors(merged, group.partition().partition())
                  : List.of(deletes(merged, group.partition().partition()));
      written.forEach(file -> added.add(new AgedFile(file, group.dataSequenceNumber())));
    }
    return new RewriteDeletes(SnapshotOptions.main(), head().getAsLong(), removed, added);
  }

  /** The dead rows of each data file, by its name. */
  private Map<String, PositionSet> dead() {
    Map<String, PositionSet> dead = new TreeMap<>();
    for (FileTask task :
        new ScanPlanner(storage)
            .plan(
                new ScanRequest(
                    table(),
                    table().currentSnapshot().orElseThrow(),
                    table().schema(),
                    Predicate.ALWAYS_TRUE,
                    CaseSensitivity.SENSITIVE,
                    StatsMode.DROP))
            .tasks()) {
      PositionSet rows = new PositionSet();
      for (DataFile delete : task.positionDeletes()) {
        rows.addAll(
            delete.isDeletionVector()
                ? DeletionVectorFile.read(storage, delete)
                : PositionDeleteFile.read(storage, delete, task.file().filePath()));
      }
      dead.put(task.file().filePath().replaceAll(".*/|\\.parquet", ""), rows);
    }
    return dead;
  }

  /** The data sequence numbers of the live delete files. */
  private List<Long> ages() {
    return LiveFiles.entries(storage, table(), table().currentSnapshot().orElseThrow()).stream()
        .filter(entry -> entry.isLive() && !entry.file().filePath().matches(".*/[a-g].parquet"))
        .map(ManifestEntry::sequenceNumber)
        .map(OptionalLong::getAsLong)
        .sorted()
        .toList();
  }

  private static PositionSet rows(long... positions) {
    return PositionSet.of(positions);
  }

  @Test
  void whatIsMergedIsAsOldAsTheNewestOfItsPartition() {
    commitDelete(rows(1), a);
    commitDelete(rows(2, 3), a, b);
    commitDelete(rows(4), c);
    committer.commit(store, new Append(SnapshotOptions.main(), List.of(), Append.Mode.FAST));
    assertEquals(2, groups().size());
    CommitOutcome outcome = committer.commit(store, rewrite());
    assertEquals(Map.of("a", rows(1, 2, 3), "b", rows(2, 3), "c", rows(4)), dead());
    assertEquals(List.of(3L, 4L), ages());
    Map<String, String> summary = outcome.snapshot().orElseThrow().summary();
    assertEquals("replace", summary.get("operation"));
    assertEquals("3", summary.get("removed-position-delete-files"));
    assertEquals("2", summary.get("added-position-delete-files"));
  }

  @Test
  void deletesOfFilesThatAreGoneOrYoungerAreLeftOut() {
    DataFile both = commitDelete(rows(1), a, b);
    committer.commit(
        store,
        new RewriteFiles(
            SnapshotOptions.main(),
            head(),
            List.of(a),
            List.of(),
            List.of(data("g", 0)),
            List.of(),
            OptionalLong.empty()));
    assertEquals(Map.of(b.filePath(), 1L), groups().get(0).targets());
    assertEquals(
        List.of(both.filePath()),
        groups().get(0).files().stream().map(file -> file.file().filePath()).toList());
    // The same path once more, as when files are put back: the old deletes are not for it.
    committer.commit(store, new Append(SnapshotOptions.main(), List.of(a), Append.Mode.FAST));
    assertEquals(4L, groups().get(0).targets().get(a.filePath()));
    committer.commit(store, rewrite());
    assertEquals(Map.of("a", rows(), "b", rows(1), "c", rows(), "g", rows()), dead());
  }

  @Test
  void aDeleteAndARewriteDoNotMindEachOther() {
    commitDelete(rows(1), a);
    commitDelete(rows(2), a, b);
    RewriteDeletes rewrite = rewrite();
    commitDelete(rows(5), a, b);
    committer.commit(store, rewrite);
    Map<String, PositionSet> expected = Map.of("a", rows(1, 2, 5), "b", rows(2, 5), "c", rows());
    assertEquals(expected, dead());
    DataFile more = deletes(rows(6), a);
    RowDelta delete = delete(List.of(more), List.of(), a);
    committer.commit(store, rewrite());
    committer.commit(store, delete);
    assertEquals(Map.of("a", rows(1, 2, 5, 6), "b", rows(2, 5), "c", rows()), dead());
  }

  @Test
  void aDeleteThatTookEarlierDeletesInIsNotUndone() {
    DataFile first = commitDelete(rows(1), a);
    DataFile second = commitDelete(rows(2), b);
    RewriteDeletes rewrite = rewrite();
    committer.commit(store, delete(List.of(deletes(rows(1, 7), a)), List.of(first), a));
    CommitOutcome outcome = committer.commit(store, rewrite);
    Map<String, String> summary = outcome.snapshot().orElseThrow().summary();
    assertEquals("1", summary.get("removed-position-delete-files"));
    assertEquals("1", summary.get("rebased-over-commits"));
    assertEquals(Map.of("a", rows(1, 7), "b", rows(2), "c", rows()), dead());
    // The other way round: what the DELETE wants to take in is not there any more.
    RowDelta delete = delete(List.of(deletes(rows(2, 8), b)), List.of(second), b);
    committer.commit(store, rewrite());
    committer.commit(store, delete);
    assertEquals(Map.of("a", rows(1, 7), "b", rows(2, 8), "c", rows()), dead());
  }

  @Test
  void aCompactionAndARewriteDoNotMindEachOther() {
    commitDelete(rows(0), a);
    RewriteDeletes rewrite = rewrite();
    RewriteFiles compaction = compaction();
    committer.commit(store, compaction);
    assertEquals(List.of(), committer.commit(store, rewrite).snapshotIds());
    assertEquals(Map.of("b", rows(), "c", rows(), "g", rows()), dead());
  }

  @Test
  void aCompactionFollowsARewrite() {
    commitDelete(rows(0), a);
    RewriteFiles compaction = compaction();
    committer.commit(store, rewrite());
    committer.commit(store, compaction);
    assertEquals(Map.of("b", rows(), "c", rows(), "g", rows()), dead());
    assertEquals(List.of(), ages());
  }

  /** The file a without its first row goes to g. */
  private RewriteFiles compaction() {
    DataFile g =
        DataFile.parquet(LOCATION + "/data/g.parquet", 0, StructValue.of(0), ROWS - 1, 1000);
    RowMapPart part = new RowMapPart();
    part.newTarget(g.filePath());
    part.add(part.source(a.filePath()), 1, 0, 0, ROWS - 1);
    return new RewriteFiles(
        SnapshotOptions.main(),
        head(),
        new Replacement(
            List.of(a),
            List.of(g),
            Map.of(a.filePath(), groups().get(0).files().stream().map(AgedFile::file).toList()),
            Optional.of(
                new RowMapBuilder(RowMapKind.COMPACTION, head().getAsLong())
                    .source(a.filePath(), ROWS)
                    .target(g.filePath(), ROWS - 1)
                    .add(part)
                    .build())),
        List.of(),
        OptionalLong.of(table().currentSnapshot().orElseThrow().sequenceNumber()));
  }

  @Test
  void aDataFileKeepsTheVectorThatItHasGotMeanwhile() {
    DataFile ofA = commitDelete(rows(1), a);
    commitDelete(rows(2), a, b);
    committer.commit(store, new UpgradeFormatVersion(3));
    RewriteDeletes rewrite = rewrite();
    List<DataFile> vector = vectors(Map.of(a.filePath(), rows(1, 2, 9)), a.partition());
    committer.commit(store, delete(vector, List.of(ofA), a));
    CommitOutcome outcome = committer.commit(store, rewrite);
    assertEquals("1", outcome.snapshot().orElseThrow().summary().get("added-dvs"));
    assertEquals(Map.of("a", rows(1, 2, 9), "b", rows(2), "c", rows()), dead());
    assertEquals(List.of(3L, 4L), ages());
    assertEquals(List.of(), groups());
  }

  @Test
  void aVectorIsMadeOfOneThatARewriteMadeMeanwhile() {
    DataFile ofA = commitDelete(rows(1), a);
    committer.commit(store, new UpgradeFormatVersion(3));
    RowDelta delete =
        delete(vectors(Map.of(a.filePath(), rows(1, 9)), a.partition()), List.of(ofA), a);
    committer.commit(store, rewrite());
    assertEquals(List.of(2L), ages());
    committer.commit(store, delete);
    assertEquals(Map.of("a", rows(1, 9), "b", rows(), "c", rows()), dead());
    assertEquals(1, ages().size());
  }

  @Test
  void rowsThatCameBackMeanwhileAreAConflict() {
    DataFile deletes = commitDelete(rows(1, 2), a);
    commitDelete(rows(3), b);
    RewriteDeletes rewrite = rewrite();
    committer.commit(
        store,
        new RewriteFiles(
            SnapshotOptions.main(),
            head(),
            Replacement.unmapped(List.of(), List.of()),
            List.of(deletes),
            OptionalLong.empty()));
    assertConflict(rewrite, "rows 1, 2 of memory:/t/data/a.parquet were deleted and came back");
  }

  @Test
  void withoutRebaseOrInAnotherFormatItFails() {
    DataFile ofA = commitDelete(rows(1), a);
    RewriteDeletes rewrite = rewrite();
    RewriteDeletes another = rewrite();
    committer.commit(
        store, new UpdateProperties(Map.of("commit.rebase.enabled", "false"), Set.of()));
    committer.commit(store, delete(List.of(deletes(rows(1, 7), a)), List.of(ofA), a));
    assertConflict(rewrite, "Missing required files to delete");
    committer.commit(store, new UpgradeFormatVersion(3));
    assertConflict(another, "format version 3 meanwhile");
  }

  private void assertConflict(Operation operation, String why) {
    CommitConflictException e =
        assertThrows(CommitConflictException.class, () -> committer.commit(store, operation));
    assertTrue(String.valueOf(e.getMessage()).contains(why), e.getMessage());
  }
}
