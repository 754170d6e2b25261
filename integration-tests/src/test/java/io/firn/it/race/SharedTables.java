package io.firn.it.race;

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
import org.apache.iceberg.BaseTable;
import org.apache.iceberg.MetadataColumns;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.data.IcebergGenerics;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.jdbc.JdbcCatalog;
import org.apache.iceberg.types.TypeUtil;
import org.apache.spark.sql.SparkSession;

/**
 * Tables of the {@link SharedLake} with the same rows in the same four files, one of which has a
 * deleted row, cheaply: a new table is a copy of the metadata file of a first one.
 */
final class SharedTables {
  static final Rows BASE =
      new Rows(
          List.of(
              new Row(1, 10, "a"),
              new Row(2, 20, "a"),
              new Row(3, 30, "b"),
              new Row(4, 40, "b"),
              new Row(6, 60, "a"),
              new Row(7, 70, "a"),
              new Row(8, 80, "b")));
  private static final String NAMESPACE = "race";

  private final SharedLake lake;
  private final SparkSession session;
  private final JdbcCatalog library;
  private final Map<Layout, String> bases = new HashMap<>();
  private int count;

  SharedTables(SharedLake lake) {
    this.lake = lake;
    this.session = lake.firn();
    session.sql("CREATE NAMESPACE " + SharedLake.CATALOG + "." + NAMESPACE);
    this.library = lake.library();
  }

  /** A row as Apache Iceberg's library reads it; without row ids both numbers are -1. */
  record Read(Row row, long rowId, long lastUpdated) {}

  /** A new table with {@link #BASE} in it; the name without catalog. */
  String create(Layout layout, String mode, String isolation) {
    String base = bases.computeIfAbsent(layout, this::base);
    String name = "t" + ++count;
    try {
      copy(base, name, mode, isolation);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return NAMESPACE + "." + name;
  }

  /** The same with files of its own, which its clean-up may delete. */
  String createWhole(Layout layout, String mode) {
    String name = "w" + ++count;
    fill(layout, name);
    for (String command : List.of("delete", "update", "merge")) {
      session.sql(
          "ALTER TABLE %s.%s.%s SET TBLPROPERTIES ('write.%s.mode'='%s')"
              .formatted(SharedLake.CATALOG, NAMESPACE, name, command, mode));
    }
    return NAMESPACE + "." + name;
  }

  private String base(Layout layout) {
    String name = "base_" + layout.name().toLowerCase(java.util.Locale.ROOT);
    fill(layout, name);
    return name;
  }

  private void fill(Layout layout, String name) {
    String table = SharedLake.CATALOG + "." + NAMESPACE + "." + name;
    StringBuilder properties =
        new StringBuilder("'format-version'='" + layout.firstFormatVersion() + "'");
    for (String command : List.of("delete", "update", "merge")) {
      properties.append(", 'write." + command + ".mode'='merge-on-read'");
      properties.append(", 'write." + command + ".isolation-level'='serializable'");
      properties.append(", 'write." + command + ".distribution-mode'='none'");
    }
    session.sql(
        "CREATE TABLE %s (id BIGINT, v BIGINT, p STRING) USING iceberg %s TBLPROPERTIES (%s)"
            .formatted(table, layout.partitioning(), properties));
    insert(table, "(5, 50, 'a'), (2, 20, 'a'), (1, 10, 'a')");
    session.sql("DELETE FROM " + table + " WHERE id = 5");
    insert(table, "(6, 60, 'a'), (7, 70, 'a')");
    insert(table, "(3, 30, 'b'), (4, 40, 'b')");
    if (layout == Layout.UPGRADED) {
      session.sql("ALTER TABLE " + table + " SET TBLPROPERTIES ('format-version'='3')");
    }
    insert(table, "(8, 80, 'b')");
  }

  private void insert(String table, String values) {
    session.sql("INSERT INTO " + table + " SELECT /*+ COALESCE(1) */ * FROM VALUES " + values);
  }

  private void copy(String base, String name, String mode, String isolation) throws IOException {
    String file = metadata(load(NAMESPACE + "." + base));
    String json =
        Files.readString(Path.of(withoutScheme(file)))
            .replaceFirst("(\"location\"\\s*:\\s*\"[^\"]*)" + base + "\"", "$1" + name + "\"")
            .replaceFirst("(\"table-uuid\"\\s*:\\s*\")[^\"]*\"", "$1" + UUID.randomUUID() + "\"")
            .replace("\"merge-on-read\"", "\"" + mode + "\"")
            .replace("\"serializable\"", "\"" + isolation + "\"");
    Path to = Files.createDirectories(directory(NAMESPACE + "." + name).resolve("metadata"));
    Path copied = to.resolve("00000-" + UUID.randomUUID() + ".metadata.json");
    Files.writeString(copied, json);
    library.registerTable(identifier(NAMESPACE + "." + name), "gated://" + copied);
  }

  private static String metadata(Table table) {
    return ((BaseTable) table).operations().current().metadataFileLocation();
  }

  static String withoutScheme(String location) {
    return location.replaceFirst("^gated:/+", "/");
  }

  private static TableIdentifier identifier(String table) {
    return TableIdentifier.of(Namespace.of(NAMESPACE), table.substring(NAMESPACE.length() + 1));
  }

  Path directory(String table) {
    return lake.warehouse().resolve(table.replace('.', '/'));
  }

  Table load(String table) {
    return library.loadTable(identifier(table));
  }

  /** What Apache Iceberg's library reads in the table. */
  List<Read> read(String table) {
    Table loaded = load(table);
    boolean hasIds = ((BaseTable) loaded).operations().current().formatVersion() >= 3;
    Schema schema =
        hasIds
            ? TypeUtil.join(
                loaded.schema(),
                new Schema(MetadataColumns.ROW_ID, MetadataColumns.LAST_UPDATED_SEQUENCE_NUMBER))
            : loaded.schema();
    List<Read> rows = new ArrayList<>();
    try (CloseableIterable<Record> records = IcebergGenerics.read(loaded).project(schema).build()) {
      for (Record record : records) {
        Row row =
            new Row(
                (Long) record.getField("id"),
                (Long) record.getField("v"),
                (String) record.getField("p"));
        rows.add(
            new Read(
                row,
                hasIds ? (Long) record.getField("_row_id") : -1,
                hasIds ? (Long) record.getField("_last_updated_sequence_number") : -1));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return rows;
  }

  /** What a session of Spark reads in the table. */
  static Rows rows(SparkSession session, String table) {
    return new Rows(
        session
            .sql("SELECT id, v, p FROM " + SharedLake.CATALOG + "." + table)
            .collectAsList()
            .stream()
            .map(row -> new Row(row.getLong(0), row.getLong(1), row.getString(2)))
            .toList());
  }

  /** The data file of the row when the table was made. */
  String baseFile(Layout layout, long id) {
    return session
        .sql(
            "SELECT _file FROM %s.%s.%s WHERE id = %d"
                .formatted(SharedLake.CATALOG, NAMESPACE, bases.get(layout), id))
        .head()
        .getString(0);
  }
}
