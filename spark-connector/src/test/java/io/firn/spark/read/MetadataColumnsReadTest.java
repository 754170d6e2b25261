package io.firn.spark.read;

import static org.apache.iceberg.types.Types.NestedField.optional;
import static org.apache.iceberg.types.Types.NestedField.required;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.List;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.types.Types;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MetadataColumnsReadTest {
  private static final Schema SCHEMA =
      new Schema(
          required(1, "id", Types.LongType.get()), optional(2, "region", Types.StringType.get()));

  @TempDir Path directory;

  @Test
  void fileAndPositionTellWhereARowIs() {
    OracleTable table = OracleTable.create(directory, SCHEMA, PartitionSpec.unpartitioned(), 2);
    DataFile file = table.append(table.row(5L, "a"), table.row(6L, "b")).get(0);

    Dataset<Row> rows = ReadSession.get().table(table.sql()).selectExpr("id", "_file", "_pos");

    assertEquals(
        List.of("[5, " + file.location() + ", 0]", "[6, " + file.location() + ", 1]"),
        Canonical.rows(rows));
    ColumnTypesReadTest.assertColumnar(rows);
  }

  @Test
  void specAndPartitionFollowTheFileThroughPartitionEvolution() {
    PartitionSpec byRegion = PartitionSpec.builderFor(SCHEMA).identity("region").build();
    OracleTable table = OracleTable.create(directory, SCHEMA, byRegion, 2);
    table.append(table.row(1L, "a"), table.row(2L, null));
    table
        .table()
        .updateSpec()
        .addField(org.apache.iceberg.expressions.Expressions.bucket("id", 4))
        .commit();
    table.append(table.row(3L, "b"));
    table.table().updateSpec().removeField("region").commit();
    table.append(table.row(4L, "c"));

    Dataset<Row> rows =
        ReadSession.get().table(table.sql()).selectExpr("id", "_spec_id", "_partition");

    assertEquals(
        "struct<region:string,id_bucket_4:int>", rows.schema().apply(2).dataType().catalogString());
    assertEquals(
        List.of("[1, 0, [a, null]]", "[2, 0, [null, null]]", "[3, 1, [b, 3]]", "[4, 2, [null, 2]]"),
        Canonical.rows(rows));
    ColumnTypesReadTest.assertColumnar(rows);
  }

  @Test
  void rowLineageIsInheritedFromTheFile() {
    OracleTable table = OracleTable.create(directory, SCHEMA, PartitionSpec.unpartitioned(), 3);
    table.append(table.row(10L, "a"), table.row(11L, "b"));
    DataFile second = table.append(table.row(12L, "c"), table.row(13L, "d")).get(0);
    table.deletePositions(second, 0);

    Dataset<Row> rows =
        ReadSession.get()
            .table(table.sql())
            .selectExpr("id", "_row_id", "_last_updated_sequence_number");

    assertEquals(List.of("[10, 0, 1]", "[11, 1, 1]", "[13, 3, 2]"), Canonical.rows(rows));
    ColumnTypesReadTest.assertColumnar(rows);
  }

  @Test
  void aColumnOfTheTableHidesTheMetadataColumnOfItsName() {
    Schema schema =
        new Schema(
            required(1, "id", Types.LongType.get()), optional(2, "_pos", Types.StringType.get()));
    OracleTable table = OracleTable.create(directory, schema, PartitionSpec.unpartitioned(), 2);
    table.append(table.row(1L, "mine"));

    assertEquals(
        List.of("[mine]"), Canonical.rows(ReadSession.get().table(table.sql()).select("_pos")));
  }

  @Test
  void inputFileNameIsTheFile() {
    OracleTable table = OracleTable.create(directory, SCHEMA, PartitionSpec.unpartitioned(), 2);
    DataFile file = table.append(table.row(5L, "a")).get(0);

    assertEquals(
        List.of("[" + file.location() + "]"),
        Canonical.rows(ReadSession.get().table(table.sql()).selectExpr("input_file_name()")));
  }
}
