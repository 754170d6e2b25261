package io.firn.it.refs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.firn.it.Lakes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Expiring snapshots against Apache Iceberg's own: the same result, the same number of files. */
class ExpireSnapshotsTwinTest {

  private static SnapshotTwins twins(String name, String properties) {
    return new SnapshotTwins(
        ExtendedSession.get(),
        name,
        "id INT, p STRING",
        "PARTITIONED BY (p) TBLPROPERTIES (" + properties + ")");
  }

  /** Files of a table, but for its versions and what only Firn writes. */
  private static List<Path> files(String table) throws IOException {
    String warehouse = Lakes.session().conf().get("spark.sql.catalog.lake.warehouse");
    Path directory = Path.of(warehouse, "refs", table.substring(table.lastIndexOf('.') + 1));
    try (Stream<Path> files = Files.walk(directory)) {
      return files
          .filter(f -> f.toString().matches(".*\\.(avro|parquet|puffin)"))
          .filter(f -> !f.toString().contains("row-map"))
          .sorted()
          .toList();
    }
  }

  private static void assertSameFiles(SnapshotTwins twins) throws IOException {
    assertEquals(files(twins.iceberg()).size(), files(twins.firn()).size());
  }

  @Test
  void refsAndRetentionSayWhatStays() throws IOException {
    SnapshotTwins twins = twins("expire_refs", "'format-version'='2'");
    for (int i = 1; i <= 3; i++) {
      twins.both("INSERT INTO %T VALUES (" + i + ", 'a'), (" + 10 * i + ", 'b')");
    }
    twins.both("ALTER TABLE %T CREATE TAG v2 AS OF VERSION #2");
    twins.both("ALTER TABLE %T CREATE BRANCH b AS OF VERSION #1");
    twins.both("INSERT INTO %T.branch_b VALUES (4, 'a')");
    twins.both("INSERT INTO %T.branch_b VALUES (5, 'a')");
    twins.both("DELETE FROM %T WHERE id = 1");
    twins.both("DELETE FROM %T WHERE p = 'b'");
    twins.bothRefuse(
        "CALL %C.system.expire_snapshots(table => '%N', snapshot_ids => array(#2))",
        "Still referenced by refs: [v2]");
    twins.bothRefuse(
        "CALL %C.system.expire_snapshots(table => '%N', retain_last => 0)", "must be at least 1");
    twins.bothRefuse(
        "CALL %C.system.expire_snapshots(table => '%N', max_concurrent_deletes => 0)",
        "max_concurrent_deletes should have value > 0");
    twins.both("CALL %C.system.expire_snapshots('%N')");
    twins.both("CALL %C.system.expire_snapshots(table => '%N', snapshot_ids => array(#3))");
    twins.both(
        "CALL %C.system.expire_snapshots(table => '%N', older_than => now(), retain_last => 2,"
            + " stream_results => true, max_concurrent_deletes => 2)");
    assertSameFiles(twins);
    twins.both("ALTER TABLE %T DROP TAG v2");
    twins.both("ALTER TABLE %T DROP BRANCH b");
    twins.both("CALL %C.system.expire_snapshots('%N', now())");
    assertSameFiles(twins);
    twins.assertReadByTheOther();
    twins.swap();
    twins.both("INSERT INTO %T VALUES (7, 'a')");
    twins.both("CALL %C.system.expire_snapshots('%N', now(), 1)");
    assertSameFiles(twins);
    twins.assertReadByTheOther();
  }

  @Test
  void unusedSpecsAndVectorsGo() throws IOException {
    SnapshotTwins twins =
        twins("expire_specs", "'format-version'='3', 'write.delete.mode'='merge-on-read'");
    String insert = "INSERT INTO %T SELECT /*+ COALESCE(1) */ INT(id), 'a' FROM range(0, 9)";
    twins.both(insert);
    twins.both("DELETE FROM %T WHERE id = 3");
    twins.both("DELETE FROM %T WHERE id = 4");
    twins.both("ALTER TABLE %T ADD PARTITION FIELD id");
    twins.both("ALTER TABLE %T DROP PARTITION FIELD p");
    twins.both("ALTER TABLE %T SET TBLPROPERTIES ('gc.enabled'='false')");
    twins.bothRefuse("CALL %C.system.expire_snapshots('%N', now())", "GC is disabled");
    twins.both("ALTER TABLE %T SET TBLPROPERTIES ('gc.enabled'='true')");
    twins.both(
        "CALL %C.system.expire_snapshots(table => '%N', older_than => now(),"
            + " clean_expired_metadata => true)");
    assertSameFiles(twins);
    twins.assertReadByTheOther();
  }

  @Test
  void nothingIsDeletedWhenAManifestIsMissing() throws IOException {
    SnapshotTwins twins = twins("expire_missing", "'format-version'='2'");
    twins.both("INSERT INTO %T VALUES (1, 'a')");
    twins.both("INSERT INTO %T VALUES (2, 'a')");
    twins.both("DELETE FROM %T WHERE id = 1");
    // One that names a live file: one with nothing but removed files is of no importance.
    String listed =
        Lakes.sql(
                "SELECT path FROM " + twins.firn() + ".manifests WHERE added_data_files_count > 0")
            .get(0)
            .getString(0);
    Path manifest =
        files(twins.firn()).stream()
            .filter(file -> listed.endsWith(file.getFileName().toString()))
            .findFirst()
            .orElseThrow();
    Files.move(manifest, manifest.resolveSibling("away"));
    List<Path> before = files(twins.firn());
    twins.assertRefused("CALL lake.system.expire_snapshots('%N', now())", "m0.avro");
    assertEquals(before, files(twins.firn()));
    assertEquals(List.of("[3]"), Lakes.rows("SELECT count(*) FROM " + twins.firn() + ".snapshots"));
    Files.move(manifest.resolveSibling("away"), manifest);
    Lakes.sql("CALL lake.system.expire_snapshots('refs.expire_missing_a', now())");
    assertTrue(files(twins.firn()).size() < before.size() - 2);
    assertEquals(List.of("[2, a]"), Lakes.rows("SELECT * FROM " + twins.firn() + " ORDER BY id"));
  }
}
