package io.firn.catalog;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.firn.error.AlreadyExistsException;
import io.firn.error.CorruptFileException;
import io.firn.error.FirnException;
import io.firn.error.InvalidInputException;
import io.firn.error.MissingFileException;
import io.firn.error.NamespaceNotEmptyException;
import io.firn.error.NotFoundException;
import io.firn.error.StorageException;
import io.firn.error.UnsupportedFeatureException;
import io.firn.io.FaultyStorage;
import io.firn.io.FileEntry;
import io.firn.io.Storage;
import io.firn.model.MetadataLogEntry;
import io.firn.model.MetadataUpdate;
import io.firn.model.Requirement;
import io.firn.model.TableChange;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What every catalog promises. A subclass says which catalog. */
public abstract class CatalogContract {
  private static final Predicate<String> METADATA = location -> location.contains("metadata.json");
  private static final Namespace DB = Namespace.of("db");
  private static final TableName TABLE = new TableName(DB, "t");

  private final List<Catalog> opened = new ArrayList<>();

  /** Opens the catalog named {@code lake} once more; all of a test's see the same content. */
  protected abstract Catalog openOn(Storage storage);

  /** The storage that holds the warehouse. */
  protected abstract Storage storage();

  /** Whether namespaces keep properties and tables can be renamed and choose their location. */
  protected abstract boolean keepsNames();

  private Catalog open() {
    return open(storage());
  }

  private Catalog open(Storage storage) {
    Catalog catalog = openOn(storage);
    synchronized (opened) {
      opened.add(catalog);
    }
    return catalog;
  }

  @AfterEach
  void closeAll() {
    opened.forEach(Catalog::close);
  }

  private static TableState create(
      Catalog catalog, TableName table, Map<String, String> properties) {
    String location = catalog.newTableLocation(table, Optional.empty());
    SwapResult result =
        catalog.store(table).create(Changes.create(location, UUID.randomUUID(), properties));
    return assertInstanceOf(SwapResult.Swapped.class, result, result::toString).current();
  }

  private static TableState create(Catalog catalog, TableName table) {
    return create(catalog, table, Map.of());
  }

  private static TableState swap(TableStore store, TableState base, String key, String value) {
    SwapResult result = store.swap(base, Changes.set(key, value));
    return assertInstanceOf(SwapResult.Swapped.class, result, result::toString).current();
  }

  private List<String> metadataFiles(TableState state) {
    try (Stream<FileEntry> files = storage().list(state.metadata().location())) {
      return files.map(FileEntry::location).filter(METADATA).sorted().toList();
    }
  }

  @Test
  void namespaceIsThereFromCreateToDrop() {
    Catalog catalog = open();
    assertFalse(catalog.namespaceExists(DB));
    catalog.createNamespace(DB, Map.of());
    assertTrue(catalog.namespaceExists(DB));
    assertTrue(open().namespaceExists(DB));
    assertEquals(List.of(DB), catalog.listNamespaces(Namespace.root()));
    assertEquals(List.of(), catalog.listNamespaces(DB));
    assertEquals(List.of(), catalog.listTables(DB));
    assertTrue(catalog.namespaceProperties(DB).get("location").endsWith("/db"));
    assertTrue(catalog.dropNamespace(DB));
    assertFalse(catalog.dropNamespace(DB));
    assertFalse(catalog.namespaceExists(DB));
    assertEquals(List.of(), catalog.listNamespaces(Namespace.root()));
  }

