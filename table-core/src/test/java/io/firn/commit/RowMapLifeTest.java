package io.firn.commit;

import static io.firn.commit.CommitFixture.append;
import static io.firn.commit.CommitFixture.file;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.firn.catalog.MemoryTableStore.Fault;
import io.firn.codec.avro.ManifestListReader;
import io.firn.codec.avro.RowMapReader;
import io.firn.error.CommitFailedException;
import io.firn.error.CommitStateUnknownException;
import io.firn.expr.CaseSensitivity;
import io.firn.expr.Predicate;
import io.firn.io.InputFile;
import io.firn.maintenance.TableFiles;
import io.firn.model.DataFile;
import io.firn.model.Snapshot;
import io.firn.operation.Isolation;
import io.firn.operation.Operation;
import io.firn.operation.Overwrite;
import io.firn.operation.Replacement;
import io.firn.operation.RewriteFiles;
import io.firn.operation.RowLevelCommand;
import io.firn.operation.SnapshotOptions;
import io.firn.operation.Statement;
import io.firn.rowmap.RowMap;
import io.firn.rowmap.RowMapBuilder;
import io.firn.rowmap.RowMapKind;
import io.firn.rowmap.RowMapPart;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** A row map's file from the first attempt of its commit to the end of the table. */
final class RowMapLifeTest {
  private static final DataFile A = file("a.parquet");
  private static final DataFile B = file("b.parquet");
  private static final String MAP = "00000000-0000-0000-0000-000000000003-row-map.avro";

  private final CommitFixture fixture = new CommitFixture();

  private RowMap map(RowMapKind kind) {
    RowMapPart part = new RowMapPart();
    part.add(part.source(A.filePath()), 0, part.newTarget(B.filePath()), 0, 10);
    return new RowMapBuilder(kind, base().getAsLong())
        .source(A.filePath(), 10)
        .target(B.filePath(), 10)
        .add(part)
        .build();
  }

  private OptionalLong base() {
    return fixture.store.metadata().currentSnapshotId();
  }

  private Operation compaction() {
    return new RewriteFiles(
        SnapshotOptions.main(),
        base(),
        new Replacement(List.of(A), List.of(B), Map.of(), Optional.of(map(RowMapKind.COMPACTION))),
        List.of(),
        OptionalLong.empty());
  }

  private Operation update() {
    return new Overwrite(
        SnapshotOptions.main(),
        new Statement(
            RowLevelCommand.UPDATE,
            base(),
            Predicate.ALWAYS_TRUE,
            CaseSensitivity.SENSITIVE,
            Isolation.SNAPSHOT),
        new Replacement(List.of(A), List.of(B), Map.of(), Optional.of(map(RowMapKind.ROW_CHANGE))));
  }

  private CommitOutcome commit(Operation operation) {
    return fixture.committer.commit(fixture.store, operation);
  }

  private void withFileA(Map<String, String> properties) {
    fixture.withTable(properties);
    commit(append("a.parquet"));
  }

  private InputFile list(Snapshot snapshot) {
    return fixture.storage.newInputFile(snapshot.manifestList().orElseThrow());
  }

  @Test
  void aMapIsWrittenOnceForAllAttemptsAndFoundByTheManifestList() {
    withFileA(Map.of());
    Operation operation = update();
    RowMap map = map(RowMapKind.ROW_CHANGE);
    fixture.storage.clear();
    fixture.store.meet(Fault.STALE, Fault.STALE);
    CommitOutcome outcome = commit(operation);
    assertEquals(3, outcome.attempts());
    String location = CommitFixture.LOCATION + "/metadata/" + MAP;
    assertEquals(
        1,
        fixture.storage.operations().stream()
            .filter(o -> o.location().equals(location) && o.kind().name().equals("WRITE"))
            .count());
    Snapshot snapshot = outcome.snapshot().orElseThrow();
    assertEquals(Optional.of(location), ManifestListReader.rowMapLocation(list(snapshot)));
    assertEquals(Optional.of(location), ManifestListReader.read(list(snapshot)).rowMapLocation());
    InputFile file = fixture.storage.newInputFile(location);
    assertEquals(map, RowMapReader.read(file));
    assertEquals("row-change", snapshot.summary().get("row-map-kind"));
    assertEquals("1", snapshot.summary().get("row-map-runs"));
    assertEquals(Long.toString(file.length()), snapshot.summary().get("row-map-bytes"));
    assertEquals(location, snapshot.summary().get("row-map-location"));
  }

  @Test
  void aCompactionHasAMapAndTheNextAppendHasNone() {
    withFileA(Map.of());
    Snapshot compacted = commit(compaction()).snapshot().orElseThrow();
    assertEquals("compaction", compacted.summary().get("row-map-kind"));
    assertTrue(ManifestListReader.rowMapLocation(list(compacted)).isPresent());
    Snapshot appended = commit(append("c.parquet")).snapshot().orElseThrow();
    assertEquals(Optional.empty(), ManifestListReader.rowMapLocation(list(appended)));
    assertFalse(appended.summary().containsKey("row-map-kind"));
  }

  @Test
  void theMapOfACommitThatFailedIsDeleted() {
    withFileA(Map.of("commit.retry.num-retries", "0"));
    var before = fixture.metadataFiles();
    fixture.store.meet(Fault.STALE);
    assertThrows(CommitFailedException.class, () -> commit(update()));
    assertEquals(before, fixture.metadataFiles());
  }

  @Test
  void theMapOfACommitWithUnknownOutcomeIsKept() {
    withFileA(Map.of("commit.status-check.num-retries", "0"));
    fixture.store.meet(Fault.REQUEST_DELAYED, Fault.REQUEST_DELAYED, Fault.REQUEST_DELAYED);
    assertThrows(CommitStateUnknownException.class, () -> commit(update()));
    assertTrue(fixture.metadataFiles().contains(MAP), fixture.metadataFiles().toString());
  }

  @Test
  void aMapThatIsTooLargeIsNotKept() {
    withFileA(Map.of("write.row-map.max-bytes", "20"));
    Snapshot snapshot = commit(update()).snapshot().orElseThrow();
    assertEquals("none", snapshot.summary().get("row-map-kind"));
    assertFalse(snapshot.summary().containsKey("row-map-location"));
    assertEquals(Optional.empty(), ManifestListReader.rowMapLocation(list(snapshot)));
    assertFalse(fixture.metadataFiles().contains(MAP), fixture.metadataFiles().toString());
  }

  @Test
  void aPurgeDeletesMaps() {
    withFileA(Map.of());
    commit(update());
    commit(append("c.parquet"));
    assertTrue(fixture.metadataFiles().contains(MAP), fixture.metadataFiles().toString());
    TableFiles.deleteAll(fixture.storage, fixture.store.load());
    assertFalse(fixture.metadataFiles().contains(MAP), fixture.metadataFiles().toString());
  }
}
