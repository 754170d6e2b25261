package io.firn.spark.read;

import static org.apache.iceberg.types.Types.NestedField.optional;
import static org.apache.iceberg.types.Types.NestedField.required;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DataFiles;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.expressions.Literal;
import org.apache.iceberg.mapping.MappingUtil;
import org.apache.iceberg.mapping.NameMappingParser;
import org.apache.iceberg.types.Types;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SaveMode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files of an older schema under the present one: columns are found by id. */
class SchemaEvolutionReadTest {
  private static final Schema SCHEMA =
      new Schema(
          required(1, "id", Types.IntegerType.get()),
          optional(2, "name", Types.StringType.get()),
          optional(3, "f", Types.FloatType.get()),
          optional(4, "d", Types.DecimalType.of(5, 2)),
          optional(
              5,
              "s",
              Types.StructType.of(
                  optional(6, "a", Types.IntegerType.get()),
                  optional(7, "b", Types.StringType.get()))),
          optional(
              8,
              "l",
              Types.ListType.ofOptional(
                  9, Types.StructType.of(optional(10, "e", Types.IntegerType.get())))));

  @TempDir Path directory;

  private OracleTable tableWithOneRow() {
    OracleTable table = OracleTable.create(directory, SCHEMA, PartitionSpec.unpartitioned(), 2);
    table.append(row(table, 1));
    return table;
  }

  private static Record row(OracleTable table, int id) {
    Schema schema = table.schema();
    return table.row(
        id,
        "name" + id,
        id + 0.5f,
        BigDecimal.valueOf(100 + id, 2),
        OracleTable.row(new Schema(schema.findType("s").asStructType().fields()), id, "b" + id),
        Arrays.asList(
            OracleTable.row(
                new Schema(schema.findType("l.element").asStructType().fields()), id * 10)));
  }

  @Test
  void renamedMovedAndSwappedColumnsKeepTheirValues() {
    OracleTable table = tableWithOneRow();
    table
        .table()
        .updateSchema()
        .renameColumn("name", "title")
        .renameColumn("s.a", "b2")
        .moveFirst("d")
        .moveAfter("s.b", "s.a")
        .commit();
    table.table().updateSchema().renameColumn("title", "x").renameColumn("f", "name").commit();

    Dataset<Row> rows = ReadSession.get().table(table.sql());

    assertEquals(List.of("d", "id", "x", "name", "s", "l"), List.of(rows.columns()));
    assertEquals(table.expected(), Canonical.rows(rows));
    assertEquals(List.of("[1.01, 1, name1, 1.5, [1, b1], [[10]]]"), Canonical.rows(rows));
    ColumnTypesReadTest.assertColumnar(rows);
  }

  @Test
  void addedColumnsAreNullInOldFilesAlsoInsideStructsListsAndMaps() {
    OracleTable table = tableWithOneRow();
    table
        .table()
        .updateSchema()
        .addColumn("added", Types.LongType.get())
        .addColumn("s", "c", Types.StringType.get())
        .addColumn("l", "g", Types.DoubleType.get())
        .commit();

    Dataset<Row> rows = ReadSession.get().table(table.sql());

    assertEquals(table.expected(), Canonical.rows(rows));
    assertEquals(
        List.of("[1, name1, 1.5, 1.01, [1, b1, null], [[10, null]], null]"), Canonical.rows(rows));
    ColumnTypesReadTest.assertColumnar(rows);
  }

  @Test
  void aStructOfWhichOnlyAddedFieldsAreReadIsStillNullWhereItWasNull() {
    OracleTable table = OracleTable.create(directory, SCHEMA, PartitionSpec.unpartitioned(), 2);
    table.append(row(table, 1), table.row(2));
    table
        .table()
        .updateSchema()
        .addColumn("s", "c", Types.StringType.get())
        .addColumn("l", "g", Types.DoubleType.get())
        .commit();

    List<String> rows =
        Canonical.rows(
            ReadSession.get().sql("SELECT id, s.c, s IS NULL, l.g, size(l) FROM " + table.sql()));

    assertEquals(List.of("[1, null, false, [null], 1]", "[2, null, true, null, null]"), rows);
  }

