package io.firn.catalog.hadoop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.firn.catalog.Changes;
import io.firn.catalog.SwapResult;
import io.firn.catalog.TableState;
import io.firn.error.CorruptFileException;
import io.firn.error.InvalidInputException;
import io.firn.error.MissingFileException;
import io.firn.error.NotFoundException;
import io.firn.io.FaultyStorage;
import io.firn.io.FileOperation;
import io.firn.io.FileOperation.Kind;
import io.firn.io.RecordingStorage;
import io.firn.io.memory.MemoryStorage;
import io.firn.model.MetadataUpdate;
import io.firn.model.TableChange;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The numbered files of a table that is a directory. */
final class PathTableStoreTest {
  private static final String LOCATION = "/w/t";
  private static final String META = LOCATION + "/metadata/";

  private final MemoryStorage memory = new MemoryStorage();
  private final FaultyStorage faulty = new FaultyStorage(memory);
  private final RecordingStorage storage = new RecordingStorage(faulty);
  private final PathTableStore store = PathTableStore.at(storage, LOCATION + "/");

  private TableState create(Map<String, String> properties) {
    return swapped(store.create(Changes.create(LOCATION, UUID.randomUUID(), properties)));
  }

  private static TableState swapped(SwapResult result) {
    return assertInstanceOf(SwapResult.Swapped.class, result, result::toString).current();
  }

  private TableState swap(TableState base, String value) {
    return swapped(store.swap(base, Changes.set("a", value)));
  }

  private void write(String location, String content) throws IOException {
    try (OutputStream out = memory.newOutputFile(location).create()) {
      out.write(content.getBytes(StandardCharsets.UTF_8));
    }
  }

  private String hint() {
    return new String(
        memory.newInputFile(META + "version-hint.text").readAll(), StandardCharsets.UTF_8);
  }

  @Test
  void filesAreNumberedAndTheHintFollows() {
    TableState state = create(Map.of());
    assertEquals(Optional.of(META + "v1.metadata.json"), state.metadataLocation());
    assertEquals("1", hint());
    state = swap(state, "1");
    assertEquals(Optional.of(META + "v2.metadata.json"), state.metadataLocation());
    assertEquals("2", hint());
    assertEquals(LOCATION, store.name());
  }

  @Test
  void loadAndCommitTakeFewFileOperations() {
    TableState state = create(Map.of());
    storage.clear();
    store.load();
    assertEquals(
        List.of(
            "OPEN version-hint.text",
            "READ version-hint.text",
            "EXISTS v1.metadata.json",
            "EXISTS v2.metadata.json",
            "EXISTS v2.gz.metadata.json",
            "EXISTS v2.metadata.json.gz",
            "OPEN v1.metadata.json",
            "READ v1.metadata.json"),
        operations());
    storage.clear();
    swap(state, "1");
    assertEquals(
        List.of(
            "EXISTS v1.metadata.json",
            "EXISTS v2.metadata.json",
            "EXISTS v2.gz.metadata.json",
            "EXISTS v2.metadata.json.gz",
            "CREATE_EXCLUSIVE v2.metadata.json",
            "EXISTS v1.metadata.json",
            "EXISTS v3.metadata.json",
            "EXISTS v3.gz.metadata.json",
            "EXISTS v3.metadata.json.gz",
            "CREATE version-hint.text",
            "WRITE version-hint.text"),
        operations());
    assertEquals(1, storage.counts().get(Kind.CREATE_EXCLUSIVE));
  }

  @Test
  void knownStateIsNotReadAgainButItsFirstBytes() {
    TableState state = swap(create(Map.of()), "1");
    storage.clear();
    assertSame(state, store.reload(state));
    assertEquals(
        List.of(
            "OPEN version-hint.text",
            "READ version-hint.text",
            "EXISTS v2.metadata.json",
            "EXISTS v3.metadata.json",
            "EXISTS v3.gz.metadata.json",
            "EXISTS v3.metadata.json.gz",
            "OPEN v2.metadata.json",
            "READ v2.metadata.json"),
        operations());
  }

  @Test
  void knownStateThatIsNotTheTablesAnyMoreIsReadAgain() {
    TableState first = create(Map.of("a", "0"));
    TableState second = swap(first, "1");
    assertEquals(second, store.reload(first));

    memory.deleteTree(LOCATION);
    TableState another = swap(create(Map.of("a", "2")), "3");
    assertEquals(second.metadataLocation(), another.metadataLocation());
    assertEquals(another, store.reload(second));

    memory.deleteTree(LOCATION);
    assertThrows(NotFoundException.class, () -> store.reload(another));
  }

  @Test
  void knownStateWhoseFileWasReplacedIsReadAgain() throws IOException {
    TableState state = create(Map.of());
    String file = state.metadataLocation().orElseThrow();
    String text = new String(memory.newInputFile(file).readAll(), StandardCharsets.UTF_8);
    String updated = "\"last-updated-ms\":" + state.metadata().lastUpdatedMillis();
    assertTrue(text.contains(updated), text);
    write(file, text.replace(updated, "\"last-updated-ms\":7"));
    assertEquals(7, store.reload(state).metadata().lastUpdatedMillis());
    write(file, "{\"" + "x".repeat(10_000) + "\":1," + text.substring(1));
    TableState again = store.reload(state);
    assertNotSame(state, again);
    assertEquals(state.metadata().tableUuid(), again.metadata().tableUuid());
    write(file, text.substring(0, 20));
    assertThrows(CorruptFileException.class, () -> store.reload(state));
  }

