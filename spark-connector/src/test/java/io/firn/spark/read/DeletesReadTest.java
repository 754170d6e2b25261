package io.firn.spark.read;

import static org.apache.iceberg.types.Types.NestedField.optional;
import static org.apache.iceberg.types.Types.NestedField.required;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.LongStream;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.types.Types;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Deletes are applied on batches, whatever the columns are. */
class DeletesReadTest {
  private static final Schema SCHEMA =
      new Schema(
          required(1, "id", Types.LongType.get()),
          optional(2, "name", Types.StringType.get()),
          optional(
              3,
              "s",
              Types.StructType.of(
                  optional(4, "a", Types.IntegerType.get()),
                  optional(5, "u", Types.UUIDType.get()))),
          optional(6, "l", Types.ListType.ofOptional(7, Types.LongType.get())),
          optional(8, "part", Types.StringType.get()));

  @TempDir Path directory;

  private static Record row(OracleTable table, long id) {
    Schema struct = new Schema(table.schema().findType("s").asStructType().fields());
    return table.row(
        id,
        id % 7 == 0 ? null : "name" + id,
        id % 5 == 0 ? null : OracleTable.row(struct, (int) id, new java.util.UUID(0, id)),
        id % 3 == 0 ? null : List.of(id, id + 1),
        "p" + id % 2);
  }

  private static List<Record> rows(OracleTable table, long from, long to) {
    List<Record> rows = new ArrayList<>();
    for (long id = from; id < to; id++) {
      rows.add(row(table, id));
    }
    return rows;
  }

