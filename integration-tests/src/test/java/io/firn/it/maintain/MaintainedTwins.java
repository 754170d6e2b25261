package io.firn.it.maintain;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.firn.it.Lakes;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.Table;
import org.apache.iceberg.hadoop.HadoopTables;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/**
 * Two tables, one of Firn and one of Apache Iceberg, that are maintained by the same calls. In a
 * statement {@code %C} is the catalog, {@code %N} the table in it, {@code %T} both, and {@code %D}
 * the directory of the table.
 */
final class MaintainedTwins {
  private final String name;
  private final List<String> story = new ArrayList<>();

  MaintainedTwins(String name, String columns, String clauses) {
    this.name = name;
    Lakes.sql("CREATE NAMESPACE IF NOT EXISTS lake.maintain");
    for (String twin : List.of("a", "b")) {
      Lakes.sql(
          "CREATE TABLE lake.maintain.%s_%s (%s) USING iceberg %s"
              .formatted(name, twin, columns, clauses));
    }
  }

  String firn() {
    return "lake.maintain." + name + "_a";
  }

  String iceberg() {
    return "ice.maintain." + name + "_b";
  }

  static Path directory(String table) {
    return Path.of(Lakes.session().conf().get("spark.sql.catalog.lake.warehouse"))
        .resolve("maintain")
        .resolve(table.substring(table.lastIndexOf('.') + 1));
  }

  /** Does it to both tables. */
  void both(String statement) {
    story.add(statement);
    Lakes.sql(filled(statement, iceberg()));
    Lakes.sql(filled(statement, firn()));
  }

  /** Both calls have this result, in any order, and the same schema. */
  void bothReturn(String call, String... expected) {
    story.add(call);
    Dataset<Row> theirs = Lakes.session().sql(filled(call, iceberg()));
    Dataset<Row> ours = Lakes.session().sql(filled(call, firn()));
    assertEquals(List.of(expected), rows(theirs), this::tell);
    assertEquals(List.of(expected), rows(ours), this::tell);
    assertEquals(theirs.schema().treeString(), ours.schema().treeString(), this::tell);
  }

  private static List<String> rows(Dataset<Row> result) {
    return result.collectAsList().stream().map(Row::toString).sorted().toList();
  }

  /** Both refuse it, Firn with the message. */
  void bothRefuse(String call, String message) {
    story.add(call);
    assertTrue(attempt(call, iceberg()).startsWith("refused"), this::tell);
    String outcome = attempt(call, firn());
    assertTrue(outcome.contains(message), () -> outcome + tell());
  }

  private static String attempt(String call, String table) {
    try {
      Lakes.sql(filled(call, table));
      return "done";
    } catch (Exception e) {
      StringBuilder messages = new StringBuilder("refused");
      for (Throwable t = e; t != null; t = t.getCause()) {
        messages.append(": ").append(t.getMessage());
      }
      return messages.toString();
    }
  }

  static String filled(String statement, String table) {
    return statement
        .replace("%T", table)
        .replace("%N", table.substring(table.indexOf('.') + 1))
        .replace("%C", table.substring(0, table.indexOf('.')))
        .replace("%D", directory(table).toString());
  }

  /** The rows of a query on each of the tables, read by each of the engines, are the same. */
  void assertSame(String query) {
    List<String> expected = Lakes.rows(filled(query, iceberg()));
    for (String reader : List.of("lake", "ice")) {
      for (String twin : List.of("_a", "_b")) {
        String table = reader + ".maintain." + name + twin;
        assertEquals(expected, Lakes.rows(filled(query, table)), () -> table + tell());
      }
    }
  }

  /** The summaries of all snapshots are the same, but for sizes and who wrote them. */
  void assertSameSummaries() {
    assertEquals(summaries(iceberg()), summaries(firn()), this::tell);
  }

  private static String summaries(String table) {
    StringBuilder text = new StringBuilder();
    for (Snapshot snapshot : load(table).snapshots()) {
      text.append(snapshot.operation()).append(" ").append(summary(snapshot)).append("\n");
    }
    return text.toString();
  }

  private static Map<String, String> summary(Snapshot snapshot) {
    return snapshot.summary().entrySet().stream()
        .filter(e -> !e.getKey().contains("size") && !e.getKey().startsWith("partitions."))
        .filter(
            e -> !e.getKey().matches("spark\\..*|.*version.*|app-id|engine-.*|firn.*|.*row-map.*"))
        .collect(
            Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue, (a, b) -> a, TreeMap::new));
  }

  static Table load(String table) {
    return new HadoopTables(new Configuration()).load(directory(table).toString());
  }

  String tell() {
    return "\n" + String.join("\n", story);
  }
}