  @Test
  void namespacesNest() {
    Catalog catalog = open();
    Namespace inner = Namespace.of("a", "b", "c");
    Namespace neighbour = Namespace.of("a_b", "x");
    catalog.createNamespace(Namespace.of("a"), Map.of());
    catalog.createNamespace(Namespace.of("a", "b"), Map.of());
    catalog.createNamespace(inner, Map.of());
    catalog.createNamespace(neighbour, Map.of());
    create(catalog, new TableName(inner, "t"));
    create(catalog, new TableName(Namespace.of("a"), "t"));
    assertEquals(
        List.of(Namespace.of("a"), Namespace.of("a_b")), catalog.listNamespaces(Namespace.root()));
    assertEquals(List.of(Namespace.of("a", "b")), catalog.listNamespaces(Namespace.of("a")));
    assertEquals(List.of(inner), catalog.listNamespaces(Namespace.of("a", "b")));
    assertEquals(List.of(new TableName(inner, "t")), catalog.listTables(inner));
    assertEquals(
        List.of(new TableName(Namespace.of("a"), "t")), catalog.listTables(Namespace.of("a")));
    assertThrows(
        NamespaceNotEmptyException.class, () -> catalog.dropNamespace(Namespace.of("a", "b")));
    assertThrows(NamespaceNotEmptyException.class, () -> catalog.dropNamespace(inner));
    assertTrue(catalog.namespaceExists(inner));
  }

  @Test
  void namespaceOfThatNameExistsOnce() {
    Catalog catalog = open();
    catalog.createNamespace(DB, Map.of());
    AlreadyExistsException e =
        assertThrows(AlreadyExistsException.class, () -> open().createNamespace(DB, Map.of()));
    assertEquals("Namespace already exists: lake.db", e.getMessage());
  }

  @Test
  void missingNamespaceIsNamed() {
    Catalog catalog = open();
    for (Callable<?> use :
        List.<Callable<?>>of(
            () -> catalog.listTables(DB),
            () -> catalog.listNamespaces(DB),
            () -> catalog.namespaceProperties(DB))) {
      NotFoundException e = assertThrows(NotFoundException.class, use::call);
      assertEquals("Namespace does not exist: lake.db", e.getMessage());
    }
  }

  @Test
  void namespacePropertiesAreKeptOrRefused() {
    Catalog catalog = open();
    if (!keepsNames()) {
      UnsupportedFeatureException e =
          assertThrows(
              UnsupportedFeatureException.class,
              () -> catalog.createNamespace(DB, Map.of("comment", "c")));
      assertTrue(e.getMessage().contains("lake.db cannot have comment"), e.getMessage());
      assertFalse(catalog.namespaceExists(DB));
      catalog.createNamespace(DB, Map.of());
      assertThrows(
          UnsupportedFeatureException.class,
          () -> catalog.updateNamespaceProperties(DB, Map.of("a", "1"), Set.of()));
      return;
    }
    catalog.createNamespace(DB, Map.of("comment", "c", "a", "1"));
    catalog.updateNamespaceProperties(DB, Map.of("a", "2", "b", "3"), Set.of("comment", "absent"));
    Map<String, String> properties = open().namespaceProperties(DB);
    assertEquals(Set.of("a", "b", "location"), properties.keySet());
    assertEquals("2", properties.get("a"));
    assertEquals("3", properties.get("b"));
    catalog.updateNamespaceProperties(DB, Map.of(), Set.of("a", "b"));
    assertEquals(Set.of("location"), open().namespaceProperties(DB).keySet());
    assertThrows(
        InvalidInputException.class,
        () -> catalog.updateNamespaceProperties(DB, Map.of("exists", "no"), Set.of()));
  }

  @Test
  void tableIsCreatedLoadedAndChanged() {
    Catalog catalog = open();
    catalog.createNamespace(DB, Map.of());
    assertFalse(catalog.tableExists(TABLE));
    TableState created = create(catalog, TABLE, Map.of("owner", "me"));
    assertTrue(catalog.tableExists(TABLE));
    assertEquals(List.of(TABLE), catalog.listTables(DB));

    TableStore store = open().store(TABLE);
    assertEquals("lake.db.t", store.name());
    assertEquals(created, store.load());
    assertTrue(created.metadata().location().endsWith("/db/t"), created.metadata().location());
    assertEquals(List.of(), created.metadata().metadataLog());

    TableState second = swap(store, created, "color", "blue");
    TableState third = swap(store, second, "owner", "you");
    TableState loaded = catalog.store(TABLE).load();
    assertEquals(third, loaded);
    assertEquals(Map.of("owner", "you", "color", "blue"), loaded.metadata().properties());
    assertEquals(created.metadata().tableUuid(), loaded.metadata().tableUuid());
    assertEquals(
        List.of(created.metadataLocation().orElseThrow(), second.metadataLocation().orElseThrow()),
        loaded.metadata().metadataLog().stream().map(MetadataLogEntry::metadataFile).toList());
    assertEquals(3, metadataFiles(loaded).size());
  }

