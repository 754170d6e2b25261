package io.firn.spark.metadata;

import static org.apache.iceberg.types.Types.NestedField.optional;
import static org.apache.iceberg.types.Types.NestedField.required;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.firn.codec.json.SchemaJson;
import io.firn.spark.convert.SparkSchemas;
import io.firn.spark.read.Canonical;
import io.firn.spark.read.OracleTable;
import io.firn.spark.read.ReadSession;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.MetadataTableType;
import org.apache.iceberg.MetadataTableUtils;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.SchemaParser;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.StructLike;
import org.apache.iceberg.Table;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Metadata tables have the columns and rows that Iceberg's library gives them. */
class MetadataTablesTest {
  private static final Schema SCHEMA =
      new Schema(
          required(1, "id", Types.LongType.get()),
          optional(2, "region", Types.StringType.get()),
          optional(3, "ts", Types.TimestampType.withZone()),
          optional(4, "s", Types.StructType.of(optional(5, "x", Types.DecimalType.of(9, 2)))),
          optional(6, "l", Types.ListType.ofOptional(7, Types.StringType.get())));

  @TempDir static Path directory;

  private static final List<OracleTable> TABLES = new ArrayList<>();

  private static synchronized List<OracleTable> tables() {
    if (TABLES.isEmpty()) {
      TABLES.add(fill(PartitionSpec.unpartitioned(), 2));
      PartitionSpec spec = PartitionSpec.builderFor(SCHEMA).identity("region").day("ts").build();
      TABLES.add(fill(spec, 2));
      TABLES.add(fill(spec, 3));
    }
    return TABLES;
  }

  private static OracleTable fill(PartitionSpec spec, int version) {
    OracleTable table = OracleTable.create(directory, SCHEMA, spec, version);
    DataFile file =
        table
            .append(
                table.row(1L, "a", java.time.OffsetDateTime.parse("2024-01-01T00:00:00Z")),
                table.row(2L, "a", java.time.OffsetDateTime.parse("2024-01-01T05:00:00Z")),
                table.row(3L, null, null))
            .get(0);
    table.append(table.row(4L, "b", null, null, List.of("x", "y")));
    table.deletePositions(file, 0);
    table
        .table()
        .manageSnapshots()
        .createTag("first", table.table().history().get(0).snapshotId())
        .commit();
    table.table().manageSnapshots().createBranch("side").commit();
    if (!spec.isUnpartitioned()) {
      table.table().updateSpec().removeField("region").commit();
      table.append(table.row(5L, "c", null));
    }
    table.table().newDelete().deleteFile(file).commit();
    return table;
  }

  private static Table oracle(OracleTable table, MetadataTableKind kind) {
    return MetadataTableUtils.createMetadataTableInstance(
        table.table(), MetadataTableType.valueOf(kind.name()));
  }