  @Test
  void knownStateOfACompressedFileIsNotReadAgain() {
    TableState state =
        swap(swap(create(Map.of("write.metadata.compression-codec", "gzip")), "1"), "2");
    assertEquals(Optional.of(META + "v3.gz.metadata.json"), state.metadataLocation());
    assertSame(state, store.reload(state));
  }

  private List<String> operations() {
    return storage.operations().stream().map(PathTableStoreTest::shortly).toList();
  }

  private static String shortly(FileOperation operation) {
    String location = operation.location();
    return operation.kind() + " " + location.substring(location.lastIndexOf('/') + 1);
  }

  @Test
  void hintMayBeMissingOldTooHighOrDamaged() throws IOException {
    TableState state = swap(swap(create(Map.of()), "1"), "2");
    for (String hint : List.of("1", "3", "7", "0", "-2", "", "x", "3\n", "99999999999999")) {
      write(META + "version-hint.text", hint);
      assertEquals(state, store.load(), "hint '" + hint + "'");
    }
    memory.delete(META + "version-hint.text");
    assertEquals(state, store.load());
    assertTrue(store.exists());
    state = swap(state, "3");
    assertEquals(Optional.of(META + "v4.metadata.json"), state.metadataLocation());
    assertEquals("4", hint());
  }

  @Test
  void unreadableHintIsLikeNone() {
    TableState state = swap(swap(create(Map.of()), "1"), "2");
    faulty.failReads(location -> location.endsWith("version-hint.text"), FaultyStorage.ALWAYS);
    assertEquals(state, store.load());
    assertTrue(store.exists());
  }

  @Test
  void unwritableHintDoesNotFailTheCommit() {
    TableState state = create(Map.of());
    faulty.diskFullAfter(0, location -> location.endsWith("version-hint.text"), 1);
    state = swap(state, "1");
    assertEquals(state, store.load());
  }

  @Test
  void undeletableOldMetadataDoesNotFailTheCommit() {
    TableState state =
        create(
            Map.of(
                "write.metadata.previous-versions-max",
                "1",
                "write.metadata.delete-after-commit.enabled",
                "true"));
    faulty.failDeletes(location -> true, FaultyStorage.ALWAYS);
    state = swap(swap(swap(state, "1"), "2"), "3");
    assertEquals(state, store.load());
    assertTrue(memory.newInputFile(META + "v1.metadata.json").exists());
  }

  @Test
  void oldSpellingOfCompressedFilesIsRead() throws IOException {
    TableState state = swap(create(Map.of("write.metadata.compression-codec", "gzip")), "1");
    byte[] bytes = memory.newInputFile(META + "v2.gz.metadata.json").readAll();
    try (OutputStream out = memory.newOutputFile(META + "v2.metadata.json.gz").create()) {
      out.write(bytes);
    }
    memory.delete(META + "v2.gz.metadata.json");
    TableState old = store.load();
    assertEquals(state.metadata(), old.metadata());
    assertEquals(Optional.of(META + "v2.metadata.json.gz"), old.metadataLocation());
    assertEquals(Optional.of(META + "v3.gz.metadata.json"), swap(old, "2").metadataLocation());
  }

  @Test
  void racingForAVersionIsRacingForOneNameWhateverTheCodec() {
    TableState base = create(Map.of());
    PathTableStore other = PathTableStore.at(memory, LOCATION);
    faulty.beforeCreateExclusive(
        location -> true,
        1,
        () -> swapped(other.swap(base, Changes.set("write.metadata.compression-codec", "gzip"))));
    SwapResult lost = store.swap(base, Changes.set("a", "1"));
    assertInstanceOf(SwapResult.Stale.class, lost, lost::toString);
    assertEquals(
        "gzip", store.load().metadata().properties().get("write.metadata.compression-codec"));
  }

  @Test
  void lostAnswerIsUnknownWithoutAFileOfItsOwn() {
    TableState base = create(Map.of());
    faulty.loseAnswer(location -> true, 1);
    SwapResult.Unknown unknown =
        assertInstanceOf(SwapResult.Unknown.class, store.swap(base, Changes.set("a", "1")));
    assertEquals(Optional.empty(), unknown.attemptedLocation());
    assertTrue(unknown.cause().getMessage().contains(META + "v2.metadata.json"));
    assertEquals("1", store.load().metadata().properties().get("a"));
  }

  @Test
  void lostRequestIsUnknownAndTheSameSwapCanBeRepeated() {
    TableState base = create(Map.of());
    faulty.loseRequest(location -> true, 1);
    assertInstanceOf(SwapResult.Unknown.class, store.swap(base, Changes.set("a", "1")));
    assertEquals(base, store.load());
    assertEquals("1", swap(base, "1").metadata().properties().get("a"));
  }

