package io.firn.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.spark.sql.RuntimeConfig;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The disk gets full while a statement writes data files, manifests or metadata: it fails with an
 * error that names table and file, and leaves the table and the disk as they were.
 */
@Timeout(300)
class FullDiskTest {
  private static final String TABLE = "small.db.t";
  private static final String ROWS = "SELECT * FROM " + TABLE + " ORDER BY id";
  private static final Path DIRECTORY = Lakes.directory();

  @BeforeAll
  static void createTable() {
    RuntimeConfig conf = Lakes.session().conf();
    conf.set("spark.sql.catalog.small", "io.firn.spark.FirnCatalog");
    conf.set("spark.sql.catalog.small.type", "jdbc");
    conf.set("spark.sql.catalog.small.uri", "jdbc:sqlite:" + DIRECTORY.resolve("catalog.db"));
    conf.set("spark.sql.catalog.small.warehouse", "small://" + DIRECTORY.resolve("warehouse"));
    conf.set("spark.sql.catalog.small.hadoop.fs.small.impl", SmallDisk.class.getName());
    Lakes.sql("CREATE NAMESPACE small.db");
    Lakes.sql("CREATE TABLE " + TABLE + " (id BIGINT, p INT, name STRING) PARTITIONED BY (p)");
    Lakes.sql("INSERT INTO " + TABLE + " SELECT id, id % 3, uuid() FROM range(0, 3000, 1, 2)");
  }

  @AfterEach
  void freeTheDisk() {
    SmallDisk.setFree(Long.MAX_VALUE);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "INSERT INTO small.db.t SELECT id + 10000, id % 3, uuid() FROM range(0, 3000, 1, 2)",
        "UPDATE small.db.t SET name = uuid() WHERE id % 5 = 1"
      })
  void failedWritesLeaveTableAndDiskAsTheyWere(String statement) throws InterruptedException {
    long needed = bytesOf(statement);
    List<String> rows = Lakes.rows(ROWS);
    for (long free : budgets(needed)) {
      List<Path> files = warehouse();
      String what = statement + " with " + free + " of " + needed + " bytes";
      SmallDisk.setFree(free);
      Exception e = assertThrows(Exception.class, () -> Lakes.sql(statement), what);
      assertLeft(files, what);
      SmallDisk.setFree(Long.MAX_VALUE);
      String message = String.valueOf(Lakes.firnFailure(e).getMessage());
      assertTrue(message.contains("No space left on device"), what + ": " + message);
      assertTrue(message.contains(TABLE), what + ": " + message);
      assertTrue(message.contains("small://" + DIRECTORY), what + ": " + message);
      assertEquals(rows, Lakes.rows(ROWS), what);
    }
    Lakes.sql(statement);
    assertNotEquals(rows, Lakes.rows(ROWS));
  }

  /**
   * A statement fails with its first task. Spark stops the other one, which takes its files away;
   * if that one ends at this very moment, nobody learns of its files but remove_orphan_files.
   */
  private static void assertLeft(List<Path> files, String what) throws InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(5);
    while (!files.equals(warehouse()) && System.nanoTime() < deadline) {
      Thread.sleep(10);
    }
    List<Path> left = warehouse();
    assertTrue(left.containsAll(files), what);
    Set<String> tasks =
        left.stream()
            .filter(file -> !files.contains(file))
            .map(file -> file.getFileName().toString().replaceFirst("-[0-9]+\\.parquet$", ""))
            .collect(Collectors.toSet());
    assertTrue(tasks.size() <= 1, () -> what + ": " + tasks);
    assertTrue(tasks.stream().allMatch(task -> task.matches("[0-9]{5}-.*")), tasks::toString);
  }

  private static List<Path> warehouse() {
    return Lakes.files(DIRECTORY.resolve("warehouse"));
  }

  /** Runs it once and takes it back; the next time it needs about as much. */
  private static long bytesOf(String statement) {
    Object snapshot =
        Lakes.sql("SELECT snapshot_id FROM small.db.t.refs WHERE name = 'main'").get(0).get(0);
    SmallDisk.setFree(Long.MAX_VALUE);
    Lakes.sql(statement);
    long written = SmallDisk.written();
    Lakes.sql("CALL small.system.rollback_to_snapshot('db.t', " + snapshot + ")");
    return written;
  }

  /** Before the first byte, within data files, and within each of the last small files. */
  private static long[] budgets(long needed) {
    return Stream.of(0L, needed / 2, needed - 6000, needed - 2500)
        .mapToLong(bytes -> Math.max(0, bytes))
        .toArray();
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 500, 50_000})
  void failedCreateAsSelectLeavesNoTable(long free) throws InterruptedException {
    List<Path> files = warehouse();
    SmallDisk.setFree(free);
    Exception e =
        assertThrows(
            Exception.class,
            () ->
                Lakes.sql(
                    "CREATE TABLE small.db.made AS SELECT id, uuid() AS u FROM range(0, 3000, 1, 2)"));
    assertLeft(files, "");
    SmallDisk.setFree(Long.MAX_VALUE);
    String message = String.valueOf(Lakes.firnFailure(e).getMessage());
    assertTrue(message.contains("No space left on device"), message);
    assertTrue(message.contains("small.db.made"), message);
    assertEquals(List.of("[db, t, false]"), Lakes.rows("SHOW TABLES IN small.db"));
  }
}
