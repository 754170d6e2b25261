package io.firn.operation;

import static io.firn.operation.PlanFixture.data;
import static io.firn.operation.PlanFixture.equalities;
import static io.firn.operation.PlanFixture.positions;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.firn.error.CommitConflictException;
import io.firn.error.FirnException;
import io.firn.error.InvalidInputException;
import io.firn.error.UnsupportedFeatureException;
import io.firn.expr.CaseSensitivity;
import io.firn.expr.Predicate;
import io.firn.model.DataFile;
import io.firn.model.ManifestContent;
import io.firn.model.ManifestFile;
import io.firn.model.MetadataUpdate;
import io.firn.model.SnapshotRef;
import io.firn.model.TableChange;
import io.firn.model.TableMetadata;
import io.firn.partition.Transform;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class SnapshotPlannerTest {
  private static final DataFile A = data("memory:/t/data/a", "x", 0);
  private static final DataFile B = data("memory:/t/data/b", "x", 10);
  private static final DataFile C = data("memory:/t/data/c", "y", 20);

  private static Overwrite overwrite(
      PlanFixture table, List<DataFile> removed, List<DataFile> added) {
    return new Overwrite(SnapshotOptions.main(), statement(table), removed, added);
  }

  private static RowDelta deletes(PlanFixture table, DataFile... files) {
    return new RowDelta(
        SnapshotOptions.main(),
        statement(table),
        new RowChanges(List.of(), List.of(files), List.of(), Set.of()));
  }

  private static Statement statement(PlanFixture table) {
    return new Statement(
        RowLevelCommand.MERGE,
        table.store.metadata().currentSnapshotId(),
        Predicate.ALWAYS_TRUE,
        CaseSensitivity.SENSITIVE,
        Isolation.SNAPSHOT);
  }

  private static String refusal(Class<? extends FirnException> type, Runnable action) {
    return assertThrows(type, action::run).getMessage();
  }

  @Test
  void aRepeatedFileIsAddedOnce() {
    PlanFixture table = new PlanFixture(2, Map.of());
    table.append(A, A, B);
    assertEquals(List.of(A.filePath(), B.filePath()), table.live());
    assertEquals("2", table.head().summary().get("added-data-files"));
  }

  @Test
  void manifestsOfUntouchedFilesAreKept() {
    PlanFixture table = new PlanFixture(2, Map.of());
    table.append(A);
    table.append(C);
    ManifestFile ofA = table.manifests().get(1);
    table.commit(overwrite(table, List.of(C), List.of()));
    assertTrue(table.manifests().contains(ofA));
    assertEquals(2, table.manifests().size());
  }

  @Test
  void aVectorGoesWithItsDataFile() {
    PlanFixture table = new PlanFixture(3, Map.of());
    table.append(A, B);
    table.commit(
        deletes(
            table,
            positions("memory:/t/data/va.puffin", A),
            positions("memory:/t/data/vb.puffin", B)));
    table.commit(overwrite(table, List.of(A), List.of()));
    assertEquals(List.of(B.filePath(), "memory:/t/data/vb.puffin"), table.live());
    assertEquals("1", table.head().summary().get("removed-dvs"));
  }

  @Test
  void positionDeletesOfOneFileGoWithIt() {
    PlanFixture table = new PlanFixture(2, Map.of());
    table.append(A, B);
    table.commit(deletes(table, positions("memory:/t/data/pa.parquet", A)));
    table.commit(overwrite(table, List.of(A), List.of()));
    assertEquals(List.of(B.filePath()), table.live());
  }

  @Test
  void deletesOlderThanAllDataGoWhenFilesAreRemoved() {
    PlanFixture table = new PlanFixture(2, Map.of());
    table.append(A);
    table.commit(deletes(table, equalities("memory:/t/data/e.parquet", "x")));
    table.append(B);
    table.commit(overwrite(table, List.of(A), List.of()));
    assertEquals(List.of(B.filePath()), table.live());
  }

  @Test
  void deletesThatStillHitACompactedFileStay() {
    PlanFixture table = new PlanFixture(2, Map.of());
    table.append(A, B);
    long sequenceNumber = table.head().sequenceNumber();
    table.commit(deletes(table, equalities("memory:/t/data/e.parquet", "x")));
    table.append(C);
    DataFile compacted = data("memory:/t/data/ab", "x", 0);
    table.commit(
        new RewriteFiles(
            SnapshotOptions.main(),
            OptionalLong.empty(),
            List.of(A, B),
            List.of(),
            List.of(compacted),
            List.of(),
            OptionalLong.of(sequenceNumber)));
    assertEquals(
        List.of(compacted.filePath(), C.filePath(), "memory:/t/data/e.parquet"), table.live());
    assertEquals(
        sequenceNumber,
        table.manifests().stream().mapToLong(ManifestFile::minSequenceNumber).min().orElse(-1));
  }

  @Test
  void anUpgradedTableGivesRowIdsToItsOldFiles() {
    PlanFixture table = new PlanFixture(2, Map.of());
    table.append(A, B);
    table.commit(new UpgradeFormatVersion(3));
    TableMetadata after = table.append(C);
    assertEquals(30, after.nextRowId());
    assertEquals(OptionalLong.of(0), table.head().firstRowId());
    assertEquals(OptionalLong.of(30), table.head().addedRows());
    assertEquals(
        Set.of(OptionalLong.of(0), OptionalLong.of(10), OptionalLong.of(20)),
        Set.copyOf(
            LiveFiles.entries(table.storage, after, table.head()).stream()
                .map(e -> e.file().firstRowId())
                .toList()));
  }

  @Test
  void manifestsGrowNoLargerThanTheTableWants() {
    PlanFixture table = new PlanFixture(2, Map.of("commit.manifest.target-size-bytes", "1000"));
    List<DataFile> files = new ArrayList<>();
    for (int i = 0; i < 20_000; i++) {
      files.add(data("memory:/t/data/" + i, "x", i));
    }
    table.append(files.toArray(DataFile[]::new));
    assertTrue(table.manifests().size() > 1, table.manifests().size() + " manifests");
    assertEquals(
        20_000, table.manifests().stream().mapToInt(m -> m.addedFilesCount().orElse(0)).sum());
  }

  @Test
  void manifestsAreMergedOnceThereAreEnough() {
    PlanFixture table = new PlanFixture(2, Map.of("commit.manifest.min-count-to-merge", "3"));
    for (DataFile file : List.of(A, B)) {
      table.append(file);
    }
    table.commit(new Append(SnapshotOptions.main(), List.of(C), Append.Mode.MERGE));
    assertEquals(1, table.manifests().size());
    assertEquals("2", table.head().summary().get("manifests-replaced"));
    assertEquals(3, table.live().size());
  }

  @Test
  void aStagedSnapshotMovesNoBranch() {
    PlanFixture table = new PlanFixture(2, Map.of());
    table.append(A);
    long head = table.head().snapshotId();
    TableMetadata after =
        table.commit(
            new Append(
                new SnapshotOptions(
                    SnapshotRef.MAIN, SnapshotOptions.Publication.STAGED, Map.of("wap.id", "w1")),
                List.of(B),
                Append.Mode.FAST));
    assertEquals(OptionalLong.of(head), after.currentSnapshotId());
    assertEquals(2, after.snapshots().size());
    assertEquals("w1", after.snapshots().get(1).summary().get("wap.id"));
  }

  @Test
  void aNewBranchStartsFromTheCurrentSnapshot() {
    PlanFixture table = new PlanFixture(2, Map.of());
    table.append(A);
    TableMetadata after =
        table.commit(
            new Append(
                new SnapshotOptions("audit", SnapshotOptions.Publication.CURRENT, Map.of()),
                List.of(B),
                Append.Mode.FAST));
    assertEquals("2", after.refSnapshot("audit").orElseThrow().summary().get("total-data-files"));
    assertEquals("1", table.head().summary().get("total-data-files"));
  }

  @Test
  void aTagIsNoTarget() {
    PlanFixture table = new PlanFixture(2, Map.of());
    table.append(A);
    long head = table.head().snapshotId();
    table.commit(
        new Operation() {
          @Override
          public String name() {
            return "tag";
          }

          @Override
          public TableChange planOn(Planning planning) {
            return new TableChange(
                List.of(), List.of(new MetadataUpdate.SetSnapshotRef("v1", SnapshotRef.tag(head))));
          }
        });
    String message =
        refusal(
            InvalidInputException.class,
            () ->
                table.commit(
                    new Append(
                        new SnapshotOptions("v1", SnapshotOptions.Publication.CURRENT, Map.of()),
                        List.of(B),
                        Append.Mode.FAST)));
    assertTrue(message.contains("v1 is a tag, not a branch"), message);
  }

  @Test
  void deletesHaveTheShapeOfTheFormatVersion() {
    PlanFixture two = new PlanFixture(2, Map.of());
    two.append(A);
    assertTrue(
        refusal(
                InvalidInputException.class,
                () -> two.commit(deletes(two, positions("memory:/t/data/v.puffin", A))))
            .contains("Must not use DVs for position deletes in V2"));
    PlanFixture three = new PlanFixture(3, Map.of());
    three.append(A);
    assertTrue(
        refusal(
                InvalidInputException.class,
                () -> three.commit(deletes(three, positions("memory:/t/data/p.parquet", A))))
            .contains("Must use DVs for position deletes in V3"));
    assertTrue(
        refusal(
                InvalidInputException.class,
                () ->
                    three.commit(
                        deletes(
                            three,
                            positions("memory:/t/data/v1.puffin", A),
                            positions("memory:/t/data/v2.puffin", A))))
            .contains("a data file may have one deletion vector"));
  }

  @Test
  void aTableOfVersionOneIsNotWritten() {
    PlanFixture table = new PlanFixture(1, Map.of());
    assertTrue(
        refusal(UnsupportedFeatureException.class, () -> table.append(A))
            .contains("it has format version 1"));
  }

  @Test
  void anUnknownTransformIsNotWritten() {
    PlanFixture table = new PlanFixture(2, Transform.parse("zorder[3]"), Map.of());
    assertTrue(
        refusal(UnsupportedFeatureException.class, () -> table.append(A))
            .contains("unknown transform zorder[3]"));
  }

  @Test
  void aFileOfAnUnknownSpecIsRefused() {
    PlanFixture table = new PlanFixture(2, Map.of());
    DataFile file = DataFile.parquet("memory:/t/data/z", 9, A.partition(), 1, 1);
    assertTrue(
        refusal(InvalidInputException.class, () -> table.append(file))
            .contains("Cannot find partition spec 9"));
  }

  @Test
  void aFileThatIsNotThereCannotBeReplaced() {
    PlanFixture table = new PlanFixture(2, Map.of());
    table.append(A);
    assertEquals(
        "Cannot commit MERGE to lake.db.t: Missing required files to delete: memory:/t/data/b."
            + " Another commit removed or rewrote them; run it again on the new data.",
        refusal(
            CommitConflictException.class,
            () -> table.commit(overwrite(table, List.of(B), List.of(C)))));
    assertEquals(List.of(A.filePath()), table.live());
  }

  @Test
  void aRewriteDoesNotAddRows() {
    PlanFixture table = new PlanFixture(2, Map.of());
    table.append(A);
    assertTrue(
        refusal(
                InvalidInputException.class,
                () ->
                    table.commit(
                        new RewriteFiles(
                            SnapshotOptions.main(),
                            OptionalLong.empty(),
                            List.of(A),
                            List.of(),
                            List.of(B, C),
                            List.of(),
                            OptionalLong.empty())))
            .contains("Invalid REPLACE operation: 20 added records > 10 replaced records"));
  }

  @Test
  void truncationRemovesEverything() {
    PlanFixture table = new PlanFixture(3, Map.of());
    table.append(A, C);
    table.commit(deletes(table, positions("memory:/t/data/va.puffin", A)));
    table.commit(
        new OverwriteByFilter(
            SnapshotOptions.main(),
            Predicate.ALWAYS_TRUE,
            CaseSensitivity.SENSITIVE,
            List.of(),
            Validation.none()));
    assertEquals(List.of(), table.live());
    assertEquals("delete", table.head().operation().orElseThrow());
    assertEquals("0", table.head().summary().get("total-records"));
  }

  @Test
  void aFilterThatCutsAFileFailsAndSaysWhatToDo() {
    PlanFixture table = new PlanFixture(2, Map.of());
    table.append(A);
    Predicate half = Predicate.compare(Predicate.Operator.LT, "id", 5L);
    String overwrite =
        refusal(
            InvalidInputException.class,
            () ->
                table.commit(
                    new OverwriteByFilter(
                        SnapshotOptions.main(),
                        half,
                        CaseSensitivity.SENSITIVE,
                        List.of(),
                        Validation.none())));
    assertTrue(overwrite.contains("some, but not all, rows match filter"), overwrite);
    String delete =
        refusal(
            CommitConflictException.class,
            () ->
                table.commit(
                    new DeleteByFilter(SnapshotOptions.main(), half, CaseSensitivity.SENSITIVE)));
    assertTrue(delete.contains(A.filePath()), delete);
  }

  @Test
  void deletionByMetadataIsPossibleOnlyForWholeFiles() {
    PlanFixture table = new PlanFixture(2, Map.of());
    table.append(A, C);
    assertTrue(canDelete(table, Predicate.equal("category", "x")));
    assertTrue(canDelete(table, Predicate.compare(Predicate.Operator.LT, "id", 10L)));
    assertFalse(canDelete(table, Predicate.compare(Predicate.Operator.LT, "id", 5L)));
    assertTrue(canDelete(table, Predicate.compare(Predicate.Operator.GT, "id", 1000L)));
  }

  private static boolean canDelete(PlanFixture table, Predicate filter) {
    return DeleteByFilter.canDeleteByMetadata(
        table.storage, table.store.metadata(), table.head(), filter, CaseSensitivity.SENSITIVE);
  }

  @Test
  void replacingNoPartitionChangesNothing() {
    PlanFixture table = new PlanFixture(2, Map.of());
    table.append(A);
    long head = table.head().snapshotId();
    table.commit(new ReplacePartitions(SnapshotOptions.main(), List.of(), Validation.none()));
    assertEquals(head, table.head().snapshotId());
  }

  @Test
  void replacedPartitionsLeaveTheOthersAlone() {
    PlanFixture table = new PlanFixture(2, Map.of());
    table.append(A, C);
    table.commit(new ReplacePartitions(SnapshotOptions.main(), List.of(B), Validation.none()));
    assertEquals(List.of(B.filePath(), C.filePath()), table.live());
    assertEquals("true", table.head().summary().get("replace-partitions"));
  }

  @Test
  void metadataIsWrittenWhereTheTableWantsIt() {
    PlanFixture table = new PlanFixture(2, Map.of("write.metadata.path", "memory:/elsewhere/"));
    table.append(A);
    assertTrue(table.manifests().get(0).manifestPath().startsWith("memory:/elsewhere/"));
    assertTrue(table.head().manifestList().orElseThrow().startsWith("memory:/elsewhere/snap-"));
    assertEquals(ManifestContent.DATA, table.manifests().get(0).content());
  }
}
