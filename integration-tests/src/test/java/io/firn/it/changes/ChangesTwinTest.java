package io.firn.it.changes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.firn.it.Lakes;
import io.firn.it.ValueText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Firn and Apache Iceberg's connector show the same changes of one table, as far as the latter
 * reads them: without delete files.
 */
class ChangesTwinTest {
  private static final String TABLE = "changes.twin";
  private static final List<Row> SNAPSHOTS = new ArrayList<>();

  @BeforeAll
  static void history() {
    Lakes.sql("CREATE NAMESPACE IF NOT EXISTS lake.changes");
    Lakes.sql(
        "CREATE TABLE lake.changes.twin (id INT NOT NULL COMMENT 'key', data STRING, d DOUBLE, l"
            + " ARRAY<INT>) USING iceberg PARTITIONED BY (data)");
    run("INSERT INTO %T VALUES (1, 'a', 1, NULL), (2, 'a', -0.0D, array(1)), (3, 'b', 3, NULL)");
    run("INSERT INTO %T VALUES (4, 'a', double('NaN'), array()), (1, 'a', 1, NULL)");
    run("UPDATE %T SET d = d + 1 WHERE id IN (2, 3)");
    run("DELETE FROM %T WHERE data = 'b'");
    run(
        "CALL ice.system.rewrite_data_files(table => '"
            + TABLE
            + "', options => map('rewrite-all', 'true'))");
    run("DELETE FROM %T WHERE id = 2");
    run("CALL ice.system.rewrite_manifests('" + TABLE + "')");
    run("INSERT OVERWRITE %T VALUES (1, 'c', 1, NULL), (1, 'c', 1, NULL), (4, 'a', 0, NULL)");
    run(
        "MERGE INTO %T t USING (SELECT 4 AS id) s ON t.id = s.id WHEN MATCHED THEN UPDATE SET d = 9");
    SNAPSHOTS.addAll(
        Lakes.sql(
            "SELECT snapshot_id, unix_millis(committed_at) FROM lake."
                + TABLE
                + ".snapshots ORDER BY committed_at"));
  }

  private static void run(String statement) {
    Lakes.sql(statement.replace("%T", "lake." + TABLE));
  }

  private static long id(int number) {
    return SNAPSHOTS.get(number - 1).getLong(0);
  }

  private static long time(int number) {
    return SNAPSHOTS.get(number - 1).getLong(1);
  }

  /** {@code #2} is the id of the second snapshot, {@code @2} its time, {@code @2+1} a bit later. */
  private static Map<String, String> options(String text) {
    Map<String, String> options = new LinkedHashMap<>();
    for (String option : text.isEmpty() ? new String[0] : text.split(" ")) {
      String[] parts = option.split("=");
      String value = parts[1];
      if (value.startsWith("#")) {
        value = String.valueOf(id(Integer.parseInt(value.substring(1))));
      } else if (value.startsWith("@")) {
        String[] sum = value.substring(1).split("(?=[+-])");
        long shift = sum.length > 1 ? Integer.parseInt(sum[1]) : 0;
        value = String.valueOf(time(Integer.parseInt(sum[0])) + shift);
      }
      options.put(parts[0], value);
    }
    return options;
  }

  private static Dataset<Row> changes(String catalog, String options) {
    return Lakes.session()
        .read()
        .options(options(options))
        .table(catalog + "." + TABLE + ".changes");
  }

