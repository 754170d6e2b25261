package io.firn.spark.read;

import static io.firn.spark.TestSession.messageWith;
import static io.firn.spark.TestSession.snapshotId;
import static io.firn.spark.TestSession.sql;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.firn.spark.TestSession;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.apache.hadoop.conf.Configuration;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.IncrementalAppendScan;
import org.apache.iceberg.Table;
import org.apache.iceberg.hadoop.HadoopTables;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Incremental reads, with Iceberg's incremental scan as oracle for the files. */
class AppendsReadTest {
  private static final String TABLE = "lake.inc.t";
  private static final Map<String, Long> SNAPSHOTS = new HashMap<>();

  @BeforeAll
  static void createTable() {
    sql("CREATE NAMESPACE lake.inc");
    sql(
        "CREATE TABLE lake.inc.t (id int, v string) USING iceberg PARTITIONED BY (bucket(2, id))"
            + " TBLPROPERTIES ('format-version'='3')");
    step("a", "INSERT INTO lake.inc.t VALUES (1, 'a'), (2, 'a')");
    step("b", "INSERT INTO lake.inc.t VALUES (3, 'b'), (4, 'b'), (5, 'b')");
    step("deleted", "DELETE FROM lake.inc.t WHERE id = 4");
    sql("ALTER TABLE lake.inc.t ADD COLUMN w int");
    step("c", "INSERT INTO lake.inc.t VALUES (6, 'c', 60)");
    step("overwritten", "INSERT OVERWRITE lake.inc.t VALUES (7, 'o', 70)");
    step("d", "INSERT INTO lake.inc.t VALUES (8, 'd', 80)");
    iceberg().manageSnapshots().createBranch("dev", SNAPSHOTS.get("b")).commit();
    sql("INSERT INTO lake.inc.t.branch_dev VALUES (100, 'dev', 1)");
    iceberg().manageSnapshots().createTag("v1", SNAPSHOTS.get("b")).commit();
  }

  @AfterAll
  static void dropTable() {
    sql("DROP NAMESPACE lake.inc CASCADE");
  }

  private static void step(String name, String statement) {
    sql(statement);
    SNAPSHOTS.put(name, snapshotId(TABLE));
  }

  private static Table iceberg() {
    return new HadoopTables(new Configuration())
        .load(TestSession.warehouse().resolve("inc/t").toString());
  }

  @Test
  void rowsOfAppendsAreReadAndOtherSnapshotsPassedOver() {
    assertEquals(
        List.of("[3,b,null]", "[4,b,null]", "[5,b,null]"), rows(read("a", "b")), "end is included");
    assertEquals(
        List.of("[3,b,null]", "[4,b,null]", "[5,b,null]", "[6,c,60]", "[8,d,80]"),
        rows(read("a", "d")),
        "neither the deletion nor the overwrite is seen, and not what they removed");
    assertEquals(rows(read("a", "d")), rows(readAfter("a")), "the end is the current snapshot");
    assertEquals(List.of("[8,d,80]"), rows(read("c", "d")));
    assertEquals(List.of(), rows(read("b", "deleted")));
    assertEquals(List.of(), rows(read("d", "d")), "nothing new yet");
  }

  @Test
  void icebergPlansTheSameFiles() throws IOException {
    List<String> names = List.of("a", "b", "deleted", "c", "overwritten", "d");
    int compared = 0;
    for (int from = 0; from < names.size(); from++) {
      for (int to = from + 1; to < names.size(); to++) {
        String start = names.get(from);
        String end = names.get(to);
        assertEquals(icebergFiles(start, end), files(read(start, end)), start + " to " + end);
        compared++;
      }
    }
    assertEquals(15, compared);
  }

  private static TreeSet<String> files(Dataset<Row> rows) {
    TreeSet<String> names = new TreeSet<>();
    for (Row row : (Row[]) rows.select("_file").distinct().collect()) {
      names.add(fileName(row.getString(0)));
    }
    return names;
  }

  private static TreeSet<String> icebergFiles(String start, String end) throws IOException {
    IncrementalAppendScan scan =
        iceberg()
            .newIncrementalAppendScan()
            .fromSnapshotExclusive(SNAPSHOTS.get(start))
            .toSnapshot(SNAPSHOTS.get(end));
    TreeSet<String> names = new TreeSet<>();
    try (CloseableIterable<FileScanTask> tasks = scan.planFiles()) {
      tasks.forEach(task -> names.add(fileName(task.file().location())));
    }
    return names;
  }

  private static String fileName(String location) {
    return location.substring(location.lastIndexOf('/') + 1);
  }

