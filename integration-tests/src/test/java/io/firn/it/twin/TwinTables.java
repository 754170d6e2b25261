package io.firn.it.twin;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.firn.it.Lakes;
import io.firn.it.ValueText;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.TableUtil;
import org.apache.spark.sql.Row;

/**
 * Two tables of the same rows. Firn works on the one and Apache Iceberg's connector on the other,
 * until they {@linkplain #swap change places}; after each statement both must hold the same.
 */
final class TwinTables {
  /** Counts of a summary that do not depend on how rows were spread over files. */
  private static final List<String> ROW_COUNTS =
      List.of(
          "operation",
          "total-records",
          "total-position-deletes",
          "total-equality-deletes",
          "added-records",
          "deleted-records",
          "added-position-deletes",
          "removed-position-deletes",
          "changed-partition-count",
          "added-dvs",
          "removed-dvs",
          "deleted-data-files",
          "removed-delete-files",
          "added-data-files",
          "added-delete-files",
          "total-data-files",
          "total-delete-files");

  /** Which figures of a commit must be the other engine's. */
  enum Figures {
    ALL,
    /** What MERGE did to which rows: files may be rewritten by one engine that the other leaves. */
    OF_CHANGED_ROWS
  }

  private final String story;
  private final Figures figures;
  private final List<String> statements = new ArrayList<>();
  private int commits;
  private Map<String, String> idsBefore = Map.of();
  private String ofFirn = "twin_a";
  private String ofIceberg = "twin_b";

  TwinTables(String story, Figures figures) {
    this.story = story;
    this.figures = figures;
  }

  void create(String columns, String clauses, String properties) {
    Lakes.sql("CREATE NAMESPACE IF NOT EXISTS lake.twin");
    for (String table : List.of(firn(), iceberg())) {
      Lakes.sql("DROP TABLE IF EXISTS " + table + " PURGE");
      Lakes.sql(
          "CREATE TABLE "
              + table
              + " ("
              + columns
              + ") USING iceberg"
              + clauses
              + " TBLPROPERTIES ("
              + properties
              + ")");
    }
  }

  /** Each engine now works on the table that the other one wrote. */
  void swap() {
    String mine = ofFirn;
    ofFirn = ofIceberg;
    ofIceberg = mine;
    idsBefore = firnRows().ids();
    statements.add("-- swap");
  }

  /** Deletes rows by key in both tables, as Flink writes it; the same rows must be left. */
  void deleteByKey(int id) {
    statements.add("-- equality delete of id = " + id);
    IcebergEdits.deleteByKey(location(ofFirn), "id", id);
    IcebergEdits.deleteByKey(location(ofIceberg), "id", id);
    assertEquals(rows(iceberg()), rows(firn()), this::tell);
  }

  /** Partitions both tables by one more column from now on, or by one less. */
  void repartition(String column) {
    statements.add("-- partition by " + column + " too, or no more");
    IcebergEdits.togglePartitioning(location(ofFirn), column);
    IcebergEdits.togglePartitioning(location(ofIceberg), column);
  }

  private static String location(String table) {
    return Lakes.session().conf().get("spark.sql.catalog.lake.warehouse") + "/twin/" + table;
  }

  /** Runs the statement in both engines; both must do the same, or both refuse it. */
  void run(String statement) {
    statements.add(statement);
    long before = snapshot(ofFirn).map(Snapshot::snapshotId).orElse(-1L);
    String first = attempt(statement, iceberg());
    String second = attempt(statement, firn());
    assertEquals(first, second, this::tell);
    IdentifiedRows after = firnRows();
    assertEquals(rows(iceberg()), after.rows(), this::tell);
    Optional<Snapshot> changed = snapshot(ofFirn).filter(s -> s.snapshotId() != before);
    if (changed.isPresent()) {
      assertEquals(summary(snapshot(ofIceberg).orElseThrow()), summary(changed.get()), this::tell);
      commits++;
    }
    if (!statement.startsWith("INSERT")) {
      assertIdsKept(idsBefore, after.ids());
    }
    idsBefore = after.ids();
  }

  private String attempt(String statement, String table) {
    try {
      Lakes.sql(statement.replace("%T", table));
      return "done";
    } catch (RuntimeException e) {
      String message = String.valueOf(e.getMessage());
      return message.contains("MERGE_CARDINALITY") ? "cardinality" : "failed: " + message;
    } catch (Exception e) {
      return "refused: " + e.getMessage().split("\n")[0].replace(table, "%T");
    }
  }

  /** How many statements changed the table. */
  int commits() {
    return commits;
  }

  /** Each engine reads the other's table. */
  void assertReadByTheOther() {
    assertEquals(rows("lake.twin." + ofIceberg), rows("ice.twin." + ofIceberg), this::tell);
    assertEquals(rows("ice.twin." + ofFirn), rows("lake.twin." + ofFirn), this::tell);
  }

  private void assertIdsKept(Map<String, String> before, Map<String, String> now) {
    now.forEach(
        (uid, rowId) -> {
          if (before.containsKey(uid)) {
            assertEquals(before.get(uid), rowId, () -> "_row_id of uid " + uid + tell());
          }
        });
  }

  /** Rows as text, sorted, and row ids by uid if the table has them. */
  private record IdentifiedRows(List<String> rows, Map<String, String> ids) {}

  /** What Firn reads in its table, by one query: starting one takes longer than its work. */
  private IdentifiedRows firnRows() {
    if (TableUtil.formatVersion(IcebergEdits.table(location(ofFirn))) < 3) {
      return new IdentifiedRows(rows(firn()), Map.of());
    }
    List<String> rows = new ArrayList<>();
    Map<String, String> ids = new HashMap<>();
    List<String> seen = new ArrayList<>();
    for (Row row : Lakes.sql("SELECT uid, _row_id, struct(*) FROM " + firn())) {
      rows.add(ValueText.of(row.get(2)));
      String uid = String.valueOf(row.get(0));
      if (ids.put(uid, String.valueOf(row.get(1))) != null) {
        seen.add(uid);
      }
    }
    Collections.sort(rows);
    // A MERGE may insert a uid that is there already; rows from before the upgrade have no id yet.
    seen.forEach(ids::remove);
    ids.values().removeIf("null"::equals);
    return new IdentifiedRows(rows, ids);
  }

  private static List<String> rows(String table) {
    List<String> rows = new ArrayList<>(Lakes.rows("SELECT * FROM " + table));
    Collections.sort(rows);
    return rows;
  }

  private static Optional<Snapshot> snapshot(String table) {
    return Optional.ofNullable(IcebergEdits.table(location(table)).currentSnapshot());
  }

  private Map<String, String> summary(Snapshot snapshot) {
    Map<String, String> counts = new TreeMap<>();
    Map<String, String> summary = snapshot.summary();
    summary.forEach(
        (key, value) -> {
          if (key.startsWith("spark.merge-into.")) {
            counts.put(key, value);
          }
        });
    if (figures == Figures.OF_CHANGED_ROWS) {
      counts.remove("spark.merge-into.num-target-rows-copied");
      return counts;
    }
    counts.put("operation", snapshot.operation());
    ROW_COUNTS.forEach(
        key -> {
          if (summary.containsKey(key)) {
            counts.put(key, summary.get(key));
          }
        });
    return counts;
  }

  private String firn() {
    return "lake.twin." + ofFirn;
  }

  private String iceberg() {
    return "ice.twin." + ofIceberg;
  }

  @Override
  public String toString() {
    return tell();
  }

  private String tell() {
    return "\n" + story + "\n" + String.join(";\n", statements) + "\n";
  }
}