  @Test
  void aDroppedColumnDoesNotComeBackUnderItsOldName() {
    OracleTable table = tableWithOneRow();
    table.table().updateSchema().deleteColumn("name").deleteColumn("s.b").commit();
    table
        .table()
        .updateSchema()
        .addColumn("name", Types.StringType.get())
        .addColumn("s", "b", Types.StringType.get())
        .commit();

    Dataset<Row> rows = ReadSession.get().table(table.sql());

    assertEquals(table.expected(), Canonical.rows(rows));
    assertEquals(List.of("[1, 1.5, 1.01, [1, null], [[10]], null]"), Canonical.rows(rows));
  }

  @Test
  void promotedColumnsReadOldFilesAlsoInsideStructsAndLists() {
    OracleTable table = tableWithOneRow();
    table
        .table()
        .updateSchema()
        .updateColumn("id", Types.LongType.get())
        .updateColumn("f", Types.DoubleType.get())
        .updateColumn("d", Types.DecimalType.of(25, 2))
        .updateColumn("s.a", Types.LongType.get())
        .updateColumn("l.element.e", Types.LongType.get())
        .commit();

    Dataset<Row> rows = ReadSession.get().table(table.sql());

    assertEquals(table.expected(), Canonical.rows(rows));
    assertEquals(
        List.of("[1]"),
        Canonical.rows(rows.filter("id = 1 AND f > 1.0 AND d < 2 AND s.a = 1").select("id")));
    assertEquals(List.of(), Canonical.rows(rows.filter("id = 5000000000")));
    ColumnTypesReadTest.assertColumnar(rows);
  }

  @Test
  void filesOfManySchemasReadTogether() {
    OracleTable table = tableWithOneRow();
    table
        .table()
        .updateSchema()
        .renameColumn("name", "title")
        .addColumn("n", Types.IntegerType.get())
        .commit();
    table.append(
        OracleTable.row(table.schema(), 2, "t2", 2.5f, null, null, null, 22),
        OracleTable.row(table.schema(), 3, "t3", 3.5f, null, null, List.of(), null));
    table.table().updateSchema().updateColumn("n", Types.LongType.get()).deleteColumn("f").commit();

    Dataset<Row> rows = ReadSession.get().table(table.sql());

    assertEquals(table.expected(), Canonical.rows(rows));
    assertEquals(List.of("[2]"), Canonical.rows(rows.filter("n = 22").select("id")));
    assertEquals(List.of("[1]", "[3]"), Canonical.rows(rows.filter("n IS NULL").select("id")));
    assertEquals(List.of("[1]", "[3]"), Canonical.rows(rows.filter("NOT (n <=> 22)").select("id")));
  }

  @Test
  void initialDefaultsFillOldFilesAlsoInsideStructs() {
    OracleTable table = OracleTable.create(directory, SCHEMA, PartitionSpec.unpartitioned(), 3);
    table.append(row(table, 1), table.row(2));
    table
        .table()
        .updateSchema()
        .addColumn("word", Types.StringType.get(), Literal.of("dflt"))
        .addColumn("amount", Types.DecimalType.of(9, 2), Literal.of(new BigDecimal("12.34")))
        .addRequiredColumn("s", "n", Types.LongType.get(), null, Literal.of(7L))
        .commit();

    Dataset<Row> rows = ReadSession.get().table(table.sql());

    assertEquals(table.expected(), Canonical.rows(rows));
    assertEquals(List.of("[1]", "[2]"), Canonical.rows(rows.filter("word = 'dflt'").select("id")));
    assertEquals(List.of(), Canonical.rows(rows.filter("word IS NULL")));
    assertEquals(List.of("[1]"), Canonical.rows(rows.filter("s.n = 7").select("id")));
  }

