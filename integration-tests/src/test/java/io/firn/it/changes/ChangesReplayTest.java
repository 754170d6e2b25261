package io.firn.it.changes;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.firn.it.Lakes;
import io.firn.it.twin.IcebergEdits;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Changelogs of random statements, compactions and equality deletes: applied to a state they give
 * the next one, and the view has nothing more than that takes.
 */
class ChangesReplayTest {
  private static final String TABLE = "lake.changes.random";
  private static final String COLUMNS =
      "uid BIGINT, id INT, k INT, ratio DOUBLE, props MAP<STRING, INT>, point STRUCT<a: INT, b:"
          + " STRING>";
  private final List<String> story = new ArrayList<>();
  private int nextUid;

  @ParameterizedTest
  @CsvSource({
    "1, 2, copy-on-write, copy-on-write, ''",
    "2, 2, merge-on-read, merge-on-read, PARTITIONED BY (k)",
    "4, 3, copy-on-write, merge-on-read, PARTITIONED BY (k)"
  })
  void changesLeadFromEachSnapshotToTheNext(
      long seed, int version, String update, String delete, String partitionedBy) {
    Random random = new Random(seed);
    story.add("-- seed " + seed);
    create(version, update, delete, partitionedBy);
    run(insert(random));
    for (String statement : statements(random)) {
      run(statement);
    }
    Replay replay = new Replay(TABLE, String.join(";\n", story));
    assertEquals(2, replay.compactions(), () -> String.join("\n", story));
    int last = replay.size() - 1;
    replay.assertLeads(Lakes.sql("SELECT * FROM " + TABLE + ".changes"), -1, last);
    int from = random.nextInt(last / 2);
    int to = last - random.nextInt(last / 2);
    String range =
        "'start-snapshot-id', '%d', 'end-snapshot-id', '%d'"
            .formatted(replay.id(from), replay.id(to));
    replay.assertLeads(read(replay.id(from), replay.id(to)).collectAsList(), from, to);
    replay.assertLeast(view("options => map(" + range + ")"), from, to);
    replay.assertNet(view("options => map(" + range + "), net_changes => true"), from, to);
    assertFiltered(read(replay.id(from), replay.id(to)));
  }

  private void create(int version, String update, String delete, String partitionedBy) {
    Lakes.sql("CREATE NAMESPACE IF NOT EXISTS lake.changes");
    Lakes.sql("DROP TABLE IF EXISTS " + TABLE + " PURGE");
    run(
        ("CREATE TABLE %%T (%s) USING iceberg %s TBLPROPERTIES ('format-version'='%d',"
                + " 'write.delete.mode'='%s', 'write.update.mode'='%s', 'write.merge.mode'='%s')")
            .formatted(COLUMNS, partitionedBy, version, delete, update, update));
  }

  private List<String> statements(Random random) {
    List<String> statements = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      statements.add(insert(random));
      statements.add("DELETE FROM %T WHERE id = " + random.nextInt(12));
      statements.add(
          random.nextBoolean()
              ? "UPDATE %T SET ratio = -ratio WHERE id < " + random.nextInt(12)
              : "UPDATE %T SET k = k, point.b = concat(point.b, 'u') WHERE uid % 4 = 1");
      statements.add(merge(random));
      statements.add(
          "CALL lake.system.rewrite_data_files(table => 'changes.random', options =>"
              + " map('rewrite-all', 'true'))");
      statements.add("-- equality delete of id = " + random.nextInt(12));
    }
    statements.add("INSERT OVERWRITE " + insert(random).substring("INSERT INTO ".length()));
    Collections.shuffle(statements, random);
    return statements;
  }

  /** With equal rows, zeros of both signs, and nulls. */
  private String insert(Random random) {
    int from = nextUid;
    nextUid += 12;
    return "INSERT INTO %T " + rows(from, nextUid, random.nextInt(5));
  }

  private static String rows(int from, int to, int salt) {
    return ("SELECT id DIV 2, CAST(pmod(id DIV 2 * 7 + %d, 12) AS INT), CAST(pmod(id, 3) AS INT),"
            + " CASE pmod(id, 4) WHEN 0 THEN double('NaN') WHEN 1 THEN -0.0D WHEN 2 THEN NULL ELSE"
            + " id / 7D END, map('x', int(id), 'y', NULL), named_struct('a', int(id), 'b', 'b')"
            + " FROM range(%d, %d, 1, 1)")
        .formatted(salt, from, to);
  }

  private String merge(Random random) {
    int from = Math.max(0, nextUid - 8);
    nextUid += 8;
    return "MERGE INTO %T t USING (SELECT * FROM ("
        + rows(from, nextUid, random.nextInt(5))
        + ") AS s(uid, id, k, ratio, props, point) WHERE point.a % 2 = 0) s ON t.uid = s.uid WHEN"
        + " MATCHED AND t.k = 1 THEN DELETE WHEN MATCHED THEN UPDATE SET props = s.props, ratio ="
        + " s.ratio WHEN NOT MATCHED THEN INSERT *";
  }

  private void run(String statement) {
    story.add(statement);
    if (statement.startsWith("--")) {
      String warehouse = Lakes.session().conf().get("spark.sql.catalog.lake.warehouse");
      int key = Integer.parseInt(statement.substring(statement.lastIndexOf(' ') + 1));
      IcebergEdits.deleteByKey(warehouse + "/changes/random", "id", key);
    } else {
      Lakes.sql(statement.replace("%T", TABLE));
    }
  }

  private static Dataset<Row> read(long from, long to) {
    return Lakes.session()
        .read()
        .option("start-snapshot-id", from)
        .option("end-snapshot-id", to)
        .table(TABLE + ".changes");
  }

  private static List<Row> view(String arguments) {
    Lakes.sql(
        "CALL lake.system.create_changelog_view(table => 'changes.random', changelog_view =>"
            + " 'random_view', "
            + arguments
            + ")");
    return Lakes.sql("SELECT * FROM random_view");
  }

  /** Fewer columns and rows are the same rows. */
  private void assertFiltered(Dataset<Row> changes) {
    List<Row> expected =
        changes.collectAsList().stream()
            .filter(row -> row.getInt(2) == 1 && row.getString(6).equals("DELETE"))
            .map(row -> RowFactory.create(row.get(0), row.getStruct(5).getString(1), row.get(8)))
            .toList();
    List<Row> seen =
        changes
            .filter("k = 1 AND _change_type = 'DELETE'")
            .select("uid", "point.b", "_commit_snapshot_id")
            .collectAsList();
    assertEquals(sorted(expected), sorted(seen), () -> String.join("\n", story));
  }

  private static List<String> sorted(List<Row> rows) {
    return rows.stream().map(Row::toString).sorted().toList();
  }
}