  private static void assertReadsAsIceberg(OracleTable table) {
    for (String batchSize : new String[] {"5000", "13"}) {
      Dataset<Row> rows =
          ReadSession.get().read().option("batch-size", batchSize).table(table.sql());
      assertEquals(table.expected(), Canonical.rows(rows));
      ColumnTypesReadTest.assertColumnar(rows);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void deletedPositionsAreLeftOut(int version) {
    OracleTable table =
        OracleTable.create(directory, SCHEMA, PartitionSpec.unpartitioned(), version);
    DataFile first = table.append(rows(table, 0, 100)).get(0);
    DataFile second = table.append(rows(table, 100, 200)).get(0);
    table.append(rows(table, 200, 300));
    table.deletePositions(first, 0, 1, 50, 98, 99);
    table.deletePositions(second, LongStream.range(0, 100).toArray());

    assertReadsAsIceberg(table);
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void randomPositionsAreLeftOutOfFilesWithManyRowGroups(int version) {
    long seed = Long.getLong("firn.test.seed", 20261130L);
    System.out.println("DeletesReadTest seed " + seed);
    Random random = new Random(seed);
    OracleTable table =
        OracleTable.create(
            directory,
            SCHEMA,
            PartitionSpec.unpartitioned(),
            version,
            Map.of(
                "write.parquet.row-group-size-bytes", "4096",
                "write.parquet.row-group-check-min-record-count", "50",
                "write.parquet.row-group-check-max-record-count", "50",
                "write.parquet.page-row-limit", "20"));
    DataFile file = table.append(rows(table, 0, 2000)).get(0);
    long[] positions = random.longs(400, 0, 2000).sorted().distinct().toArray();
    table.deletePositions(file, positions);

    assertReadsAsIceberg(table);
    Dataset<Row> filtered =
        ReadSession.get()
            .read()
            .option("split-size", "8192")
            .table(table.sql())
            .filter("id >= 700 AND id < 900")
            .selectExpr("id", "_pos");
    List<String> expected =
        LongStream.range(700, 900)
            .filter(id -> LongStream.of(positions).noneMatch(p -> p == id))
            .mapToObj(id -> "[" + id + ", " + id + "]")
            .sorted()
            .toList();
    assertEquals(expected, Canonical.rows(filtered), "seed " + seed);
  }

  @Test
  void aDeleteFileThatNamesManyDataFilesIsAppliedToEach() {
    OracleTable table = OracleTable.create(directory, SCHEMA, PartitionSpec.unpartitioned(), 2);
    DataFile first = table.append(rows(table, 0, 10)).get(0);
    DataFile second = table.append(rows(table, 10, 20)).get(0);
    table.commit(
        table.positionFile(
            Map.of(first.location(), new long[] {1, 2}, second.location(), new long[] {0, 9}),
            first));
    table.deletePositions(first, 2, 3);

    assertReadsAsIceberg(table);
    assertEquals(15, ReadSession.get().table(table.sql()).count());
  }

  @Test
  void equalityDeletesApplyToOlderRowsOnly() {
    OracleTable table = OracleTable.create(directory, SCHEMA, PartitionSpec.unpartitioned(), 2);
    table.append(rows(table, 0, 30));
    Schema key = table.schema().select("id");
    table.deleteEqual(List.of("id"), OracleTable.row(key, 3L), OracleTable.row(key, 29L));
    table.append(rows(table, 3, 6));

    assertReadsAsIceberg(table);
  }

  @Test
  void equalityDeletesOfSeveralColumnSetsNullsAndDroppedColumnsApply() {
    OracleTable table = OracleTable.create(directory, SCHEMA, PartitionSpec.unpartitioned(), 2);
    table.append(rows(table, 0, 50));
    Schema name = table.schema().select("name");
    table.deleteEqual(List.of("name"), OracleTable.row(name, (Object) null));
    Schema two = table.schema().select("part", "id");
    table.deleteEqual(
        List.of("id", "part"), OracleTable.row(two, 10L, "p0"), OracleTable.row(two, 11L, "p0"));
    assertReadsAsIceberg(table);
    table.table().updateSchema().deleteColumn("part").commit();

    List<String> ids = Canonical.rows(ReadSession.get().table(table.sql()).select("s.a"));
    assertEquals(50 - 8 - 1, ids.size());
  }

  @Test
  void equalityDeletesOnAFieldOfAStructApply() {
    OracleTable table = OracleTable.create(directory, SCHEMA, PartitionSpec.unpartitioned(), 2);
    table.append(rows(table, 0, 20));
    Schema key = table.schema().select("s.a");
    Record struct = OracleTable.row(new Schema(key.findType("s").asStructType().fields()), 7);
    table.deleteEqual(List.of("s.a"), OracleTable.row(key, struct));

    assertReadsAsIceberg(table);
    assertEquals(19, ReadSession.get().table(table.sql()).select("s.u").collectAsList().size());
  }

  @Test
  void positionAndEqualityDeletesApplyTogether() {
    OracleTable table = OracleTable.create(directory, SCHEMA, PartitionSpec.unpartitioned(), 3);
    DataFile file = table.append(rows(table, 0, 40)).get(0);
    Schema key = table.schema().select("name");
    table.deleteEqual(List.of("name"), OracleTable.row(key, "name8"));
    table.deletePositions(file, 0, 9, 39);

    assertReadsAsIceberg(table);
    assertEquals(36, ReadSession.get().table(table.sql()).count());
  }

  @Test
  void theDeletedColumnKeepsDeletedRowsAndMarksThem() {
    OracleTable table = OracleTable.create(directory, SCHEMA, PartitionSpec.unpartitioned(), 3);
    DataFile file = table.append(rows(table, 0, 6)).get(0);
    table.append(rows(table, 6, 8));
    table.deletePositions(file, 1, 4);

    Dataset<Row> rows = ReadSession.get().table(table.sql()).selectExpr("id", "_deleted");

    assertEquals(
        List.of(
            "[0, false]",
            "[1, true]",
            "[2, false]",
            "[3, false]",
            "[4, true]",
            "[5, false]",
            "[6, false]",
            "[7, false]"),
        Canonical.rows(rows));
    ColumnTypesReadTest.assertColumnar(rows);
  }

  @Test
  void countsOfConstantsNeedNoDataFile() {
    OracleTable table = OracleTable.create(directory, SCHEMA, PartitionSpec.unpartitioned(), 2);
    DataFile file = table.append(rows(table, 0, 6)).get(0);
    table.append(rows(table, 6, 8));
    table.deletePositions(file, 1, 4);

    List<String> rows =
        Canonical.rows(
            ReadSession.get().sql("SELECT _pos, count(*) FROM " + table.sql() + " GROUP BY _pos"));

    assertEquals(List.of("[0, 2]", "[1, 1]", "[2, 1]", "[3, 1]", "[5, 1]"), rows);
  }
}
