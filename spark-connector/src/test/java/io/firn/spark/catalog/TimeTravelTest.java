package io.firn.spark.catalog;

import static io.firn.spark.TestSession.messageWith;
import static io.firn.spark.TestSession.snapshotId;
import static io.firn.spark.TestSession.sql;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.firn.spark.TestSession;
import io.firn.table.Table;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.connector.catalog.Identifier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class TimeTravelTest {
  private static long first;
  private static long second;
  private static long betweenMillis;

  @BeforeAll
  static void createTable() throws Exception {
    sql("CREATE NAMESPACE lake.tt");
    sql("CREATE TABLE lake.tt.t (id int)");
    sql("INSERT INTO lake.tt.t VALUES (1)");
    first = snapshotId("lake.tt.t");
    betweenMillis = table().metadata().currentSnapshot().orElseThrow().timestampMillis();
    sql("ALTER TABLE lake.tt.t ADD COLUMN v string");
    sql("INSERT INTO lake.tt.t VALUES (2, 'b')");
    second = snapshotId("lake.tt.t");
    FirnTableRefs.tag("lake", "tt", "t", "v1", first);
    FirnTableRefs.branch("lake", "tt", "t", "dev", first);
    sql("INSERT INTO lake.tt.t.branch_dev VALUES (9, 'dev')");
  }

  @AfterAll
  static void dropTable() {
    sql("DROP NAMESPACE lake.tt CASCADE");
  }

  @Test
  void asOfReadsWithThatSnapshotsSchema() {
    assertEquals(List.of("[1]"), sql("SELECT * FROM lake.tt.t VERSION AS OF " + first));
    assertEquals(List.of("[1]"), sql("SELECT * FROM lake.tt.t VERSION AS OF 'v1'"));
    assertEquals(List.of("[1]"), sql("SELECT * FROM lake.tt.t FOR SYSTEM_VERSION AS OF " + first));
    assertEquals(
        List.of("[1]"),
        sql("SELECT * FROM lake.tt.t TIMESTAMP AS OF timestamp_millis(" + betweenMillis + ")"));
    assertEquals(
        List.of("[1,null]", "[2,b]"),
        sql("SELECT * FROM lake.tt.t VERSION AS OF " + second + " ORDER BY id"));
    assertEquals(
        List.of("[1,null]", "[9,dev]"),
        sql("SELECT * FROM lake.tt.t VERSION AS OF 'dev' ORDER BY id"));
  }

  @Test
  void namesSelectToo() {
    assertEquals(List.of("[1]"), sql("SELECT * FROM lake.tt.t.tag_v1"));
    assertEquals(List.of("[1]"), sql("SELECT * FROM lake.tt.t.snapshot_id_" + first));
    assertEquals(List.of("[1]"), sql("SELECT * FROM lake.tt.t.at_timestamp_" + betweenMillis));
    assertEquals(
        List.of("[1,null]", "[9,dev]"), sql("SELECT * FROM lake.tt.t.branch_dev ORDER BY id"));
    assertEquals(
        List.of("[1]"), sql("SELECT count(*) FROM lake.tt.t.files VERSION AS OF " + first));
    assertEquals(List.of("[1]"), sql("SELECT count(*) FROM lake.tt.t.files.snapshot_id_" + first));
  }

  @Test
  void optionsSelectWithLoadAndWithTable() {
    for (Map<String, String> option :
        List.of(
            Map.of("snapshot-id", String.valueOf(first)),
            Map.of("as-of-timestamp", String.valueOf(betweenMillis)),
            Map.of("tag", "v1"),
            Map.of("versionAsOf", "v1"),
            Map.of("versionAsOf", String.valueOf(first)))) {
      assertEquals(List.of("[1]"), rows(read(option).load("lake.tt.t")), option.toString());
    }
    assertEquals(
        List.of("[1,null]", "[9,dev]"),
        rows(read(Map.of("branch", "dev")).load("lake.tt.t").orderBy("id")));
    assertEquals(
        List.of("[1,null]", "[9,dev]"),
        rows(TestSession.get().read().option("branch", "dev").table("lake.tt.t").orderBy("id")));
    String time = Instant.ofEpochMilli(betweenMillis).toString().replace("T", " ").replace("Z", "");
    assertEquals(List.of("[1]"), rows(read(Map.of("timestampAsOf", time)).load("lake.tt.t")));
    assertEquals(
        List.of("[1]"),
        rows(TestSession.get().read().option("timestampAsOf", time).table("lake.tt.t")));
    assertEquals(
        List.of("[2]"),
        rows(
            read(Map.of("timestampAsOf", String.valueOf(betweenMillis / 1000 + 36_000)))
                .load("lake.tt.t")
                .selectExpr("max(id)")));
  }

  @Test
  void optionThatNeedsOtherColumnsFailsWithTableAndWorksWithExtensions() {
    Exception e =
        assertThrows(
            Exception.class,
            () ->
                TestSession.get().read().option("snapshot-id", first).table("lake.tt.t").collect());
    messageWith(
        e, "Cannot read snapshot " + first + " of lake.tt.t by an option here: its columns");
    Dataset<Row> extended =
        TestSession.withExtensions().read().option("snapshot-id", first).table("lake.tt.t");
    assertEquals(List.of("[1]"), rows(extended));
    TestSession.get();
  }

  @Test
  void wrongSelectionsFailWithASentence() {
    refused(
        "SELECT * FROM lake.tt.t VERSION AS OF 12",
        "Cannot find version '12' of lake.tt.t: it is"
            + " neither the id of a snapshot nor a branch or tag (it has dev, main, v1)");
    refused("SELECT * FROM lake.tt.t VERSION AS OF 'nope'", "Cannot find version 'nope'");
    refused(
        "SELECT * FROM lake.tt.t.snapshot_id_12",
        "Cannot find snapshot 12 of lake.tt.t: it may"
            + " have expired; lake.tt.t.snapshots lists what there is");
    refused(
        "SELECT * FROM lake.tt.t.tag_x", "Cannot find tag 'x' of lake.tt.t (it has dev, main, v1)");
    refused(
        "SELECT * FROM lake.tt.t.tag_dev",
        "Cannot use 'dev' of lake.tt.t as a tag: it is a branch");
    refused(
        "SELECT * FROM lake.tt.t.branch_v1",
        "Cannot use 'v1' of lake.tt.t as a branch: it is a tag");
    refused(
        "SELECT * FROM lake.tt.t TIMESTAMP AS OF '2001-01-01'",
        "Cannot read lake.tt.t as of 2001-01-01T00:00:00Z: its history starts at ");
    refused(
        "SELECT * FROM lake.tt.t.tag_v1 VERSION AS OF " + second, "its name says tag 'v1' already");
    refused(
        "SELECT * FROM lake.tt.t.snapshots VERSION AS OF " + first,
        "Cannot read lake.tt.t.snapshots as of version '" + first + "': it is about all snapshots");
    refused("SELECT * FROM lake.tt.nothing.tag_v1", "TABLE_OR_VIEW_NOT_FOUND");
  }

  @Test
  void contradictingOptionsFailNamingBoth() {
    Exception e =
        assertThrows(
            Exception.class,
            () -> read(Map.of("snapshot-id", "1", "tag", "v1")).load("lake.tt.t").collect());
    messageWith(
        e,
        "The options snapshot-id=1 and tag=v1 each say which snapshot to read: give one of them");
    Exception named =
        assertThrows(
            Exception.class,
            () ->
                TestSession.get()
                    .read()
                    .option("snapshot-id", second)
                    .table("lake.tt.t.tag_v1")
                    .collect());
    messageWith(
        named,
        "Cannot read lake.tt.t.tag_v1: the name selects tag 'v1' and the options select snapshot "
            + second);
  }

  @Test
  void onlyBranchesAreWritable() {
    refused(
        "INSERT INTO lake.tt.t.tag_v1 VALUES (1)",
        "Cannot write to lake.tt.t at tag 'v1': only branches can be written");
    refused("DELETE FROM lake.tt.t.snapshot_id_" + first, "only branches can be written");
    refused("INSERT INTO lake.tt.t.branch_nope VALUES (1, 'x')", "Cannot find branch 'nope'");
  }

  @Test
  void loadedTableIsPinnedToItsSnapshot() throws Exception {
    sql("CREATE TABLE lake.tt.pinned AS SELECT 1 AS id");
    Identifier identifier = Identifier.of(new String[] {"tt"}, "pinned");
    FirnTable loaded = (FirnTable) TestSession.catalog("lake").loadTable(identifier);
    FirnTable same = (FirnTable) TestSession.catalog("lake").loadTable(identifier);
    assertEquals(loaded, same);
    assertEquals(loaded.hashCode(), same.hashCode());
    sql("INSERT INTO lake.tt.pinned VALUES (2)");
    FirnTable later = (FirnTable) TestSession.catalog("lake").loadTable(identifier);
    assertNotEquals(loaded, later);
    assertEquals(loaded.id(), later.id());
    assertNotEquals(loaded.version(), later.version());
    assertNotEquals(
        loaded.point().snapshot().orElseThrow(), later.point().snapshot().orElseThrow());
  }

  private static org.apache.spark.sql.DataFrameReader read(Map<String, String> options) {
    return TestSession.get().read().format("firn").options(options);
  }

  private static List<String> rows(Dataset<Row> dataset) {
    return dataset.collectAsList().stream().map(Row::toString).toList();
  }

  private static void refused(String statement, String message) {
    Exception e = assertThrows(Exception.class, () -> sql(statement), statement);
    messageWith(e, message);
  }

  private static Table table() throws Exception {
    return ((FirnTable)
            TestSession.catalog("lake").loadTable(Identifier.of(new String[] {"tt"}, "t")))
        .table();
  }
}
