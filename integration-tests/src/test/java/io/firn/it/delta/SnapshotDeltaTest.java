package io.firn.it.delta;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.firn.it.Lakes;
import java.util.List;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Test;

/** What Delta Lake wrote is read by Firn and by Apache Iceberg, version by version. */
class SnapshotDeltaTest {

  @Test
  void everyVersionOfATableWithoutVectorsReadsTheSame() {
    DeltaTwin twin = new DeltaTwin("whole_files");
    twin.run(
            "CREATE TABLE %T (id BIGINT NOT NULL, name STRING, day DATE, at TIMESTAMP, part STRING)"
                + " USING delta PARTITIONED BY (part) TBLPROPERTIES"
                + " ('delta.enableDeletionVectors' = 'false', 'owned.by' = 'me')")
        .run(
            "INSERT INTO %T SELECT id, concat('n', id), date '2024-01-01',"
                + " timestamp '2024-02-03 04:05:06', if(id % 3 = 0, NULL, concat('p ', id % 3))"
                + " FROM range(12)")
        .run("UPDATE %T SET name = 'changed' WHERE id < 3")
        .run("DELETE FROM %T WHERE id % 4 = 1")
        .run("ALTER TABLE %T ADD COLUMNS (more INT)")
        .run("INSERT INTO %T VALUES (20, 'x', NULL, NULL, 'new/ü', 7)")
        .run("OPTIMIZE %T");
    assertEquals("[4,7,0]", twin.call("snapshot_delta", "").toString());
    twin.assertSameVersionsFrom(0);
    assertEquals(
        List.of("false", "me", "2"), properties(twin, "gc.enabled", "owned.by", "format-version"));
    assertEquals(
        List.of("append", "append", "overwrite", "overwrite", "append", "append", "replace"),
        Lakes.sql("SELECT operation FROM " + twin.firn() + ".snapshots ORDER BY committed_at")
            .stream()
            .map(row -> row.getString(0))
            .toList());
    assertTimes(twin);
    twin.run("DELETE FROM %T WHERE id = 20");
    assertEquals("[10]", count(twin.firn()));
    assertEquals("[9]", count(twin.delta()));
  }

  /** The time of each version finds the version, in both engines. */
  private static void assertTimes(DeltaTwin twin) {
    for (Row version : DeltaLake.sql("DESCRIBE HISTORY " + twin.delta())) {
      String tag = "'delta-version-" + version.getLong(0) + "'";
      String time = "'delta-ts-" + version.getTimestamp(1).getTime() + "'";
      for (String table : List.of(twin.firn(), twin.iceberg())) {
        assertEquals(
            List.of("1"),
            DeltaTwin.rows(
                Lakes.sql(
                    "SELECT count(DISTINCT snapshot_id) FROM %s.refs WHERE name IN (%s, %s)"
                        .formatted(table, tag, time))),
            tag);
      }
    }
    Row second = DeltaLake.sql("DESCRIBE HISTORY " + twin.delta() + " LIMIT 6").get(5);
    assertEquals(1, second.getLong(0));
    for (String table : List.of(twin.firn(), twin.iceberg())) {
      assertEquals("[12]", count(table + " TIMESTAMP AS OF '" + second.getTimestamp(1) + "'"));
    }
  }

  @Test
  void vectorsBecomeVectorsAndBothEnginesGoOn() {
    DeltaTwin twin = new DeltaTwin("vectors");
    twin.run(
            "CREATE TABLE %T (id BIGINT, s STRUCT<x: INT, tags: ARRAY<STRING>>, m MAP<STRING,"
                + " DOUBLE>, price DECIMAL(9, 2), wall TIMESTAMP_NTZ, twice BIGINT GENERATED ALWAYS"
                + " AS (id * 2)) USING delta TBLPROPERTIES ('delta.enableDeletionVectors' ="
                + " 'true')")
        .run(
            "INSERT INTO %T (id, s, m, price, wall) SELECT id, struct(int(id), array('a', NULL)),"
                + " map('k', double(id)), id / 4, timestamp_ntz '2024-02-03 04:05:06' FROM"
                + " range(0, 40, 1, 1)")
        .run("DELETE FROM %T WHERE id IN (1, 2, 3)")
        .run("UPDATE %T SET price = -1, s = NULL WHERE id = 10")
        .run(
            "MERGE INTO %T t USING (SELECT 11L AS id UNION ALL SELECT 50L) s ON t.id = s.id WHEN"
                + " MATCHED THEN DELETE WHEN NOT MATCHED THEN INSERT (id) VALUES (s.id)")
        .run("RESTORE TABLE %T TO VERSION AS OF 2")
        .run("DELETE FROM %T WHERE id = 30");
    assertEquals("[1,7,0]", twin.call("snapshot_delta", ", parallelism => 2").toString());
    twin.assertSameVersionsFrom(0);
    assertEquals(List.of("3"), properties(twin, "format-version"));
    Lakes.sql("DELETE FROM " + twin.firn() + " WHERE id IN (20, 21)");
    Lakes.sql("UPDATE " + twin.iceberg() + " SET price = 5 WHERE id = 25");
    Lakes.sql("INSERT INTO " + twin.firn() + " (id) VALUES (100)");
    for (String table : List.of(twin.firn(), twin.iceberg())) {
      assertEquals(
          "[35,2,1]",
          Lakes.sql(
                  "SELECT count(*), count_if(s IS NULL OR price = 5), count_if(id = 100) FROM "
                      + table)
              .get(0)
              .toString());
    }
  }

  @Test
  void versionsOfWhichFilesAreGoneAreLeftOut() {
    DeltaTwin twin = new DeltaTwin("vacuumed");
    twin.run("CREATE TABLE %T USING delta AS SELECT 1 AS id")
        .run("INSERT OVERWRITE %T VALUES (3)")
        .run("INSERT INTO %T VALUES (4)");
    SparkSession session = DeltaLake.session();
    session.conf().set("spark.databricks.delta.retentionDurationCheck.enabled", "false");
    twin.run("VACUUM %T RETAIN 0 HOURS");
    assertEquals("[2,4,1]", twin.call("snapshot_delta", "").toString());
    twin.assertSameVersionsFrom(1);
    assertEquals(
        List.of("delta-version-1", "delta-version-2", "delta-version-3", "delta-version-4"),
        DeltaTwin.rows(
            Lakes.sql(
                "SELECT name FROM " + twin.firn() + ".refs WHERE name LIKE 'delta-version-%'")));
  }

  private static List<String> properties(DeltaTwin twin, String... keys) {
    return List.of(keys).stream()
        .map(key -> Lakes.sql("SHOW TBLPROPERTIES " + twin.firn() + " ('" + key + "')").get(0))
        .map(row -> row.getString(1))
        .toList();
  }

  private static String count(String table) {
    return DeltaLake.sql("SELECT count(*) FROM " + table).get(0).toString();
  }
}
