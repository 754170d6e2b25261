package io.firn.it.twin;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.firn.it.Lakes;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.sql.Row;

/** A table of which it is known what each of its snapshots held when it was written. */
final class KeptTable {
  static final String NAME = "lake.twin.kept";
  private static final String FOREIGN_NAME = "ice.twin.kept";

  private final String story;
  private final List<String> statements = new ArrayList<>();
  private final Map<Long, List<String>> written = new LinkedHashMap<>();
  private int refused;

  KeptTable(String story) {
    this.story = story;
  }

  void create(String columns, String clauses, String properties) {
    Lakes.sql("CREATE NAMESPACE IF NOT EXISTS lake.twin");
    Lakes.sql("DROP TABLE IF EXISTS " + NAME + " PURGE");
    Lakes.sql(
        "CREATE TABLE %s (%s) USING iceberg%s TBLPROPERTIES (%s)"
            .formatted(NAME, columns, clauses, properties));
  }

  /**
   * Runs a statement and reads the snapshots that it added, if any; those that only move rows must
   * hold what their parents do. A refusal is an answer, too, if it changes nothing.
   */
  void run(String statement) {
    statements.add(statement);
    List<Long> before = snapshots();
    Optional<String> refusal = attempt(statement.replace("%T", NAME));
    if (refusal.isPresent()) {
      refused++;
      statements.add("-- refused: " + refusal.get());
      assertEquals(before, snapshots(), this::tell);
      return;
    }
    for (Row snapshot :
        Lakes.sql("SELECT snapshot_id, parent_id, operation FROM " + NAME + ".snapshots")) {
      long id = snapshot.getLong(0);
      if (!written.containsKey(id)) {
        written.put(id, rows(NAME, id));
        if (snapshot.getString(2).equals("replace") && written.containsKey(snapshot.getLong(1))) {
          assertEquals(written.get(snapshot.getLong(1)), written.get(id), this::tell);
        }
      }
    }
  }

  private Optional<String> attempt(String statement) {
    try {
      Lakes.sql(statement);
      return Optional.empty();
    } catch (Exception e) {
      String message = firstLine(e);
      if (e instanceof NullPointerException
          || e instanceof ClassCastException
          || message.contains("INTERNAL_ERROR")
          || message.contains("ROUTINE_NOT_FOUND")) {
        throw new AssertionError(tell(), e);
      }
      return Optional.of(message);
    }
  }

  private static String firstLine(Throwable e) {
    for (Throwable t = e; t != null; t = t.getCause()) {
      if (t.getMessage() != null && !t.getMessage().isBlank()) {
        return t.getMessage().strip().split("\n")[0];
      }
    }
    return e.getClass().getName();
  }

  /** All snapshots that the table has, by age. */
  List<Long> snapshots() {
    return Lakes.sql("SELECT snapshot_id FROM " + NAME + ".snapshots ORDER BY committed_at")
        .stream()
        .map(row -> row.getLong(0))
        .toList();
  }

  /** Ancestors of the current snapshot. */
  List<Long> ancestors() {
    return Lakes.sql(
            "SELECT snapshot_id FROM " + NAME + ".history WHERE is_current_ancestor ORDER BY 1")
        .stream()
        .map(row -> row.getLong(0))
        .distinct()
        .toList();
  }

  /** Every snapshot that is left reads as it did when it was written. */
  void assertKept() {
    assertKept(NAME);
  }

  /** As {@link #assertKept}, for Apache Iceberg's connector. */
  void assertKeptForIceberg() {
    assertKept(FOREIGN_NAME);
  }

  private void assertKept(String name) {
    for (long id : snapshots()) {
      assertEquals(
          written.get(id), rows(name, id), () -> "snapshot " + id + " of " + name + tell());
    }
  }

  private static List<String> rows(String name, long snapshot) {
    List<String> rows =
        new ArrayList<>(Lakes.rows("SELECT * FROM " + name + " VERSION AS OF " + snapshot));
    Collections.sort(rows);
    return rows;
  }

  /** How many snapshots there ever were. */
  int everWritten() {
    return written.size();
  }

  int refused() {
    return refused;
  }

  String tell() {
    return "\n" + story + "\n" + String.join(";\n", statements) + "\n";
  }
}