  @Test
  void missingTableIsNamed() {
    Catalog catalog = open();
    NotFoundException e = assertThrows(NotFoundException.class, () -> catalog.store(TABLE).load());
    assertEquals("Table does not exist: lake.db.t", e.getMessage());
    assertFalse(catalog.dropTable(TABLE));
  }

  @Test
  void staleBaseChangesNothing() {
    Catalog catalog = open();
    TableState base = create(catalog, TABLE);
    TableState won = swap(catalog.store(TABLE), base, "winner", "1");
    List<String> before = metadataFiles(won);
    SwapResult lost = open().store(TABLE).swap(base, Changes.set("winner", "2"));
    assertInstanceOf(SwapResult.Stale.class, lost, lost::toString);
    assertEquals(won, catalog.store(TABLE).load());
    assertEquals(before, metadataFiles(won), "the loser leaves no metadata file");
  }

  @Test
  void unmetRequirementIsStaleAndChangesNothing() {
    Catalog catalog = open();
    TableState base = create(catalog, TABLE);
    TableChange change =
        new TableChange(
            List.of(new Requirement.AssertRefSnapshotId("main", OptionalLong.of(77))),
            List.of(new MetadataUpdate.SetProperties(Map.of("a", "b"))));
    SwapResult result = catalog.store(TABLE).swap(base, change);
    SwapResult.Stale stale = assertInstanceOf(SwapResult.Stale.class, result, result::toString);
    assertTrue(stale.detail().contains("'main'"), stale.detail());
    assertEquals(base, catalog.store(TABLE).load());
  }

  @Test
  void invalidChangeChangesNothing() {
    Catalog catalog = open();
    TableState base = create(catalog, TABLE);
    assertThrows(
        InvalidInputException.class,
        () ->
            catalog
                .store(TABLE)
                .swap(base, Changes.set("write.metadata.compression-codec", "zip")));
    assertEquals(base, catalog.store(TABLE).load());
    assertEquals(1, metadataFiles(base).size());
  }

  @Test
  void changeThatChangesNothingWritesNothing() {
    Catalog catalog = open();
    TableState base = create(catalog, TABLE, Map.of("a", "1"));
    assertEquals(base, swap(catalog.store(TABLE), base, "a", "1"));
    assertEquals(1, metadataFiles(base).size());
  }

  @Test
  void existingTableIsNotCreatedAgain() {
    Catalog catalog = open();
    TableState first = create(catalog, TABLE);
    String location = catalog.newTableLocation(TABLE, Optional.empty());
    SwapResult second =
        open().store(TABLE).create(Changes.create(location, UUID.randomUUID(), Map.of()));
    assertInstanceOf(SwapResult.Stale.class, second, second::toString);
    assertEquals(first, catalog.store(TABLE).load());
  }

  @Test
  void droppedTableIsGoneAndItsNameFree() {
    Catalog catalog = open();
    catalog.createNamespace(DB, Map.of());
    TableState first = create(catalog, TABLE);
    swap(catalog.store(TABLE), first, "a", "1");
    assertTrue(open().dropTable(TABLE));
    assertFalse(catalog.tableExists(TABLE));
    assertEquals(List.of(), catalog.listTables(DB));
    assertTrue(catalog.namespaceExists(DB));
    SwapResult late = catalog.store(TABLE).swap(first, Changes.set("late", "1"));
    assertInstanceOf(SwapResult.Stale.class, late, late::toString);
    assertFalse(catalog.tableExists(TABLE));
    TableState again = create(catalog, TABLE);
    assertEquals(again, catalog.store(TABLE).load());
  }

