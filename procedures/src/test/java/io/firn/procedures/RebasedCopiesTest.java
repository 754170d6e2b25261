package io.firn.procedures;

import static io.firn.spark.TestSession.rows;
import static io.firn.spark.TestSession.sql;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.firn.spark.HookedFileSystem;
import io.firn.spark.TestSession;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A copy-on-write UPDATE that a compaction overtakes carried rows over that are in the compacted
 * file too: it hides its own copies of them, and those only.
 */
class RebasedCopiesTest {
  private static final String T = "hooked.copies.t";
  private static final String UPDATE = "UPDATE " + T + " SET v = 500 WHERE id = 5";
  private static final String COMPACTION =
      "CALL hooked.system.rewrite_data_files(table => 'copies.t', options => map('min-input-files',"
          + " '2'))";

  @BeforeAll
  static void installCatalog() {
    HookedFileSystem.install();
    sql("CREATE NAMESPACE IF NOT EXISTS hooked.copies");
  }

  @AfterAll
  static void activatePlainSession() {
    TestSession.get();
  }

  @AfterEach
  void dropTable() {
    assertEquals(0, HookedFileSystem.clear());
    sql("DROP TABLE " + T + " PURGE");
  }

  /** Ids 0 to 9 in one file, 10 to 19 in another. */
  private static void table(int version) {
    sql(
        "CREATE TABLE %s (id BIGINT, v INT) TBLPROPERTIES ('format-version'='%d', 'write.update.mode'='copy-on-write', 'write.merge.mode'='merge-on-read')"
            .formatted(T, version));
    sql("INSERT INTO " + T + " SELECT id, int(id) FROM range(0, 10, 1, 1)");
    sql("INSERT INTO " + T + " SELECT id, int(id) FROM range(10, 20, 1, 1)");
  }

  private static void updateOvertakenByCompaction() {
    HookedFileSystem.beforeNextCommit(() -> sql(COMPACTION));
    sql(UPDATE);
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void copiesAreHiddenAndTheChangedRowInTheCompactedFile(int version) {
    table(version);
    updateOvertakenByCompaction();
    assertEquals(
        List.of("[0]", "[1]", "[2]", "[3]", "[4]", "[5]", "[6]", "[7]", "[8]"),
        deletedPositions(10));
    assertEquals(
        List.of("[9]"),
        sql(
            "SELECT _pos FROM %s WHERE id = 5 AND _file = (SELECT file_path FROM %s.data_files WHERE record_count = 10)"
                .formatted(T, T)));
    assertEquals(
        sql("SELECT _pos FROM %s.%s WHERE id = 5".formatted(T, compacted())), deletedPositions(20));
    assertEquals(
        List.of("[20,20,685]"), sql("SELECT count(*), count(DISTINCT id), sum(v) FROM " + T));
    assertEquals(List.of("[500]"), sql("SELECT v FROM " + T + " WHERE id = 5"));
  }

  /** The positions of the data file with so many rows. */
  private static List<String> deletedPositions(int recordCount) {
    return sql(
        "SELECT pos FROM %s.position_deletes WHERE file_path = (SELECT file_path FROM %s.data_files WHERE record_count = %d) ORDER BY pos"
            .formatted(T, T, recordCount));
  }

  private static String compacted() {
    return "snapshot_id_"
        + sql("SELECT snapshot_id FROM " + T + ".snapshots WHERE operation = 'replace'")
            .get(0)
            .replaceAll("[\\[\\]]", "");
  }

  /** Its row 3 is where the compaction put it; a copy of it was hidden, which nobody had seen. */
  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void aMergeThatLeftACopiedRowAsItIsDoesNotTakeItForRemoved(int version) {
    table(version);
    HookedFileSystem.beforeCreating(
        "/copies/t/data/", RebasedCopiesTest::updateOvertakenByCompaction);
    rows(
        TestSession.withExtensions(),
        "MERGE INTO "
            + T
            + " t USING (SELECT id FROM VALUES (3L), (100L) AS s(id)) s ON t.id = s.id"
            + " WHEN MATCHED AND t.v < 0 THEN DELETE"
            + " WHEN NOT MATCHED THEN INSERT (id, v) VALUES (s.id, 0)");
    assertEquals(
        List.of("[21,21,685]"), sql("SELECT count(*), count(DISTINCT id), sum(v) FROM " + T));
    assertEquals(List.of("[3]"), sql("SELECT v FROM " + T + " WHERE id = 3"));
  }
}