  /** Others commit and clean up while this writer sleeps just before its create. */
  @Test
  void writerThatWasOvertakenAndCleanedUpDoesNotClaimSuccess() {
    TableState base =
        create(
            Map.of(
                "write.metadata.previous-versions-max",
                "1",
                "write.metadata.delete-after-commit.enabled",
                "true"));
    PathTableStore other = PathTableStore.at(memory, LOCATION);
    faulty.beforeCreateExclusive(
        location -> true,
        1,
        () -> {
          TableState state = base;
          for (int i = 0; i < 4; i++) {
            state = swapped(other.swap(state, Changes.set("other", Integer.toString(i))));
          }
        });
    SwapResult result = store.swap(base, Changes.set("a", "1"));
    assertInstanceOf(SwapResult.Unknown.class, result, result::toString);
    TableState now = store.load();
    assertEquals("3", now.metadata().properties().get("other"));
    assertFalse(now.metadata().properties().containsKey("a"));
    SwapResult late = store.swap(base, Changes.set("a", "1"));
    assertInstanceOf(SwapResult.Stale.class, late, late::toString);
  }

  @Test
  void writerWhoseVersionWasBuiltUponAtOnceSucceeded() {
    TableState base =
        create(
            Map.of(
                "write.metadata.previous-versions-max",
                "1",
                "write.metadata.delete-after-commit.enabled",
                "true"));
    PathTableStore other = PathTableStore.at(memory, LOCATION);
    faulty.afterCreateExclusive(
        location -> true, 1, () -> swapped(other.swap(other.load(), Changes.set("other", "1"))));
    TableState second = swap(base, "1");
    assertFalse(memory.newInputFile(META + "v1.metadata.json").exists(), "cleaned up by the other");
    assertEquals(Optional.of(META + "v2.metadata.json"), second.metadataLocation());
    assertEquals(
        Map.of("a", "1", "other", "1"),
        store.load().metadata().properties().entrySet().stream()
            .filter(e -> !e.getKey().startsWith("write."))
            .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue)));
    assertEquals("3", hint(), "the hint does not go back");
  }

  @Test
  void tableCannotMoveOrKeepItsMetadataElsewhere() {
    TableState base = create(Map.of());
    SwapResult moved =
        store.swap(
            base,
            new TableChange(List.of(), List.of(new MetadataUpdate.SetLocation("/w/elsewhere"))));
    assertTrue(assertInstanceOf(SwapResult.Refused.class, moved).reason().contains("/w/elsewhere"));
    SwapResult split = store.swap(base, Changes.set("write.metadata.path", "/m"));
    assertTrue(
        assertInstanceOf(SwapResult.Refused.class, split).reason().contains("write.metadata.path"));
    SwapResult created =
        PathTableStore.at(memory, "/w/u")
            .create(Changes.create("/w/elsewhere", UUID.randomUUID(), Map.of()));
    assertInstanceOf(SwapResult.Refused.class, created);
    assertEquals(base, store.load());
    assertFalse(PathTableStore.at(memory, "/w/u").exists());
  }

  @Test
  void tableOfAnotherCatalogIsNotTakenOver() throws IOException {
    write(META + "00000-aaaa.metadata.json", "{}");
    MissingFileException e = assertThrows(MissingFileException.class, store::load);
    assertTrue(e.getMessage().contains("another catalog keeps the table"), e.getMessage());
    SwapResult result = store.create(Changes.create(LOCATION, UUID.randomUUID(), Map.of()));
    assertInstanceOf(SwapResult.Stale.class, result, result::toString);
    assertFalse(store.exists());
  }

  @Test
  void tableThatIsCreatedWhileItIsLookedForIsFound() {
    faulty.afterList(
        directory -> directory.equals(LOCATION + "/metadata"), 1, () -> create(Map.of()));
    assertEquals(Optional.of(META + "v1.metadata.json"), store.load().metadataLocation());
  }

  @Test
  void stateOfAnotherCatalogIsRefused() {
    TableState base = create(Map.of());
    TableState foreign = new TableState(base.metadata(), Optional.of("/x/00003-aa.metadata.json"));
    assertThrows(InvalidInputException.class, () -> store.swap(foreign, Changes.set("a", "1")));
    assertThrows(
        InvalidInputException.class,
        () -> store.swap(new TableState(base.metadata(), Optional.empty()), Changes.set("a", "1")));
  }

  @Test
  void missingTableIsNamedByItsPath() {
    NotFoundException e = assertThrows(NotFoundException.class, store::load);
    assertEquals("Table does not exist: /w/t", e.getMessage());
  }

  @Test
  void timeOfTheMetadataIsTheClocks() {
    PathTableStore timed =
        new PathTableStore(
            "t", memory, LOCATION, InstantSource.fixed(Instant.ofEpochMilli(1234567)));
    TableState state = swapped(timed.create(Changes.create(LOCATION, UUID.randomUUID(), Map.of())));
    assertEquals(1234567, state.metadata().lastUpdatedMillis());
  }
}