  @Test
  void tableIsRenamedOrTheRenameRefused() {
    Catalog catalog = open();
    catalog.createNamespace(DB, Map.of());
    catalog.createNamespace(Namespace.of("other"), Map.of());
    TableState state = create(catalog, TABLE);
    TableName target = new TableName(Namespace.of("other"), "u");
    if (!keepsNames()) {
      UnsupportedFeatureException e =
          assertThrows(UnsupportedFeatureException.class, () -> catalog.renameTable(TABLE, target));
      assertTrue(e.getMessage().contains("lake.db.t"), e.getMessage());
      return;
    }
    catalog.renameTable(TABLE, target);
    assertFalse(catalog.tableExists(TABLE));
    assertEquals(state, open().store(target).load());
    NotFoundException missing =
        assertThrows(NotFoundException.class, () -> catalog.renameTable(TABLE, target));
    assertEquals("Table does not exist: lake.db.t", missing.getMessage());
    create(catalog, TABLE);
    assertThrows(AlreadyExistsException.class, () -> catalog.renameTable(TABLE, target));
    assertThrows(
        NotFoundException.class,
        () -> catalog.renameTable(TABLE, new TableName(Namespace.of("absent"), "t")));
    assertTrue(catalog.tableExists(TABLE));
  }

  @Test
  void requestedLocationIsTakenOrRefused() {
    Catalog catalog = open();
    String own = catalog.newTableLocation(TABLE, Optional.empty());
    assertEquals(own, catalog.newTableLocation(TABLE, Optional.of(own + "/")));
    if (keepsNames()) {
      assertEquals("/else/where", catalog.newTableLocation(TABLE, Optional.of("/else/where")));
    } else {
      InvalidInputException e =
          assertThrows(
              InvalidInputException.class,
              () -> catalog.newTableLocation(TABLE, Optional.of("/else/where")));
      assertTrue(e.getMessage().contains("/else/where") && e.getMessage().contains(own));
    }
  }

  @Test
  void namesKeepCaseAndUnusualCharacters() {
    Catalog catalog = open();
    Namespace namespace = Namespace.of("Größe x");
    catalog.createNamespace(namespace, Map.of());
    TableName table = new TableName(namespace, "T-1 é%_");
    TableState state = create(catalog, table);
    assertEquals(List.of(table), catalog.listTables(namespace));
    assertEquals(state, open().store(table).load());
  }

  @Test
  void metadataIsCompressedAsTheTableSays() {
    Catalog catalog = open();
    TableState state = create(catalog, TABLE, Map.of("write.metadata.compression-codec", "gzip"));
    state = swap(catalog.store(TABLE), state, "a", "1");
    String file = state.metadataLocation().orElseThrow();
    assertTrue(file.endsWith(".gz.metadata.json"), file);
    byte[] bytes = storage().newInputFile(file).readAll();
    assertEquals(0x1f8b, (bytes[0] & 0xff) << 8 | bytes[1] & 0xff);
    assertEquals(state, open().store(TABLE).load());
    state = swap(catalog.store(TABLE), state, "write.metadata.compression-codec", "none");
    state = swap(catalog.store(TABLE), state, "a", "2");
    file = state.metadataLocation().orElseThrow();
    assertFalse(file.endsWith(".gz.metadata.json"), file);
    assertEquals(state, open().store(TABLE).load());
  }

