package io.firn.spark.read;

import static org.apache.iceberg.types.Types.NestedField.optional;
import static org.apache.iceberg.types.Types.NestedField.required;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.types.Types;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ColumnTypesReadTest {
  private static final Schema FLAT =
      new Schema(
          required(1, "id", Types.LongType.get()),
          optional(2, "bool", Types.BooleanType.get()),
          optional(3, "int", Types.IntegerType.get()),
          optional(4, "float", Types.FloatType.get()),
          optional(5, "double", Types.DoubleType.get()),
          optional(6, "date", Types.DateType.get()),
          optional(7, "ts", Types.TimestampType.withoutZone()),
          optional(8, "tstz", Types.TimestampType.withZone()),
          optional(9, "string", Types.StringType.get()),
          optional(10, "uuid", Types.UUIDType.get()),
          optional(11, "fixed", Types.FixedType.ofLength(3)),
          optional(12, "binary", Types.BinaryType.get()),
          optional(13, "dec9", Types.DecimalType.of(9, 2)),
          optional(14, "dec18", Types.DecimalType.of(18, 4)),
          optional(15, "dec38", Types.DecimalType.of(38, 10)));

  private static final Schema NESTED =
      new Schema(
          required(1, "id", Types.LongType.get()),
          optional(
              2,
              "point",
              Types.StructType.of(
                  optional(3, "x", Types.DoubleType.get()),
                  optional(4, "tag", Types.UUIDType.get()),
                  optional(
                      5,
                      "inner",
                      Types.StructType.of(
                          optional(6, "a", Types.IntegerType.get()),
                          optional(7, "b", Types.StringType.get()))))),
          optional(8, "list", Types.ListType.ofOptional(9, Types.StringType.get())),
          optional(
              10,
              "structs",
              Types.ListType.ofOptional(
                  11,
                  Types.StructType.of(
                      optional(12, "k", Types.UUIDType.get()),
                      optional(13, "n", Types.LongType.get())))),
          optional(
              14,
              "map",
              Types.MapType.ofOptional(
                  15,
                  16,
                  Types.StringType.get(),
                  Types.StructType.of(
                      optional(17, "v", Types.DecimalType.of(20, 3)),
                      optional(18, "l", Types.ListType.ofOptional(19, Types.DateType.get()))))),
          optional(
              20,
              "deep",
              Types.ListType.ofOptional(
                  21,
                  Types.MapType.ofOptional(
                      22, 23, Types.IntegerType.get(), Types.UUIDType.get()))));

  @TempDir Path directory;

  @Test
  void flatColumnsReadAsIcebergReadsThem() {
    OracleTable table = OracleTable.create(directory, FLAT, PartitionSpec.unpartitioned(), 2);
    table.append(flatRow(table, 1), flatRow(table, -7), emptyRow(table, 3));
    table.append(flatRow(table, 1000), emptyRow(table, 4));

    Dataset<Row> all = ReadSession.get().table(table.sql());

    assertEquals(table.expected(), Canonical.rows(all));
    assertColumnar(all);
  }

  @Test
  void nestedColumnsReadAsIcebergReadsThemAndStayColumnar() {
    OracleTable table = OracleTable.create(directory, NESTED, PartitionSpec.unpartitioned(), 2);
    table.append(nestedRow(table, 1), nestedRow(table, 2), emptyRow(table, 3), hollowRow(table, 4));

    Dataset<Row> all = ReadSession.get().table(table.sql());

    assertEquals(table.expected(), Canonical.rows(all));
    assertColumnar(all);
  }

  @Test
  void nestedFieldsArePrunedAndStayColumnar() {
    OracleTable table = OracleTable.create(directory, NESTED, PartitionSpec.unpartitioned(), 2);
    table.append(nestedRow(table, 1), nestedRow(table, 2), emptyRow(table, 3), hollowRow(table, 4));

    Dataset<Row> pruned =
        ReadSession.get()
            .sql(
                "SELECT id, point.inner.b, structs.n, map['k1'].v, point.tag FROM "
                    + table.sql()
                    + " ORDER BY id");

    assertEquals(
        List.of(
            "[1, b1, [10, null, 12], 1.500, " + uuid(1) + "]",
            "[2, b2, [20, null, 22], 2.500, " + uuid(2) + "]",
            "[3, null, null, null, null]",
            "[4, null, [], null, null]"),
        pruned.collectAsList().stream().map(Canonical::text).toList());
    assertColumnar(pruned);
    String plan = pruned.queryExecution().executedPlan().toString();
    assertTrue(
        pruned
            .queryExecution()
            .optimizedPlan()
            .collectLeaves()
            .apply(0)
            .schema()
            .catalogString()
            .equals(
                "struct<id:bigint,point:struct<tag:string,inner:struct<b:string>>,"
                    + "structs:array<struct<n:bigint>>,map:map<string,struct<v:decimal(20,3)>>>"),
        plan);
  }

  @Test
  void rowsComeWithoutBatchesWhenVectorizationIsSwitchedOff() {
    OracleTable table = OracleTable.create(directory, NESTED, PartitionSpec.unpartitioned(), 2);
    table.append(nestedRow(table, 1), nestedRow(table, 2), emptyRow(table, 3));

    Dataset<Row> rows =
        ReadSession.get().read().option("vectorization-enabled", "false").table(table.sql());

    assertEquals(table.expected(), Canonical.rows(rows));
    assertTrue(!rows.queryExecution().executedPlan().toString().contains("ColumnarToRow"));
  }

  @Test
  void batchesAreAsLargeAsTheOptionSays() {
    OracleTable table = OracleTable.create(directory, FLAT, PartitionSpec.unpartitioned(), 2);
    Record[] rows = new Record[100];
    Arrays.setAll(rows, i -> flatRow(table, i));
    table.append(rows);

    Dataset<Row> small = ReadSession.get().read().option("batch-size", "7").table(table.sql());

    assertEquals(table.expected(), Canonical.rows(small));
  }

  static void assertColumnar(Dataset<Row> data) {
    String plan = data.queryExecution().executedPlan().toString();
    assertTrue(plan.contains("ColumnarToRow") && plan.contains("BatchScan"), plan);
  }

  private static Record emptyRow(OracleTable table, long id) {
    return table.row(id);
  }

  private static UUID uuid(long i) {
    return new UUID(i, -i);
  }

  private static Record flatRow(OracleTable table, int i) {
    return table.row(
        (long) i,
        i % 2 == 0,
        i,
        i + 0.5f,
        i * 1e10,
        LocalDate.ofEpochDay(i),
        LocalDateTime.of(2024, 2, 29, 1, 2, 3, 456_789_000).plusHours(i),
        OffsetDateTime.parse("1969-12-31T23:59:59.999999Z").plusDays(i),
        "text " + i + " é𝄞",
        uuid(i),
        new byte[] {(byte) i, 2, 3},
        ByteBuffer.wrap(new byte[] {(byte) i, (byte) 0xff}),
        BigDecimal.valueOf(i * 100L + 5, 2),
        BigDecimal.valueOf(i * 1_000_000_007L, 4),
        new BigDecimal("1234567890123456789012345678").add(BigDecimal.valueOf(i)).setScale(10));
  }

  private static Record struct(Types.StructType type, Object... values) {
    return OracleTable.row(new Schema(type.fields()), values);
  }

  private static Record nestedRow(OracleTable table, int i) {
    Schema schema = table.schema();
    Types.StructType point = schema.findType("point").asStructType();
    Types.StructType inner = schema.findType("point.inner").asStructType();
    Types.StructType element = schema.findType("structs.element").asStructType();
    Types.StructType value = schema.findType("map.value").asStructType();
    return table.row(
        (long) i,
        struct(point, i + 0.25, uuid(i), struct(inner, i, "b" + i)),
        Arrays.asList("x" + i, null, ""),
        Arrays.asList(
            struct(element, uuid(i * 10L), i * 10L), null, struct(element, null, i * 10L + 2)),
        Map.of(
            "k1",
            struct(
                value,
                new BigDecimal(i + ".500"),
                Arrays.asList(LocalDate.of(2020, 1, i), null)),
            "k2",
            struct(value, null, List.of())),
        Arrays.asList(Map.of(i, uuid(i), i + 1, uuid(0)), Map.of(), null));
  }

  /** Everything present, nothing inside. */
  private static Record hollowRow(OracleTable table, long id) {
    return table.row(
        id,
        struct(table.schema().findType("point").asStructType()),
        List.of(),
        List.of(),
        Map.of(),
        List.of());
  }
}