  private static List<String> sorted(Dataset<Row> rows) {
    return rows.collectAsList().stream().map(ValueText::of).sorted().toList();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "start-snapshot-id=#1",
        "end-snapshot-id=#2",
        "start-snapshot-id=#2 end-snapshot-id=#8",
        "start-snapshot-id=#4 end-snapshot-id=#5",
        "start-timestamp=@3",
        "start-timestamp=@3-1",
        "start-timestamp=@9+1",
        "end-timestamp=@1-1",
        "end-timestamp=@4",
        "start-timestamp=@2 end-timestamp=@6",
        "start-timestamp=@2+1 end-timestamp=@3-1",
        "start-snapshot-id=#3 end-timestamp=@8",
        "start-timestamp=@1 end-snapshot-id=#3"
      })
  void rangesShowTheSame(String options) {
    assertEquals(sorted(changes("ice", options)), sorted(changes("lake", options)), options);
  }

  @Test
  void theColumnsAreTheSame() {
    assertEquals(
        changes("ice", "").schema().treeString(), changes("lake", "").schema().treeString());
    String[] columns = {"id", "_file", "_pos", "_deleted", "_spec_id", "_partition"};
    String select = "SELECT " + String.join(", ", columns) + " FROM %s." + TABLE + ".changes";
    assertEquals(
        sorted(Lakes.session().sql(select.formatted("ice"))),
        sorted(Lakes.session().sql(select.formatted("lake"))));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "start-snapshot-id=#1 start-timestamp=@1 | Cannot set both start-snapshot-id and start-timestamp for changelogs",
        "end-snapshot-id=#1 end-timestamp=@1 | Cannot set both end-snapshot-id and end-timestamp for changelogs",
        "start-timestamp=@2 end-timestamp=@1 | Cannot set start-timestamp to be greater than end-timestamp for changelogs",
        "end-snapshot-id=5 | Cannot find the end snapshot: 5",
        "start-snapshot-id=#4 end-snapshot-id=#3 | is not a parent ancestor of end snapshot",
      })
  void whatIsWrongIsRefusedWithTheSameWords(String options, String message) {
    assertRefused(() -> changes("ice", options).collectAsList(), message);
    assertRefused(() -> changes("lake", options).collectAsList(), message);
  }

  @Test
  void changelogsHaveNoBranchesAndNoTimeTravel() {
    for (String selector :
        List.of("changes VERSION AS OF '" + id(1) + "'", "changes TIMESTAMP AS OF now()")) {
      for (String catalog : List.of("ice", "lake")) {
        String query = "SELECT * FROM " + catalog + "." + TABLE + "." + selector;
        assertThrows(Exception.class, () -> Lakes.sql(query), query);
      }
    }
    assertRefused(
        () -> changes("lake", "branch=main").collectAsList(),
        "Cannot specify branch for changelogs");
    assertRefused(
        () -> Lakes.sql("SELECT * FROM lake." + TABLE + ".changes WITH (`branch` = 'main')"),
        "Cannot specify branch for changelogs");
    assertRefused(
        () -> Lakes.sql("SELECT * FROM lake." + TABLE + ".changes VERSION AS OF " + id(1)),
        "Cannot time travel in changelogs");
    assertRefused(
        () -> changes("lake", "no-such=1").collectAsList(), "Unknown read option no-such");
  }

  private interface Action {
    void run() throws Exception;
  }

  private static void assertRefused(Action action, String message) {
    Exception refusal = assertThrows(Exception.class, action::run);
    StringBuilder messages = new StringBuilder();
    for (Throwable t = refusal; t != null; t = t.getCause()) {
      messages.append(t.getMessage()).append("\n");
    }
    assertTrue(messages.toString().contains(message), messages::toString);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        ", net_changes => true",
        ", options => map('start-snapshot-id', '#2'), net_changes => true",
        ", identifier_columns => array('id', 'l'), options => map('start-snapshot-id', '#2', 'end-snapshot-id', '#7')",
        ", compute_updates => true, identifier_columns => array('id', 'data'), options =>"
            + " map('start-snapshot-id', '#2', 'end-snapshot-id', '#6')",
        ", compute_updates => false, identifier_columns => array('id')"
      })
  void viewsShowTheSame(String arguments) {
    assertEquals(view("ice", arguments), view("lake", arguments));
  }

  /** What the procedure returns, and the rows of the view. */
  private static List<String> view(String catalog, String arguments) {
    String text = arguments;
    for (int i = 1; i <= SNAPSHOTS.size(); i++) {
      text = text.replace("'#" + i + "'", "'" + id(i) + "'");
    }
    List<String> result = new ArrayList<>();
    String call = "CALL " + catalog + ".system.create_changelog_view(table => '" + TABLE + "'";
    Dataset<Row> called = Lakes.session().sql(call + text + ")");
    result.add(called.schema().treeString() + called.collectAsList());
    result.addAll(sorted(Lakes.session().sql("SELECT * FROM twin_changes")));
    return result;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        ", compute_updates => true | Cannot compute the update images because identifier columns are not set",
        ", identifier_columns => array('id'), net_changes => true | Not support net changes with update images",
        ", identifier_columns => array('id') | multiple rows with the same identifier fields([id,_change_ordinal])",
      })
  void viewsThatCannotBeAreRefusedWithTheSameWords(String arguments, String message) {
    for (String catalog : List.of("ice", "lake")) {
      assertRefused(() -> view(catalog, arguments), message);
    }
  }

  @Test
  void viewsWithoutAnEndFollowTheTable() {
    Lakes.sql("CREATE TABLE lake.changes.growing (id INT) USING iceberg");
    Lakes.sql("INSERT INTO lake.changes.growing VALUES (1), (2)");
    for (String catalog : List.of("ice", "lake")) {
      Lakes.sql(
          "CALL "
              + catalog
              + ".system.create_changelog_view(table => 'changes.growing', changelog_view => '"
              + catalog
              + "_growing')");
    }
    Lakes.sql("DELETE FROM lake.changes.growing WHERE id = 1");
    Dataset<Row> byFirn = Lakes.session().sql("SELECT * FROM lake_growing");
    assertEquals(sorted(Lakes.session().sql("SELECT * FROM ice_growing")), sorted(byFirn));
    assertEquals(3, byFirn.count());
  }

  @Test
  void identifierFieldsPairUpdates() {
    Lakes.sql("CREATE TABLE lake.changes.keyed (id INT NOT NULL, v INT) USING iceberg");
    Lakes.sql("ALTER TABLE lake.changes.keyed SET IDENTIFIER FIELDS id");
    Lakes.sql("INSERT INTO lake.changes.keyed VALUES (1, 1), (2, 2)");
    Lakes.sql("UPDATE lake.changes.keyed SET v = 20 WHERE id = 2");
    List<List<String>> views = new ArrayList<>();
    for (String catalog : List.of("ice", "lake")) {
      Lakes.sql(
          "CALL "
              + catalog
              + ".system.create_changelog_view(table => 'changes.keyed', changelog_view => 'v',"
              + " compute_updates => true)");
      views.add(sorted(Lakes.session().sql("SELECT id, v, _change_type FROM v")));
    }
    assertEquals(views.get(0), views.get(1));
    assertEquals(
        List.of(
            "[1, 1, INSERT]", "[2, 2, INSERT]", "[2, 2, UPDATE_BEFORE]", "[2, 20, UPDATE_AFTER]"),
        views.get(1));
  }
}
