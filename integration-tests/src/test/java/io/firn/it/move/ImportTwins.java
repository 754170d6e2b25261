package io.firn.it.move;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.firn.it.Lakes;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/** A table of Firn and one of Apache Iceberg that take in the same files. */
record ImportTwins(String name) {

  static ImportTwins create(String name, String definition) {
    Lakes.sql("CREATE NAMESPACE IF NOT EXISTS lake.imp");
    ImportTwins twins = new ImportTwins(name);
    for (String table : List.of(twins.firn(), twins.iceberg())) {
      Lakes.sql("CREATE TABLE " + table.replace("ice.", "lake.") + " " + definition);
    }
    return twins;
  }

  String firn() {
    return "lake.imp." + name + "_a";
  }

  String iceberg() {
    return "ice.imp." + name + "_b";
  }

  /**
   * Calls a procedure with the arguments after {@code table} on both; returns what Firn's returns.
   * Apache Iceberg does not know how many partitions changed where it imports through manifests.
   */
  List<String> both(String procedure, String arguments) {
    Dataset<Row> theirs = call(procedure, iceberg(), arguments);
    Dataset<Row> ours = call(procedure, firn(), arguments);
    assertEquals(theirs.schema().treeString(), ours.schema().treeString());
    List<String> result = text(ours);
    boolean known = !theirs.head().isNullAt(theirs.columns().length - 1);
    assertEquals(
        text(theirs), known ? result : List.of(result.get(0).replaceFirst(",\\d+", ",null")));
    assertSame();
    String mapping = "SHOW TBLPROPERTIES %s ('schema.name-mapping.default')";
    assertEquals(
        Lakes.rows(mapping.formatted(iceberg())).toString().replaceAll("\\s", ""),
        Lakes.rows(mapping.formatted(firn())).toString().replaceAll("\\s", ""));
    return result;
  }

  private static List<String> text(Dataset<Row> rows) {
    return rows.collectAsList().stream().map(Row::toString).toList();
  }

  private static Dataset<Row> call(String procedure, String table, String arguments) {
    return Lakes.session().sql(statement(procedure, table, arguments));
  }

  private static String statement(String procedure, String table, String arguments) {
    String[] parts = table.split("\\.", 2);
    return "CALL %s.system.%s(table => '%s', %s)"
        .formatted(parts[0], procedure, parts[1], arguments);
  }

  void bothRefuse(String procedure, String arguments, String message) {
    MoveSession.failure(statement(procedure, iceberg(), arguments));
    firnRefuses(procedure, arguments, message);
    assertSame();
  }

  void firnRefuses(String procedure, String arguments, String message) {
    String messages = MoveSession.failure(statement(procedure, firn(), arguments));
    assertTrue(messages.contains(message), messages);
  }

  /** Does it to both tables. */
  void sql(String statement) {
    Lakes.sql(statement.replace("%T", iceberg()));
    Lakes.sql(statement.replace("%T", firn()));
    assertSame();
  }

  /**
   * The same rows, whoever reads them, and the same entries in the manifests, but for the counts of
   * column 11: a test has it as INT96, of which Apache Iceberg keeps none.
   */
  void assertSame() {
    String rows = "SELECT * FROM %s ORDER BY 1, 2";
    List<String> expected = Lakes.rows(rows.formatted(iceberg()));
    for (String table : List.of(firn(), asFirn(iceberg()), asIceberg(firn()))) {
      assertEquals(expected, Lakes.rows(rows.formatted(table)), table);
    }
    String files =
        "SELECT content, file_path, file_format, spec_id, record_count, file_size_in_bytes,"
            + " column_sizes, map_filter(value_counts, (id, n) -> id <> 11),"
            + " map_filter(null_value_counts, (id, n) -> id <> 11), lower_bounds,"
            + " upper_bounds, key_metadata, equality_ids, sort_order_id"
            + " FROM %s.files WHERE file_path NOT LIKE '%%/imp/%%' ORDER BY file_path";
    assertEquals(
        Lakes.rows(files.formatted(iceberg())), Lakes.rows(files.formatted(asIceberg(firn()))));
  }

  List<String> firnRows(String query) {
    return Lakes.rows(query.replace("%T", firn()));
  }

  static String asFirn(String table) {
    return table.replace("ice.", "lake.");
  }

  static String asIceberg(String table) {
    return table.replace("lake.", "ice.");
  }
}
