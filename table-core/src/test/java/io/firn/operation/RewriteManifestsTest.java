package io.firn.operation;

import static io.firn.operation.PlanFixture.data;
import static io.firn.operation.PlanFixture.equalities;
import static io.firn.operation.PlanFixture.positions;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.firn.commit.CommitOutcome;
import io.firn.error.InvalidInputException;
import io.firn.expr.CaseSensitivity;
import io.firn.expr.Predicate;
import io.firn.io.FileOperation.Kind;
import io.firn.model.DataFile;
import io.firn.model.EntryStatus;
import io.firn.model.FieldSummary;
import io.firn.model.ManifestContent;
import io.firn.model.ManifestEntry;
import io.firn.model.ManifestFile;
import io.firn.types.SimpleType;
import io.firn.types.SingleValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Rewriting manifests: what they list stays, how they list it changes. */
final class RewriteManifestsTest {
  private static final RewriteManifests REWRITE = rewrite(OptionalInt.empty(), Optional.empty());

  private static RewriteManifests rewrite(OptionalInt spec, Optional<List<String>> sortBy) {
    return new RewriteManifests(SnapshotOptions.main(), spec, sortBy);
  }

  private static DataFile file(int number, String category) {
    return data("memory:/t/data/" + number, category, 10L * number);
  }

  /** Appends files by twos; the categories take turns. */
  private static PlanFixture table(int formatVersion, int files, String... categories) {
    PlanFixture table =
        new PlanFixture(formatVersion, Map.of("commit.manifest-merge.enabled", "false"));
    for (int i = 0; i < files; i += 2) {
      table.append(
          file(i, categories[i % categories.length]),
          file(i + 1, categories[(i + 1) % categories.length]));
    }
    return table;
  }

  /** All that must not change of the live files, in the order of their paths. */
  private static List<String> entries(PlanFixture table) {
    return LiveFiles.entries(table.storage, table.store.metadata(), table.head()).stream()
        .filter(ManifestEntry::isLive)
        .map(
            e ->
                "%s in %s, %s %s, %s"
                    .formatted(
                        e.file(),
                        e.snapshotId(),
                        e.sequenceNumber(),
                        e.fileSequenceNumber(),
                        e.file().firstRowId()))
        .sorted()
        .toList();
  }

  private static RowDelta deletes(PlanFixture table, DataFile file) {
    return new RowDelta(
        SnapshotOptions.main(),
        new Statement(
            RowLevelCommand.DELETE,
            table.store.metadata().currentSnapshotId(),
            Predicate.ALWAYS_TRUE,
            CaseSensitivity.SENSITIVE,
            Isolation.SERIALIZABLE),
        new RowChanges(List.of(), List.of(file), List.of(), Set.of(), Map.of()));
  }

  private static void property(PlanFixture table, String key, String value) {
    table.commit(new UpdateProperties(Map.of(key, value), Set.of()));
  }