  @ParameterizedTest
  @EnumSource(value = MetadataTableKind.class, names = "ROW_MAPS", mode = EnumSource.Mode.EXCLUDE)
  void columnsAreIcebergs(MetadataTableKind kind) {
    for (OracleTable table : tables()) {
      Schema expected = oracle(table, kind).schema();
      String json = SchemaParser.toJson(expected);

      Dataset<Row> actual = ReadSession.get().table(table.sql() + "." + kind.text());

      StructType expectedType = SparkSchemas.toSpark(SchemaJson.parse(json));
      assertEquals(expectedType.catalogString(), actual.schema().catalogString());
      if (kind != MetadataTableKind.ALL_MANIFESTS) {
        // Iceberg lets fewer columns of all_manifests be null or more, though they hold the same.
        assertEquals(expectedType.treeString(), actual.schema().treeString());
      }
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = MetadataTableKind.class,
      names = {"POSITION_DELETES", "ROW_MAPS"},
      mode = EnumSource.Mode.EXCLUDE)
  void rowsAreIcebergs(MetadataTableKind kind) throws IOException {
    for (OracleTable table : tables()) {
      Table oracle = oracle(table, kind);
      Dataset<Row> actual = ReadSession.get().table(table.sql() + "." + kind.text());

      List<String> expected = new ArrayList<>();
      try (CloseableIterable<FileScanTask> tasks = oracle.newScan().planFiles()) {
        for (FileScanTask task : tasks) {
          try (CloseableIterable<StructLike> rows = task.asDataTask().rows()) {
            rows.forEach(row -> expected.add(text(oracle.schema().asStruct(), row)));
          }
        }
      }
      expected.sort(null);

      assertEquals(
          String.join("\n", expected), String.join("\n", Canonical.rows(actual)), kind.text());
    }
  }

  /** Iceberg gives timestamps, dates and structs in its internal form. */
  private static String text(Types.StructType type, StructLike row) {
    List<String> fields = new ArrayList<>();
    for (int i = 0; i < type.fields().size(); i++) {
      fields.add(text(type.fields().get(i).type(), row.get(i, Object.class)));
    }
    return fields.toString();
  }

  private static String text(Type type, Object value) {
    if (value == null) {
      return "null";
    }
    if (type.isStructType()) {
      return text(type.asStructType(), (StructLike) value);
    }
    if (type.isListType()) {
      List<String> elements = new ArrayList<>();
      ((List<?>) value).forEach(e -> elements.add(text(type.asListType().elementType(), e)));
      return elements.toString();
    }
    return switch (type.typeId()) {
      // Iceberg's writers tell a missing map of counts from one without entries.
      case MAP -> ((Map<?, ?>) value).isEmpty() ? "null" : Canonical.text(value);
      case TIMESTAMP ->
          Instant.ofEpochSecond(
                  Math.floorDiv((Long) value, 1_000_000L),
                  Math.floorMod((Long) value, 1_000_000L) * 1000L)
              .toString();
      case DATE ->
          value instanceof Integer days
              ? java.time.LocalDate.ofEpochDay(days).toString()
              : value.toString();
      default -> Canonical.text(value);
    };
  }

  @Test
  void positionDeletesListEachDeletedRow() {
    for (OracleTable table : tables()) {
      List<String> rows =
          Canonical.rows(
              ReadSession.get()
                  .sql(
                      "SELECT pos, row, spec_id, file_path LIKE '%.parquet' FROM "
                          + table.sql()
                          + ".position_deletes VERSION AS OF 'side'"));
      assertEquals(List.of("[0, null, 0, true]"), rows);
    }
  }

  @Test
  void tablesAboutOneSnapshotTravelInTime() {
    OracleTable table = tables().get(0);
    List<Snapshot> snapshots = new ArrayList<>();
    table.table().snapshots().forEach(snapshots::add);

    assertEquals(
        1,
        ReadSession.get()
            .sql("SELECT * FROM " + table.sql() + ".files VERSION AS OF 'first'")
            .count());
    assertEquals(
        1,
        ReadSession.get()
            .read()
            .option("snapshot-id", snapshots.get(0).snapshotId())
            .table(table.sql() + ".manifests")
            .count());
    Exception failure =
        assertThrows(
            Exception.class,
            () ->
                ReadSession.get()
                    .sql("SELECT * FROM " + table.sql() + ".snapshots VERSION AS OF 'first'"));
    assertTrue(
        String.valueOf(failure.getMessage())
            .contains(
                "Cannot read "
                    + table.sql()
                    + ".snapshots as of version 'first': it is about all snapshots of the table"),
        failure::getMessage);
  }

  @Test
  void columnsArePrunedAndFiltersHold() {
    OracleTable table = tables().get(1);

    assertEquals(
        List.of("[1]"),
        Canonical.rows(
            ReadSession.get()
                .sql(
                    "SELECT record_count FROM "
                        + table.sql()
                        + ".files WHERE partition.region = 'b'")));
    assertEquals(
        List.of("[4, 4]"),
        Canonical.rows(
            ReadSession.get()
                .sql(
                    "SELECT readable_metrics.id.lower_bound, readable_metrics.id.upper_bound FROM "
                        + table.sql()
                        + ".entries WHERE data_file.partition.region = 'b'"
                            .toLowerCase(Locale.ROOT))));
  }
}
