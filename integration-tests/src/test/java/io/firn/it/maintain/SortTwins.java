package io.firn.it.maintain;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.firn.it.Lakes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.iceberg.spark.extensions.IcebergSparkSessionExtensions;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * Two tables with the same rows, of which Firn sorts one and Apache Iceberg's connector the other.
 */
final class SortTwins {
  private static final SparkSession ICEBERG = start();

  private final String name;

  /** Makes both by the statements, in which {@code %T} is the table. */
  SortTwins(String name, String... statements) {
    this.name = name;
    Lakes.sql("CREATE NAMESPACE IF NOT EXISTS lake.sorted");
    for (String statement : statements) {
      Lakes.sql(statement.replace("%T", firn()));
      ICEBERG.sql(statement.replace("%T", iceberg()));
    }
    SparkSession.setActiveSession(Lakes.session());
  }

  private static SparkSession start() {
    SparkSession plain = Lakes.session();
    SparkSession.clearActiveSession();
    SparkSession.clearDefaultSession();
    try {
      return SparkSession.builder()
          .withExtensions(new IcebergSparkSessionExtensions())
          .getOrCreate();
    } finally {
      SparkSession.setDefaultSession(plain);
      SparkSession.setActiveSession(plain);
    }
  }

  String firn() {
    return "lake.sorted." + name + "_a";
  }

  String iceberg() {
    return "ice.sorted." + name + "_b";
  }

  /** Both rewrite with these arguments; the numbers and the rows in their files are the same. */
  void bothRewrite(String arguments) {
    Row firn = rewriteByFirn(arguments);
    Row iceberg = rewriteByIceberg(arguments);
    for (int column : List.of(0, 1, 3, 4)) {
      assertEquals(iceberg.get(column), firn.get(column), iceberg.schema().fieldNames()[column]);
    }
    assertEquals(files(iceberg()), files("ice.sorted." + name + "_a"));
  }

  /** Both refuse, Firn with the text. */
  void bothRefuse(String arguments, String text) {
    assertRefused(() -> rewriteByIceberg(arguments), "");
    assertRefused(() -> rewriteByFirn(arguments), text);
  }

  void firnRefuses(String arguments, String text) {
    assertRefused(() -> rewriteByFirn(arguments), text);
  }

  private static void assertRefused(Runnable call, String text) {
    StringBuilder messages = new StringBuilder();
    try {
      call.run();
    } catch (Exception e) {
      for (Throwable t = e; t != null; t = t.getCause()) {
        messages.append(t.getMessage()).append('\n');
      }
    }
    assertTrue(!messages.isEmpty() && messages.indexOf(text) >= 0, messages.toString());
  }

  Row rewriteByFirn(String arguments) {
    return Lakes.session()
        .sql("CALL lake.system.rewrite_data_files(table => '%s'%s)".formatted(firn(), arguments))
        .head();
  }

  private Row rewriteByIceberg(String arguments) {
    SparkSession.setActiveSession(ICEBERG);
    try {
      return ICEBERG
          .sql(
              "CALL ice.system.rewrite_data_files(table => 'sorted.%s_b'%s)"
                  .formatted(name, arguments))
          .head();
    } finally {
      SparkSession.setActiveSession(Lakes.session());
    }
  }

  /** The ids in the order of the rows in each file; the files in the order of their first ids. */
  static List<List<Object>> idsOf(String table) {
    Map<String, SortedMap<Long, Object>> files = new HashMap<>();
    for (Row row : Lakes.sql("SELECT _file, _pos, id FROM " + table)) {
      files
          .computeIfAbsent(row.getString(0), file -> new TreeMap<>())
          .put(row.getLong(1), row.get(2));
    }
    return files.values().stream()
        .map(ids -> List.copyOf(ids.values()))
        .sorted(Comparator.comparingInt(ids -> (Integer) ids.get(0)))
        .toList();
  }

  /** The ids in the order of the rows in each file, with its partition and sort order. */
  private static List<String> files(String table) {
    Map<String, SortedMap<Long, Object>> ids = new HashMap<>();
    Map<String, String> partitions = new HashMap<>();
    for (Row row : Lakes.sql("SELECT _file, _pos, id, _spec_id, _partition FROM " + table)) {
      ids.computeIfAbsent(row.getString(0), file -> new TreeMap<>())
          .put(row.getLong(1), row.get(2));
      partitions.put(row.getString(0), row.get(3) + " " + row.get(4));
    }
    List<String> files = new ArrayList<>();
    for (Row row : Lakes.sql("SELECT file_path, sort_order_id FROM " + table + ".files")) {
      String path = row.getString(0);
      files.add(
          "%s order %s %s".formatted(ids.get(path).values(), row.get(1), partitions.get(path)));
    }
    return files.stream().sorted().toList();
  }
}