  private static List<String> categories(ManifestFile manifest) {
    FieldSummary summary = manifest.partitions().orElseThrow().get(0);
    return List.of(
        (String) SingleValue.fromBytes(SimpleType.STRING, summary.lowerBound().orElseThrow()),
        (String) SingleValue.fromBytes(SimpleType.STRING, summary.upperBound().orElseThrow()));
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void entriesKeepTheirSnapshotsNumbersAndRowIds(int formatVersion) {
    PlanFixture table = table(formatVersion, 8, "a", "b");
    String ending = formatVersion == 3 ? ".puffin" : ".parquet";
    for (int i = 0; i < 2; i++) {
      table.commit(
          deletes(table, positions("memory:/t/d" + i + ending, file(i, i == 0 ? "a" : "b"))));
    }
    table.commit(deletes(table, equalities("memory:/t/eq", "a")));
    List<String> before = entries(table);
    long rowIds = table.store.metadata().nextRowId();
    table.commit(REWRITE);
    assertEquals(before, entries(table));
    assertEquals(
        List.of(ManifestContent.DATA, ManifestContent.DELETES),
        table.manifests().stream().map(ManifestFile::content).toList());
    Map<String, String> summary = table.head().summary();
    assertEquals("replace", summary.get("operation"));
    assertEquals("2", summary.get("manifests-created"));
    assertEquals("0", summary.get("manifests-kept"));
    assertEquals("7", summary.get("manifests-replaced"));
    assertEquals("80", summary.get("total-records"));
    assertEquals("3", summary.get("total-delete-files"));
    assertEquals(formatVersion == 3 ? 80 : 0, rowIds);
    table.append(file(20, "c"));
    assertEquals(before, entries(table).stream().filter(before::contains).toList());
  }

  @Test
  void smallManifestsHoldRangesOfPartitions() {
    PlanFixture table = table(2, 24, "a", "b", "c", "d", "e", "f");
    List<String> before = entries(table);
    long bytes = table.manifests().stream().mapToLong(ManifestFile::manifestLength).sum();
    property(table, "commit.manifest.target-size-bytes", String.valueOf(bytes / 3 + 1));
    table.commit(REWRITE);
    assertEquals(
        List.of(List.of("a", "b"), List.of("c", "d"), List.of("e", "f")),
        table.manifests().stream().map(RewriteManifestsTest::categories).toList());
    assertEquals(before, entries(table));
  }

  @Test
  void largePartitionsTakeSeveralManifests() {
    PlanFixture table = new PlanFixture(2, Map.of("commit.manifest-merge.enabled", "false"));
    for (int i = 0; i < 2; i++) {
      List<DataFile> files = new ArrayList<>();
      for (int j = 0; j < 2000; j++) {
        files.add(file(2000 * i + j, "a"));
      }
      table.append(files.toArray(DataFile[]::new));
    }
    List<String> before = entries(table);
    long bytes = table.manifests().stream().mapToLong(ManifestFile::manifestLength).sum();
    property(table, "commit.manifest.target-size-bytes", String.valueOf(bytes / 4));
    table.commit(REWRITE);
    int count = table.manifests().size();
    assertTrue(count >= 3 && count <= 5, () -> count + " manifests");
    assertEquals(before, entries(table));
  }

  @Test
  void moreManifestsThanAreOpenAtOnceAreWrittenInTurn() {
    String[] categories = new String[150];
    for (int i = 0; i < categories.length; i++) {
      categories[i] = "c%03d".formatted(i);
    }
    PlanFixture table = table(2, 300, categories);
    List<String> before = entries(table);
    property(table, "commit.manifest.target-size-bytes", "1");
    table.commit(REWRITE);
    assertEquals(150, table.manifests().size());
    assertEquals(before, entries(table));
  }

  @Test
  void nothingIsDoneWhereThereIsNothingToDo() {
    PlanFixture empty = new PlanFixture(2, Map.of());
    assertEquals(List.of(), empty.committer.commit(empty.store, REWRITE).snapshotIds());
    PlanFixture table = table(2, 2, "a", "b");
    assertEquals(List.of(), table.committer.commit(table.store, REWRITE).snapshotIds());
    assertEquals(1, table.store.metadata().snapshots().size());
  }

  @Test
  void manifestsWithoutLiveFilesGo() {
    PlanFixture table = table(2, 4, "a");
    table.commit(
        new DeleteByFilter(
            SnapshotOptions.main(), Predicate.ALWAYS_TRUE, CaseSensitivity.SENSITIVE));
    assertEquals(2, table.manifests().size());
    table.commit(REWRITE);
    assertEquals(List.of(), table.manifests());
    assertEquals("2", table.head().summary().get("manifests-replaced"));
    assertEquals("0", table.head().summary().get("manifests-created"));
  }

  @Test
  void whatIsAppendedMeanwhileIsKeptAndNothingIsWrittenTwice() {
    PlanFixture table = table(2, 4, "a", "b");
    DataFile landed = file(9, "c");
    table.store.beforeSwap(() -> table.append(landed));
    table.storage.clear();
    CommitOutcome outcome = table.committer.commit(table.store, REWRITE);
    assertEquals(2, outcome.attempts());
    assertEquals(2, table.manifests().size());
    assertEquals(5, table.live().size());
    assertEquals("1", table.head().summary().get("manifests-kept"));
    // One manifest of the other writer and one of the rewrite.
    assertEquals(
        2,
        table.storage.operations(Kind.WRITE).stream()
            .filter(o -> o.location().contains("-m"))
            .count());
  }

  @Test
  void whatIsRemovedMeanwhileStaysRemoved() {
    PlanFixture table = table(2, 6, "a", "b");
    List<String> before = table.live();
    table.store.beforeSwap(
        () ->
            table.commit(
                new RewriteFiles(
                    SnapshotOptions.main(),
                    OptionalLong.empty(),
                    List.of(file(0, "a")),
                    List.of(),
                    List.of(file(100, "a")),
                    List.of(),
                    OptionalLong.empty())));
    CommitOutcome outcome = table.committer.commit(table.store, REWRITE);
    assertEquals(2, outcome.attempts());
    List<String> expected = new ArrayList<>(before);
    expected.remove("memory:/t/data/0");
    expected.add("memory:/t/data/100");
    assertEquals(expected.stream().sorted().toList(), table.live());
    // Two of the three manifests were still there; the third one and the new file's are kept.
    assertEquals("2", table.head().summary().get("manifests-replaced"));
    assertEquals("2", table.head().summary().get("manifests-kept"));
    assertEquals(
        List.of(),
        LiveFiles.entries(table.storage, table.store.metadata(), table.head()).stream()
            .filter(e -> e.status() == EntryStatus.DELETED)
            .filter(e -> e.snapshotId().equals(OptionalLong.of(table.head().snapshotId())))
            .toList());
  }

  @Test
  void whatIsGoneMeanwhileLeavesNothingToDo() {
    PlanFixture table = table(2, 4, "a");
    table.store.beforeSwap(() -> table.commit(REWRITE));
    CommitOutcome outcome = table.committer.commit(table.store, REWRITE);
    assertEquals(List.of(), outcome.snapshotIds());
    assertEquals(3, table.store.metadata().snapshots().size());
    assertEquals(4, table.live().size());
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void statementsThatReadBeforeItFindNothingChanged(int formatVersion) {
    PlanFixture table = table(formatVersion, 4, "a", "b");
    String ending = formatVersion == 3 ? ".puffin" : ".parquet";
    RowDelta delete = deletes(table, positions("memory:/t/d" + ending, file(0, "a")));
    table.commit(REWRITE);
    table.commit(delete);
    assertEquals(5, table.live().size());
    assertEquals(2, table.manifests().size());
  }

  @Test
  void onlyManifestsOfTheSpecAreRewritten() {
    PlanFixture table = table(2, 4, "a");
    table.commit(
        new UpdateSpec(
            List.of(new SpecEdit.DropFieldByName("category")), CaseSensitivity.SENSITIVE));
    assertEquals(List.of(), table.committer.commit(table.store, REWRITE).snapshotIds());
    table.commit(rewrite(OptionalInt.of(0), Optional.of(List.of("category"))));
    assertEquals(1, table.manifests().size());
  }

  @Test
  void unknownSpecsAndFieldsAreRefused() {
    PlanFixture table = table(2, 4, "a");
    assertTrue(
        refusal(table, rewrite(OptionalInt.of(7), Optional.empty())).contains("Invalid spec id 7"));
    assertTrue(
        refusal(table, rewrite(OptionalInt.empty(), Optional.of(List.of("id"))))
            .contains("specified field(s) [id] were not found"));
    assertThrows(
        InvalidInputException.class, () -> rewrite(OptionalInt.empty(), Optional.of(List.of())));
    property(table, "commit.manifest.target-size-bytes", "0");
    assertTrue(refusal(table, REWRITE).contains("must be positive"));
  }

  private static String refusal(PlanFixture table, RewriteManifests operation) {
    return assertThrows(
            InvalidInputException.class, () -> table.committer.commit(table.store, operation))
        .getMessage();
  }
}
