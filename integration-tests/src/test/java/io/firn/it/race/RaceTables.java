package io.firn.it.race;

import io.firn.it.Lakes;
import io.firn.it.race.Rows.Row;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;
import org.apache.iceberg.Table;
import org.apache.iceberg.data.IcebergGenerics;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.hadoop.HadoopTables;
import org.apache.iceberg.io.CloseableIterable;

/**
 * Tables with the same four rows in the same two files, cheaply: a new table is a copy of the
 * metadata file of a first one.
 */
final class RaceTables {
  static final Rows BASE =
      new Rows(
          List.of(
              new Row(1, 10, "a"), new Row(2, 20, "a"), new Row(3, 30, "b"), new Row(4, 40, "b")));
  private static final String FIRST_ISOLATION = "serializable";

  private final Path namespace =
      Path.of(Lakes.session().conf().get("spark.sql.catalog.lake.warehouse")).resolve("race");
  private final Map<RaceMode, String> bases = new HashMap<>();
  private int count;

  /** A new table with {@link #BASE} in it; the name without catalog. */
  String create(RaceMode mode, String isolation) {
    String base = bases.computeIfAbsent(mode, this::base);
    String name = "t" + ++count;
    try {
      copy(base, name, isolation);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return "race." + name;
  }

  private String base(RaceMode mode) {
    String name = "base_" + mode.name().toLowerCase(java.util.Locale.ROOT);
    StringBuilder properties = new StringBuilder("'format-version'='" + mode.formatVersion() + "'");
    properties.append(", 'commit.rebase.enabled'='false'");
    for (String command : List.of("delete", "update", "merge")) {
      properties.append(", 'write." + command + ".mode'='" + mode.mode() + "'");
      properties.append(", 'write." + command + ".isolation-level'='" + FIRST_ISOLATION + "'");
      properties.append(", 'write." + command + ".distribution-mode'='none'");
    }
    Lakes.sql("CREATE NAMESPACE IF NOT EXISTS lake.race");
    Lakes.sql(
        "CREATE TABLE lake.race.%s (id BIGINT, v BIGINT, p STRING) USING iceberg PARTITIONED BY (p) TBLPROPERTIES (%s)"
            .formatted(name, properties));
    Lakes.sql(
        "INSERT INTO lake.race."
            + name
            + " VALUES (1, 10, 'a'), (2, 20, 'a'), (3, 30, 'b'), (4, 40, 'b')");
    return name;
  }

  private void copy(String base, String name, String isolation) throws IOException {
    Path from = namespace.resolve(base).resolve("metadata");
    String version = Files.readString(from.resolve("version-hint.text")).trim();
    String file = "v" + version + ".metadata.json";
    String json =
        Files.readString(from.resolve(file))
            .replaceFirst("(\"location\"\\s*:\\s*\"[^\"]*)" + base + "\"", "$1" + name + "\"")
            .replaceFirst("(\"table-uuid\"\\s*:\\s*\")[^\"]*\"", "$1" + UUID.randomUUID() + "\"")
            .replace("\"" + FIRST_ISOLATION + "\"", "\"" + isolation + "\"");
    Path to = Files.createDirectories(namespace.resolve(name).resolve("metadata"));
    Files.writeString(to.resolve(file), json);
    Files.writeString(to.resolve("version-hint.text"), version);
  }

  /** What Apache Iceberg's library reads in the table. */
  Rows rows(String table) {
    Table loaded =
        new HadoopTables(new Configuration())
            .load(namespace.resolve(table.replace("race.", "")).toString());
    List<Row> rows = new ArrayList<>();
    try (CloseableIterable<Record> records = IcebergGenerics.read(loaded).build()) {
      for (Record record : records) {
        rows.add(
            new Row(
                (Long) record.getField("id"),
                (Long) record.getField("v"),
                (String) record.getField("p")));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new Rows(rows);
  }

  /** The snapshot that all tables of a mode start with. */
  long baseSnapshotId(String table) {
    return new HadoopTables(new Configuration())
        .load(namespace.resolve(table.replace("race.", "")).toString())
        .history()
        .get(0)
        .snapshotId();
  }
}
