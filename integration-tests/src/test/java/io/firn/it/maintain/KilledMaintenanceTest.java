package io.firn.it.maintain;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.firn.it.Lakes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.apache.spark.sql.RuntimeConfig;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The process dies while a procedure commits or deletes, once at each of several changes of the
 * disk: the table stays readable, the procedure can be called again, and at the end no file is left
 * over.
 */
@Timeout(300)
class KilledMaintenanceTest {
  private static final Path DIRECTORY = Lakes.directory();
  private static final int STRAYS = 8;

  @BeforeAll
  static void createCatalog() {
    RuntimeConfig conf = Lakes.session().conf();
    conf.set("spark.sql.catalog.dying", "io.firn.spark.FirnCatalog");
    conf.set("spark.sql.catalog.dying.type", "jdbc");
    conf.set("spark.sql.catalog.dying.uri", "jdbc:sqlite:" + DIRECTORY.resolve("catalog.db"));
    conf.set("spark.sql.catalog.dying.warehouse", "dying://" + DIRECTORY.resolve("warehouse"));
    conf.set("spark.sql.catalog.dying.hadoop.fs.dying.impl", DyingDisk.class.getName());
    Lakes.sql("CREATE NAMESPACE dying.db");
  }

  @AfterEach
  void revive() {
    DyingDisk.revive();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "expire_snapshots | expire_snapshots('%s', now())",
        "expire_slowly | expire_snapshots(table => '%s', older_than => now(), max_concurrent_deletes => 2)",
        "rewrite_manifests | rewrite_manifests('%s')",
        "remove_orphans | remove_orphan_files('%s')",
        "remove_streaming | remove_orphan_files(table => '%s', stream_results => true, max_concurrent_deletes => 1)"
      })
  void theTableIsReadableAndTheCallCanBeRepeated(String name, String call) throws IOException {
    Path directory = DIRECTORY.resolve("warehouse/db").resolve(name);
    List<String> rows = prepare(name, directory);
    int deaths = 0;
    for (int changes = 0; !survives(call.formatted("db." + name), changes); changes++) {
      deaths++;
      Lakes.sql("REFRESH TABLE dying.db." + name);
      assertEquals(rows, rows(name), "after the death at change " + changes);
    }
    assertTrue(deaths >= 2, () -> "the process only died before " + call);
    assertEquals(rows, rows(name));
    age(directory);
    Lakes.sql("CALL dying.system.remove_orphan_files('db." + name + "')");
    age(directory);
    assertEquals(List.of(), Lakes.rows("CALL dying.system.remove_orphan_files('db." + name + "')"));
    assertEquals(rows, rows(name));
    if (name.startsWith("expire")) {
      assertEquals(1L, count(directory.resolve("data"), ".parquet"), "data files");
      assertEquals(1L, count(directory.resolve("metadata"), "snap-"), "manifest lists");
    } else {
      assertEquals(0L, count(directory, "stray"), "stray files");
    }
    Lakes.sql("INSERT INTO dying.db." + name + " VALUES (100, 'new')");
    assertEquals(rows.size() + 1, rows(name).size());
  }

  /** Four snapshots, of whose files only those of the last one live, and files of nobody. */
  private static List<String> prepare(String name, Path directory) throws IOException {
    String table = "dying.db." + name;
    Lakes.sql("CREATE TABLE " + table + " (id BIGINT, name STRING)");
    for (int i = 0; i < 2; i++) {
      Lakes.sql("INSERT INTO " + table + " VALUES (" + i + ", 'a')");
    }
    if (name.startsWith("expire")) {
      Lakes.sql("INSERT OVERWRITE " + table + " VALUES (2, 'b')");
    }
    for (int i = 0; i < STRAYS; i++) {
      Files.createFile(directory.resolve("data/stray-" + i));
    }
    age(directory);
    return rows(name);
  }

  /** Whether the process survives the call, if it may change so much. */
  private static boolean survives(String call, int changes) {
    DyingDisk.dieAfter(changes);
    try {
      Lakes.sql("CALL dying.system." + call);
      return true;
    } catch (Throwable e) {
      for (Throwable t = e; t != null; t = t.getCause()) {
        if (t instanceof DyingDisk.Died) {
          return false;
        }
      }
      throw e;
    } finally {
      DyingDisk.revive();
    }
  }

  private static List<String> rows(String name) {
    return Lakes.rows("SELECT * FROM dying.db." + name + " ORDER BY id");
  }

  private static long count(Path directory, String namePart) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      return files.filter(f -> f.getFileName().toString().contains(namePart)).count();
    }
  }

  private static void age(Path directory) throws IOException {
    FileTime old = FileTime.from(Instant.now().minus(Duration.ofDays(4)));
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        Files.setLastModifiedTime(file, old);
      }
    }
  }
}
