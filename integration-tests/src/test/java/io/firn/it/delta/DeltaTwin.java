package io.firn.it.delta;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.firn.it.Lakes;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.apache.spark.sql.Row;

/** A table that Delta Lake writes, and what it becomes. Rows are compared version by version. */
final class DeltaTwin {
  private final String name;
  private final Path path;

  DeltaTwin(String name) {
    this.name = name;
    this.path = Lakes.directory().resolve(name);
    Lakes.sql("CREATE NAMESPACE IF NOT EXISTS lake.delta");
  }

  Path path() {
    return path;
  }

  /** The table in SQL of Delta. */
  String delta() {
    return "delta.`" + path + "`";
  }

  String firn() {
    return "lake.delta." + name;
  }

  String iceberg() {
    return "ice.delta." + name;
  }

  /** Runs a statement of Delta on the table {@code %T}. */
  DeltaTwin run(String statement) {
    DeltaLake.sql(statement.replace("%T", delta()));
    return this;
  }

  /** The latest version, as the names in the log tell it. */
  long latest() {
    String[] commits =
        path.resolve("_delta_log").toFile().list((d, n) -> n.matches("\\d{20}\\.json"));
    return Arrays.stream(commits)
        .mapToLong(n -> Long.parseLong(n.substring(0, 20)))
        .max()
        .orElse(-1);
  }

  /** Calls a procedure with the table's path and the new name, and more arguments. */
  Row call(String procedure, String more) {
    return call(procedure, name, more);
  }

  /** The same with another name for the new table. */
  Row again(String procedure, String newName) {
    return call(procedure, newName, "");
  }

  private Row call(String procedure, String newName, String more) {
    return DeltaLake.sql(
            "CALL lake.system.%s(source_table => '%s', table => 'delta.%s'%s)"
                .formatted(procedure, path, newName, more))
        .get(0);
  }

  /** The directory of the new table and what is in it. */
  List<String> firnFiles() {
    Path directory =
        Path.of(Lakes.session().conf().get("spark.sql.catalog.lake.warehouse"), "delta", name);
    if (!Files.exists(directory)) {
      return List.of();
    }
    try (Stream<Path> files = Files.walk(directory)) {
      return files.map(Path::toString).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Every version from one on reads in Firn and in Iceberg as it does in Delta. */
  void assertSameVersionsFrom(long first) {
    assertSame(first, versions(delta(), first, "%d"));
  }

  /** All versions from one on, as Delta reads them, a line each row. */
  List<String> deltaVersionsFrom(long first) {
    return versions(delta(), first, "%d");
  }

  /** The versions from one on read in both engines as they were, and so does the table. */
  void assertSame(long first, List<String> versions) {
    assertEquals(versions, versions(firn(), first, "'delta-version-%d'"), "in Firn");
    assertEquals(versions, versions(iceberg(), first, "'delta-version-%d'"), "in Iceberg");
    String last = latest() + "=";
    assertEquals(
        versions.stream().filter(row -> row.startsWith(last)).toList(),
        DeltaTwin.rows(Lakes.sql("SELECT " + row(latest()) + " FROM " + firn())),
        "the present rows");
  }

  /** One query for all versions: starting one takes longer than its work. */
  private List<String> versions(String table, long first, String version) {
    List<String> queries = new ArrayList<>();
    for (long v = first; v <= latest(); v++) {
      queries.add(
          "SELECT %s FROM %s VERSION AS OF %s".formatted(row(v), table, version.formatted(v)));
    }
    return rows(DeltaLake.sql(String.join(" UNION ALL ", queries)));
  }

  private static String row(long version) {
    return "concat('%d=', to_json(struct(*), map('ignoreNullFields', 'false')))".formatted(version);
  }

  /** The first column, as text, sorted. */
  static List<String> rows(List<Row> rows) {
    List<String> texts = new ArrayList<>();
    rows.forEach(row -> texts.add(String.valueOf(row.get(0))));
    Collections.sort(texts);
    return texts;
  }
}
