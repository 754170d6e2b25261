package io.firn.catalog.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.firn.catalog.Changes;
import io.firn.catalog.Namespace;
import io.firn.catalog.SwapResult;
import io.firn.catalog.TableName;
import io.firn.catalog.TableState;
import io.firn.catalog.TableStore;
import io.firn.error.StorageException;
import io.firn.io.FileEntry;
import io.firn.io.local.LocalStorage;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a swap says when the database's answer is an error or does not come. */
final class JdbcSwapOutcomeTest {
  private static final TableName TABLE = new TableName(Namespace.of("db"), "t");

  @TempDir Path directory;
  private LossyDriver driver;
  private JdbcCatalog catalog;
  private TableStore store;
  private TableState base;

  @BeforeEach
  void createTable() throws SQLException {
    driver = new LossyDriver();
    catalog =
        JdbcCatalog.of(
            "lake",
            Map.of(
                "uri",
                "jdbc:lossy:" + realUri(),
                "warehouse",
                directory.resolve("w").toString(),
                "retryable_status_codes",
                "57000, 58000",
                "jdbc.busy_timeout",
                "50"),
            new LocalStorage());
    store = catalog.store(TABLE);
    SwapResult created =
        store.create(Changes.create(location(), UUID.randomUUID(), Map.of("a", "0")));
    base = assertInstanceOf(SwapResult.Swapped.class, created).current();
  }

  @AfterEach
  void close() throws SQLException {
    catalog.close();
    driver.close();
  }

  private String realUri() {
    return "jdbc:sqlite:" + directory.resolve("catalog.db");
  }

  private String location() {
    return directory.resolve("w/db/t").toString();
  }

  private List<String> metadataFiles() {
    try (Stream<FileEntry> files = new LocalStorage().list(location() + "/metadata")) {
      return files.map(FileEntry::location).sorted().toList();
    }
  }

  private SwapResult swap() {
    return store.swap(base, Changes.set("a", "1"));
  }

  @Test
  void lostAnswerIsUnknownAndItsFileIsKept() {
    driver.loseNextAnswer("08006");
    SwapResult.Unknown unknown = assertInstanceOf(SwapResult.Unknown.class, swap());
    TableState now = store.load();
    assertEquals(now.metadataLocation(), unknown.attemptedLocation());
    assertEquals("1", now.metadata().properties().get("a"));
  }

  @Test
  void lostRequestIsUnknownTooAndTheSameSwapCanBeRepeated() {
    driver.failNextWrite("08006");
    SwapResult.Unknown unknown = assertInstanceOf(SwapResult.Unknown.class, swap());
    assertEquals(base, store.load());
    assertTrue(metadataFiles().contains(unknown.attemptedLocation().orElseThrow()));
    assertInstanceOf(SwapResult.Swapped.class, swap());
    assertEquals("1", store.load().metadata().properties().get("a"));
  }

  @Test
  void errorThatSaysNothingIsUnknown() {
    for (String state : List.of("", "XX000", "57P01", "40003", "57000", "58000", "HY000")) {
      driver.failNextWrite(state);
      assertInstanceOf(SwapResult.Unknown.class, swap(), state);
    }
    assertEquals(base, store.load());
  }

  @Test
  void conflictWithAnotherTransactionIsStaleAndLeavesNoFile() {
    for (String state : List.of("40001", "40P01", "55P03", "57014")) {
      driver.failNextWrite(state);
      SwapResult.Stale stale = assertInstanceOf(SwapResult.Stale.class, swap(), state);
      assertEquals("the database is busy: injected", stale.detail());
    }
    assertEquals(List.of(base.metadataLocation().orElseThrow()), metadataFiles());
  }

  @Test
  void refusalIsAFailureThatNamesTheTableAndLeavesNoFile() {
    for (String state : List.of("42501", "22001", "25006", "53100")) {
      driver.failNextWrite(state);
      StorageException e = assertThrows(StorageException.class, this::swap, state);
      assertTrue(e.getMessage().contains("lake.db.t"), e.getMessage());
    }
    assertEquals(List.of(base.metadataLocation().orElseThrow()), metadataFiles());
    assertEquals(base, store.load());
  }

  @Test
  void lostAnswerToACreateIsUnknown() {
    TableName other = new TableName(Namespace.of("db"), "other");
    driver.loseNextAnswer("08006");
    SwapResult result =
        catalog
            .store(other)
            .create(
                Changes.create(
                    directory.resolve("w/db/other").toString(), UUID.randomUUID(), Map.of()));
    SwapResult.Unknown unknown = assertInstanceOf(SwapResult.Unknown.class, result);
    assertEquals(catalog.store(other).load().metadataLocation(), unknown.attemptedLocation());
  }

  @Test
  void lockedDatabaseIsStale() throws SQLException {
    try (JdbcCatalog direct =
            JdbcCatalog.of(
                "lake",
                Map.of("uri", realUri(), "warehouse", "/unused", "jdbc.busy_timeout", "50"),
                new LocalStorage());
        Connection locking = DriverManager.getConnection(realUri());
        Statement statement = locking.createStatement()) {
      statement.execute("BEGIN IMMEDIATE");
      SwapResult result = direct.store(TABLE).swap(base, Changes.set("a", "1"));
      assertInstanceOf(SwapResult.Stale.class, result, result::toString);
      assertEquals(List.of(base.metadataLocation().orElseThrow()), metadataFiles());
      statement.execute("ROLLBACK");
      assertInstanceOf(
          SwapResult.Swapped.class, direct.store(TABLE).swap(base, Changes.set("a", "1")));
    }
  }

  @Test
  void unreachableDatabaseChangesNothing() {
    catalog.close();
    assertThrows(StorageException.class, this::swap);
    assertEquals(List.of(base.metadataLocation().orElseThrow()), metadataFiles());
    assertFalse(driver.jdbcCompliant());
  }
}
