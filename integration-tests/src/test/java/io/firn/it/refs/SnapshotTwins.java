package io.firn.it.refs;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.firn.it.Lakes;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.iceberg.HistoryEntry;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.SnapshotRef;
import org.apache.iceberg.Table;
import org.apache.iceberg.data.IcebergGenerics;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.hadoop.HadoopTables;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * Two tables, one of Firn and one of Apache Iceberg, to which the same statements are done.
 * Snapshots go by their number, from 1, in the order in which they were made: {@code #2} in a
 * statement is the id of the second one, and {@code @2} the time of it.
 */
final class SnapshotTwins {
  private static final Pattern SNAPSHOT = Pattern.compile("([#@])(\\d+)");

  private static final List<String> SUMMARY =
      List.of(
          "wap.id",
          "published-wap-id",
          "replace-partitions",
          "added-records",
          "deleted-records",
          "total-records");

  private final SparkSession icebergSession;
  private String ofFirn;
  private String ofIceberg;
  private final List<String> story = new ArrayList<>();

  /** What each snapshot held when it was made. */
  private final Map<Long, List<String>> rowsSeen = new HashMap<>();

  /** Iceberg's statements run in the given session. */
  SnapshotTwins(SparkSession icebergSession, String name, String columns, String clauses) {
    this.icebergSession = icebergSession;
    this.ofFirn = name + "_a";
    this.ofIceberg = name + "_b";
    Lakes.sql("CREATE NAMESPACE IF NOT EXISTS lake.refs");
    for (String table : List.of(ofFirn, ofIceberg)) {
      Lakes.sql("CREATE TABLE lake.refs." + table + " (" + columns + ") USING iceberg " + clauses);
    }
  }

  String firn() {
    return "lake.refs." + ofFirn;
  }

  String iceberg() {
    return "ice.refs." + ofIceberg;
  }

  /** Each engine goes on with the table of the other one. */
  void swap() {
    String mine = ofFirn;
    ofFirn = ofIceberg;
    ofIceberg = mine;
    story.add("-- swap");
  }

  /** Does it to both tables; the results and the tables must be the same after it. */
  void both(String statement) {
    story.add(statement);
    assertEquals(
        result(icebergSession, statement, iceberg()),
        result(Lakes.session(), statement, firn()),
        this::tell);
    assertSame();
  }

  /** Both refuse it, Firn with the message, and nothing changes. */
  void bothRefuse(String statement, String message) {
    story.add(statement);
    String before = state(firn());
    assertEquals(
        "refused", attempt(icebergSession, statement, iceberg()).split(":")[0], this::tell);
    assertRefused(statement, message);
    assertEquals(before, state(firn()), this::tell);
  }

  /** Firn refuses it with the message. */
  void assertRefused(String statement, String message) {
    String outcome = attempt(Lakes.session(), statement, firn());
    assertEquals(true, outcome.contains(message), () -> outcome + tell());
  }

  private String attempt(SparkSession session, String statement, String table) {
    try {
      run(session, statement, table);
      return "done";
    } catch (Exception e) {
      StringBuilder messages = new StringBuilder("refused");
      for (Throwable t = e; t != null; t = t.getCause()) {
        messages.append(": ").append(t.getMessage());
      }
      return messages.toString();
    }
  }

  void assertSame() {
    assertEquals(state(iceberg()), state(firn()).replace(ofFirn, ofIceberg), this::tell);
  }

  /** Both engines see the same, and every snapshot reads as it did when it was made. */
  void assertReadByTheOther() {
    for (String table : List.of(ofFirn, ofIceberg)) {
      Table loaded = load(table);
      for (Snapshot snapshot : loaded.snapshots()) {
        long id = snapshot.snapshotId();
        assertEquals(rowsSeen.getOrDefault(id, rows(loaded, id)), rows(loaded, id), this::tell);
      }
      for (String query :
          List.of(
              "SELECT * FROM %s ORDER BY id",
              "SELECT * FROM %s.refs ORDER BY name", "SELECT * FROM %s.history")) {
        assertEquals(
            Lakes.rows(query.formatted("ice.refs." + table)),
            Lakes.rows(query.formatted("lake.refs." + table)),
            this::tell);
      }
    }
  }

  private String tell() {
    return "\n" + String.join("\n", story);
  }

  private String result(SparkSession session, String statement, String table) {
    Dataset<Row> result = run(session, statement, table);
    if (!statement.startsWith("CALL")) {
      return "";
    }
    Map<Long, Integer> numbers = numbers(load(table));
    StringBuilder text = new StringBuilder(result.schema().treeString());
    for (Row row : result.collectAsList()) {
      for (int i = 0; i < row.length(); i++) {
        boolean time = row.schema().fieldNames()[i].equals("timestamp");
        text.append(time ? "time" : named(numbers, row.get(i))).append(" ");
      }
      text.append("\n");
    }
    return text.toString();
  }

  private static Dataset<Row> run(SparkSession session, String statement, String table) {
    SparkSession.setActiveSession(session);
    try {
      String catalog = table.substring(0, table.indexOf('.'));
      return session.sql(
          withIds(statement, table)
              .replace("%T", table)
              .replace("%N", table.substring(table.indexOf('.') + 1))
              .replace("%C", catalog));
    } finally {
      SparkSession.setActiveSession(Lakes.session());
    }
  }

  private static String withIds(String statement, String table) {
    Matcher matcher = SNAPSHOT.matcher(statement);
    StringBuilder text = new StringBuilder();
    List<Snapshot> snapshots = new ArrayList<>();
    load(table).snapshots().forEach(snapshots::add);
    while (matcher.find()) {
      Snapshot snapshot = snapshots.get(Integer.parseInt(matcher.group(2)) - 1);
      matcher.appendReplacement(
          text,
          matcher.group(1).equals("#")
              ? String.valueOf(snapshot.snapshotId())
              : "timestamp_millis(" + snapshot.timestampMillis() + ")");
    }
    return matcher.appendTail(text).toString();
  }

  private static Map<Long, Integer> numbers(Table table) {
    Map<Long, Integer> numbers = new HashMap<>();
    for (Snapshot snapshot : table.snapshots()) {
      numbers.put(snapshot.snapshotId(), numbers.size() + 1);
    }
    return numbers;
  }

  private static String named(Map<Long, Integer> numbers, Object value) {
    if (value instanceof Long id && id > 1_000_000_000) {
      return numbers.containsKey(id) ? "#" + numbers.get(id) : "expired";
    }
    return String.valueOf(value);
  }

  /** The table as Iceberg's library sees it. */
  private static Table load(String name) {
    String location =
        Lakes.session().conf().get("spark.sql.catalog.lake.warehouse")
            + "/refs/"
            + name.substring(name.lastIndexOf('.') + 1);
    return new HadoopTables(new Configuration()).load(location);
  }

  /** The snapshots with their rows, the refs and the history. */
  private String state(String name) {
    Table table = load(name);
    Map<Long, Integer> numbers = numbers(table);
    StringBuilder text = new StringBuilder();
    for (Snapshot snapshot : table.snapshots()) {
      Map<String, String> summary = snapshot.summary();
      text.append(named(numbers, snapshot.snapshotId()))
          .append(" from ")
          .append(named(numbers, snapshot.parentId()))
          .append(" ")
          .append(snapshot.operation());
      for (String key : SUMMARY) {
        text.append(" ").append(key).append("=").append(summary.get(key));
      }
      String source = summary.getOrDefault("source-snapshot-id", "0");
      text.append(" picked ").append(named(numbers, Long.valueOf(source))).append(" ");
      text.append(rowsSeen.computeIfAbsent(snapshot.snapshotId(), id -> rows(table, id)))
          .append("\n");
    }
    for (Map.Entry<String, SnapshotRef> ref : new TreeMap<>(table.refs()).entrySet()) {
      SnapshotRef value = ref.getValue();
      text.append(
          "%s %s %s %s %s %s\n"
              .formatted(
                  ref.getKey(),
                  value.type(),
                  named(numbers, value.snapshotId()),
                  value.maxRefAgeMs(),
                  value.maxSnapshotAgeMs(),
                  value.minSnapshotsToKeep()));
    }
    text.append(table.specs().values())
        .append(table.spec().specId())
        .append(table.sortOrder())
        .append(new TreeSet<>(table.schema().identifierFieldNames()))
        .append(table.properties().get("write.distribution-mode"))
        .append("\n");
    for (HistoryEntry entry : table.history()) {
      text.append("history ").append(named(numbers, entry.snapshotId())).append("\n");
    }
    return text.toString();
  }

  private static List<String> rows(Table table, long snapshotId) {
    List<String> rows = new ArrayList<>();
    try (CloseableIterable<Record> records =
        IcebergGenerics.read(table).useSnapshot(snapshotId).build()) {
      records.forEach(record -> rows.add(record.toString()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Collections.sort(rows);
    return rows;
  }
}