  @Test
  void filesWithoutIdsAreReadThroughTheNameMapping() {
    Schema schema =
        new Schema(
            optional(1, "id", Types.LongType.get()),
            optional(2, "name", Types.StringType.get()),
            optional(
                3,
                "s",
                Types.StructType.of(
                    optional(4, "a", Types.IntegerType.get()),
                    optional(5, "b", Types.StringType.get()))),
            optional(6, "l", Types.ListType.ofOptional(7, Types.IntegerType.get())));
    OracleTable table = OracleTable.create(directory, schema, PartitionSpec.unpartitioned(), 2);
    table
        .table()
        .updateProperties()
        .set(
            "schema.name-mapping.default",
            NameMappingParser.toJson(MappingUtil.create(table.schema())))
        .commit();
    addSparkFile(
        table, "named_struct('b', 'bee', 'a', 4) AS s, array(1, 2) AS l, 'n' AS name, 9L AS id");
    table.table().updateSchema().renameColumn("name", "title").renameColumn("s.b", "bb").commit();

    Dataset<Row> rows = ReadSession.get().table(table.sql());

    assertEquals(List.of("[9, n, [4, bee], [1, 2]]"), Canonical.rows(rows));
    assertEquals(List.of("[9]"), Canonical.rows(rows.filter("title = 'n'").select("id")));
  }

  @Test
  void columnsOfFilesWithoutIdsAndMappingAreCountedFromTheLeft() {
    Schema schema =
        new Schema(
            optional(1, "id", Types.LongType.get()), optional(2, "name", Types.StringType.get()));
    OracleTable table = OracleTable.create(directory, schema, PartitionSpec.unpartitioned(), 2);
    addSparkFile(table, "9L AS anything, 'n' AS whatever");

    assertEquals(table.expected(), Canonical.rows(ReadSession.get().table(table.sql())));
  }

  /** A file as Spark writes it: without field ids. */
  private void addSparkFile(OracleTable table, String columns) {
    Path target = directory.resolve("plain-" + System.nanoTime());
    ReadSession.get()
        .sql("SELECT " + columns)
        .coalesce(1)
        .write()
        .mode(SaveMode.Overwrite)
        .parquet(target.toString());
    java.io.File file =
        java.util.Objects.requireNonNull(
            target.toFile().listFiles((dir, name) -> name.endsWith(".parquet")))[0];
    DataFile dataFile =
        DataFiles.builder(table.table().spec())
            .withPath(file.getPath())
            .withFormat("parquet")
            .withFileSizeInBytes(file.length())
            .withRecordCount(1)
            .build();
    table.table().newAppend().appendFile(dataFile).commit();
  }

  @Test
  void partitionValuesStandInForColumnsThatAFileLacks() {
    Schema schema =
        new Schema(
            optional(1, "id", Types.LongType.get()), optional(2, "region", Types.StringType.get()));
    PartitionSpec spec = PartitionSpec.builderFor(schema).identity("region").build();
    OracleTable table =
        OracleTable.create(
            directory,
            schema,
            spec,
            2,
            Map.of(
                "schema.name-mapping.default",
                NameMappingParser.toJson(MappingUtil.create(schema))));
    Path target = directory.resolve("hive");
    ReadSession.get().sql("SELECT 5L AS id").coalesce(1).write().parquet(target.toString());
    java.io.File file =
        java.util.Objects.requireNonNull(
            target.toFile().listFiles((dir, name) -> name.endsWith(".parquet")))[0];
    table
        .table()
        .newAppend()
        .appendFile(
            DataFiles.builder(spec)
                .withPath(file.getPath())
                .withFormat("parquet")
                .withPartitionPath("region=north")
                .withFileSizeInBytes(file.length())
                .withRecordCount(1)
                .build())
        .commit();

    Dataset<Row> rows = ReadSession.get().table(table.sql());

    assertEquals(table.expected(), Canonical.rows(rows));
    assertEquals(List.of("[5, north]"), Canonical.rows(rows));
    assertEquals(List.of("[5]"), Canonical.rows(rows.filter("region = 'north'").select("id")));
    assertEquals(List.of("[north]"), Canonical.rows(rows.select("region")));
  }
}