  @Test
  void oldMetadataFilesAreDeletedIfTheTableSaysSo() {
    Catalog catalog = open();
    TableState state =
        create(
            catalog,
            TABLE,
            Map.of(
                "write.metadata.previous-versions-max",
                "2",
                "write.metadata.delete-after-commit.enabled",
                "true"));
    List<String> written = new ArrayList<>();
    written.add(state.metadataLocation().orElseThrow());
    for (int i = 1; i <= 5; i++) {
      state = swap(catalog.store(TABLE), state, "i", Integer.toString(i));
      written.add(state.metadataLocation().orElseThrow());
    }
    List<String> kept = written.subList(3, 6);
    assertEquals(kept.stream().sorted().toList(), metadataFiles(state));
    assertEquals(
        kept.subList(0, 2),
        state.metadata().metadataLog().stream().map(MetadataLogEntry::metadataFile).toList());
    assertEquals(state, open().store(TABLE).load());
  }

  @Test
  void racingWritersLoseNoCommit() throws Exception {
    create(open(), TABLE, Map.of("counter", "0"));
    int threads = 4;
    int commits = 8;
    List<Integer> stale =
        race(
            threads,
            () -> {
              TableStore store = open().store(TABLE);
              int losses = 0;
              for (int done = 0; done < commits; ) {
                TableState base = store.load();
                int counter = Integer.parseInt(base.metadata().properties().get("counter"));
                SwapResult result =
                    store.swap(base, Changes.set("counter", Integer.toString(counter + 1)));
                if (result instanceof SwapResult.Swapped) {
                  done++;
                } else {
                  assertInstanceOf(SwapResult.Stale.class, result, result::toString);
                  losses++;
                }
              }
              return losses;
            });
    TableState end = open().store(TABLE).load();
    assertEquals("32", end.metadata().properties().get("counter"), "lost races: " + stale);
    assertEquals(32, end.metadata().metadataLog().size());
  }

  @Test
  void oneOfManyRacingCreatorsWins() throws Exception {
    for (int round = 0; round < 4; round++) {
      TableName table = new TableName(DB, "race" + round);
      // The second codec would give the file another name.
      List<SwapResult> results =
          race(
              3,
              () -> {
                Catalog catalog = open();
                UUID uuid = UUID.randomUUID();
                String codec = uuid.getLeastSignificantBits() % 2 == 0 ? "gzip" : "none";
                return catalog
                    .store(table)
                    .create(
                        Changes.create(
                            catalog.newTableLocation(table, Optional.empty()),
                            uuid,
                            Map.of("write.metadata.compression-codec", codec)));
              });
      List<SwapResult> won = results.stream().filter(r -> r instanceof SwapResult.Swapped).toList();
      assertEquals(1, won.size(), results::toString);
      assertEquals(
          2,
          results.stream().filter(r -> r instanceof SwapResult.Stale).count(),
          results::toString);
      TableState winner = ((SwapResult.Swapped) won.get(0)).current();
      assertEquals(winner, open().store(table).load());
      assertEquals(1, metadataFiles(winner).size());
    }
  }

  private static <R> List<R> race(int threads, Callable<R> racer) throws Exception {
    ExecutorService executor = Executors.newFixedThreadPool(threads);
    try {
      CyclicBarrier start = new CyclicBarrier(threads);
      List<Future<R>> futures = new ArrayList<>();
      for (int i = 0; i < threads; i++) {
        futures.add(
            executor.submit(
                () -> {
                  start.await();
                  return racer.call();
                }));
      }
      List<R> results = new ArrayList<>();
      for (Future<R> future : futures) {
        results.add(future.get());
      }
      return results;
    } finally {
      executor.shutdownNow();
    }
  }

  @Test
  void missingMetadataFileNamesTableAndFile() {
    Catalog catalog = open();
    TableState state = create(catalog, TABLE);
    String file = state.metadataLocation().orElseThrow();
    storage().delete(file);
    MissingFileException e =
        assertThrows(MissingFileException.class, () -> catalog.store(TABLE).load());
    assertTrue(e.getMessage().contains("lake.db.t"), e.getMessage());
    assertTrue(e.getMessage().contains(file.substring(0, file.lastIndexOf('/'))), e.getMessage());
  }

