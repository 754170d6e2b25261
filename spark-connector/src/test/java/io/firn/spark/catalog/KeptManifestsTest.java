package io.firn.spark.catalog;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.firn.spark.FirnCatalog;
import io.firn.spark.TestSession;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Manifests that a catalog keeps across statements. */
final class KeptManifestsTest {
  private static final String QUERY = "SELECT id FROM CATALOG.db.t WHERE id > 0 ORDER BY id";

  private final Path warehouse = TestSession.directory("kept");
  private final SparkSession session = TestSession.get().newSession();

  /** Two catalogs of one warehouse. */
  @BeforeEach
  void createTable() {
    for (String catalog : List.of("keeping", "plain")) {
      String key = "spark.sql.catalog." + catalog;
      session.conf().set(key, FirnCatalog.class.getName());
      session.conf().set(key + ".type", "hadoop");
      session.conf().set(key + ".warehouse", warehouse.toString());
    }
    session.conf().set("spark.sql.catalog.keeping.io.manifest.cache-enabled", "true");
    SparkSession.setActiveSession(session);
    sql("CREATE NAMESPACE keeping.db");
    sql("CREATE TABLE keeping.db.t (id BIGINT)");
    sql("INSERT INTO keeping.db.t VALUES (1), (2)");
  }

  @AfterAll
  static void activatePlainSession() {
    TestSession.get();
  }

  private void sql(String statement) {
    session.sql(statement);
  }

  private List<String> rows(String catalog) {
    return TestSession.rows(session, QUERY.replace("CATALOG", catalog));
  }

  /** The newest. */
  private Path manifest() throws IOException {
    try (Stream<Path> files = Files.list(warehouse.resolve("db/t/metadata"))) {
      return files
          .filter(file -> file.toString().matches(".*-m\\d+\\.avro"))
          .max((a, b) -> Long.compare(a.toFile().lastModified(), b.toFile().lastModified()))
          .orElseThrow();
    }
  }

  @Test
  void aManifestIsNotReadAgainByTheNextStatement() throws IOException {
    assertEquals(List.of("[1]", "[2]"), rows("keeping"));
    assertEquals(List.of("[1]", "[2]"), rows("plain"));
    Files.delete(manifest());
    assertEquals(List.of("[1]", "[2]"), rows("keeping"));
    assertThrows(Exception.class, () -> rows("plain"));
  }

  @Test
  void whatAnotherCatalogCommitsIsSeenAtOnce() {
    assertEquals(List.of("[1]", "[2]"), rows("keeping"));
    sql("INSERT INTO plain.db.t VALUES (3)");
    assertEquals(List.of("[1]", "[2]", "[3]"), rows("keeping"));
    sql("DELETE FROM plain.db.t WHERE id = 1");
    assertEquals(List.of("[2]", "[3]"), rows("keeping"));
  }

  @Test
  void aTableThatTakesTheNameOfADroppedOneIsReadAnew() {
    assertEquals(List.of("[1]", "[2]"), rows("keeping"));
    sql("DROP TABLE plain.db.t PURGE");
    sql("CREATE TABLE plain.db.t (id BIGINT)");
    assertEquals(List.of(), rows("keeping"));
    sql("INSERT INTO plain.db.t VALUES (7)");
    assertEquals(List.of("[7]"), rows("keeping"));
  }

  @Test
  void aDamagedManifestIsNotKept() throws IOException {
    Path manifest = manifest();
    byte[] good = Files.readAllBytes(manifest);
    byte[] bad = good.clone();
    for (int i = bad.length - 20; i < bad.length; i++) {
      bad[i] = 0;
    }
    overwrite(manifest, bad);
    assertThrows(Exception.class, () -> rows("keeping"));
    overwrite(manifest, good);
    assertEquals(List.of("[1]", "[2]"), rows("keeping"));
  }

  /** With the checksum that Hadoop's local file system keeps, if it does. */
  private static void overwrite(Path file, byte[] content) throws IOException {
    Files.deleteIfExists(file.resolveSibling("." + file.getFileName() + ".crc"));
    Files.write(file, content);
  }
}