  @Test
  void filtersColumnsAndAggregatesApplyToTheRange() {
    assertEquals(
        List.of("[4]", "[6]"), rows(read("a", "d").where("id IN (1, 4, 6, 7)").select("id")));
    assertEquals(
        List.of("[60]", "[null]"),
        rows(read("b", "c").unionAll(read("a", "b").limit(1)).select("w")));
    assertEquals(List.of("[5]"), rows(read("a", "d").groupBy().count()));
    assertEquals(List.of("[3,8]"), rows(read("a", "d").selectExpr("min(id)", "max(id)")));
    assertEquals(
        List.of("[2]"), rows(read("a", "d").where("v = 'b' AND id > 3").groupBy().count()));
    assertEquals(
        5L,
        read("a", "d").queryExecution().optimizedPlan().stats().rowCount().get().toLong(),
        "estimates are of the range");
    assertEquals(
        List.of("[6,c,60]"),
        sql(
            "SELECT * FROM lake.inc.t WITH (`start-snapshot-id` = "
                + SNAPSHOTS.get("deleted")
                + ", `end-snapshot-id` = "
                + SNAPSHOTS.get("c")
                + ")"));
  }

  @Test
  void aBranchIsReadToItsHead() {
    Map<String, String> after = Map.of("start-snapshot-id", id("a"));
    List<String> expected = List.of("[100,dev,1]", "[3,b,null]", "[4,b,null]", "[5,b,null]");
    assertEquals(expected, rows(read("lake.inc.t.branch_dev", after)));
    Map<String, String> option = new HashMap<>(after);
    option.put("branch", "dev");
    assertEquals(expected, rows(read(TABLE, option)));
    option.put("end-snapshot-id", id("d"));
    assertMessage(
        "Cannot let the read of lake.inc.t end at snapshot "
            + id("d")
            + " (option end-snapshot-id): it is not in branch 'dev'",
        TABLE,
        option);
  }

  @Test
  void wrongRangesAreRefused() {
    assertMessage(
        "The option end-snapshot-id="
            + id("b")
            + " alone names no range: give start-snapshot-id too, or read that snapshot by option"
            + " snapshot-id",
        TABLE,
        Map.of("end-snapshot-id", id("b")));
    assertMessage(
        "Cannot read the appends of lake.inc.t from snapshot "
            + id("d")
            + " (start-snapshot-id, not included) to "
            + id("b")
            + ": Snapshot "
            + id("d")
            + " is not an ancestor of snapshot "
            + id("b"),
        TABLE,
        Map.of("start-snapshot-id", id("d"), "end-snapshot-id", id("b")));
    assertMessage(
        "Cannot find snapshot 5 of lake.inc.t, at which option end-snapshot-id lets the read end",
        TABLE,
        Map.of("start-snapshot-id", id("a"), "end-snapshot-id", "5"));
    assertMessage(
        "The option start-timestamp=5 is for reading changes; an incremental read takes"
            + " start-snapshot-id and end-snapshot-id",
        TABLE,
        Map.of("start-timestamp", "5"));
    assertMessage(
        "Unknown metadata table option start-snapshot-id="
            + id("a")
            + ": the metadata table options are as-of-timestamp, branch, snapshot-id, tag",
        "lake.inc.t.files",
        Map.of("start-snapshot-id", id("a")));
  }

  @Test
  void timeTravelAndARangeContradict() {
    List<Map<String, String>> others =
        List.of(
            Map.of("snapshot-id", id("b")),
            Map.of("as-of-timestamp", String.valueOf(System.currentTimeMillis())),
            Map.of("tag", "v1"),
            Map.of("versionAsOf", "v1"));
    for (Map<String, String> other : others) {
      Map<String, String> options = new HashMap<>(other);
      options.put("start-snapshot-id", id("a"));
      Throwable thrown =
          assertThrows(Throwable.class, () -> rows(read(TABLE, options)), other.toString());
      String message = messageWith(thrown, "of lake.inc.t");
      assertTrue(
          message.contains("Cannot read") || message.contains("its columns differ"), message);
    }
    assertMessage(
        "Cannot read the appends after snapshot "
            + id("a")
            + " of lake.inc.t as it was at tag 'v1': an incremental read ends at option"
            + " end-snapshot-id",
        "lake.inc.t.tag_v1",
        Map.of("start-snapshot-id", id("a")));
  }

  private static String id(String name) {
    return String.valueOf(SNAPSHOTS.get(name));
  }

  private static Dataset<Row> read(String start, String end) {
    return read(TABLE, Map.of("start-snapshot-id", id(start), "end-snapshot-id", id(end)));
  }

  private static Dataset<Row> readAfter(String start) {
    return read(TABLE, Map.of("start-snapshot-id", id(start)));
  }

  private static Dataset<Row> read(String table, Map<String, String> options) {
    return TestSession.get().read().options(options).table(table);
  }

  private static List<String> rows(Dataset<Row> rows) {
    List<String> text = new ArrayList<>();
    Arrays.stream((Row[]) rows.collect()).forEach(row -> text.add(row.toString()));
    text.sort(null);
    return text;
  }

  private static void assertMessage(String expected, String table, Map<String, String> options) {
    Throwable thrown = assertThrows(Throwable.class, () -> rows(read(table, options)));
    String message = messageWith(thrown, expected.substring(0, 30));
    assertTrue(message.startsWith(expected), message);
  }
}