  @Test
  void truncatedMetadataFileNamesTableAndFile() {
    TableState state = create(open(), TABLE);
    int length = storage().newInputFile(state.metadataLocation().orElseThrow()).readAll().length;
    for (int bytes : new int[] {0, 1, 2, length / 2, length - 1}) {
      FaultyStorage faulty =
          new FaultyStorage(storage()).truncateReads(bytes, METADATA, FaultyStorage.ALWAYS);
      CorruptFileException e =
          assertThrows(CorruptFileException.class, () -> open(faulty).store(TABLE).load());
      assertEquals(state.metadataLocation().orElseThrow(), e.location());
      assertTrue(e.getMessage().contains("lake.db.t"), e.getMessage());
    }
  }

  @Test
  void flippedBitsAreErrorsThatNameTheFileOrHarmless() {
    TableState state = create(open(), TABLE, Map.of("a", "some text"));
    String file = state.metadataLocation().orElseThrow();
    int bits = storage().newInputFile(file).readAll().length * 8;
    long seed = Long.getLong("firn.test.seed", 20261130L);
    Random random = new Random(seed);
    FaultyStorage faulty = new FaultyStorage(storage());
    TableStore store = open(faulty).store(TABLE);
    for (int i = 0; i < 200; i++) {
      int bit = random.nextInt(bits);
      faulty.heal();
      faulty.flipBit(bit, METADATA, FaultyStorage.ALWAYS);
      try {
        store.load();
      } catch (FirnException e) {
        assertTrue(e.getMessage().contains(file), () -> "seed " + seed + ", bit " + bit + ": " + e);
      } catch (RuntimeException e) {
        throw new AssertionError("seed " + seed + ", bit " + bit, e);
      }
    }
  }

  @Test
  void flippedBitInACompressedFileIsFoundOrInABitThatMeansNothing() {
    Catalog catalog = open();
    TableState created = create(catalog, TABLE, Map.of("write.metadata.compression-codec", "gzip"));
    TableState state = swap(catalog.store(TABLE), created, "a", "1");
    String file = state.metadataLocation().orElseThrow();
    int bytes = storage().newInputFile(file).readAll().length;
    FaultyStorage faulty = new FaultyStorage(storage());
    TableStore store = open(faulty).store(TABLE);
    int found = 0;
    int flips = 0;
    // Not in the header, which holds things such as a time.
    for (int bit = 80; bit < bytes * 8; bit += 37) {
      faulty.heal();
      faulty.flipBit(bit, METADATA, FaultyStorage.ALWAYS);
      flips++;
      // A compressed stream has some unused bits; a flip there must change nothing.
      try {
        assertEquals(state.metadata(), store.load().metadata(), "bit " + bit);
      } catch (CorruptFileException e) {
        assertEquals(file, e.location());
        found++;
      }
    }
    assertTrue(found * 100 > flips * 90, found + " of " + flips + " flips found");
  }

  @Test
  void fullDiskWhileMetadataIsWrittenCommitsNothing() {
    TableState base = create(open(), TABLE);
    FaultyStorage full =
        new FaultyStorage(storage()).diskFullAfter(100, METADATA, FaultyStorage.ALWAYS);
    StorageException e =
        assertThrows(
            StorageException.class,
            () -> open(full).store(TABLE).swap(base, Changes.set("a", "1")));
    assertTrue(e.getMessage().contains("No space left on device"), e.getMessage());
    assertTrue(e.getMessage().contains(base.metadata().location()), e.getMessage());
    assertEquals(base, open().store(TABLE).load());
    assertEquals(1, metadataFiles(base).size());

    TableName other = new TableName(DB, "other");
    Catalog catalog = open(full);
    String location = catalog.newTableLocation(other, Optional.empty());
    assertThrows(
        StorageException.class,
        () -> catalog.store(other).create(Changes.create(location, UUID.randomUUID(), Map.of())));
    assertFalse(open().tableExists(other));
    full.heal();
    assertInstanceOf(
        SwapResult.Swapped.class,
        catalog.store(other).create(Changes.create(location, UUID.randomUUID(), Map.of())));
    swap(open().store(TABLE), base, "a", "1");
  }
}
