package io.firn.spark.read;

import static org.apache.iceberg.types.Types.NestedField.optional;
import static org.apache.iceberg.types.Types.NestedField.required;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.List;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.types.Types;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AggregateReadTest {
  private static final Schema SCHEMA =
      new Schema(
          required(1, "id", Types.LongType.get()),
          optional(2, "region", Types.StringType.get()),
          optional(3, "amount", Types.DecimalType.of(9, 2)),
          optional(4, "day", Types.DateType.get()),
          optional(5, "ts", Types.TimestampType.withoutZone()),
          optional(6, "f", Types.DoubleType.get()),
          optional(7, "flag", Types.BooleanType.get()));

  @TempDir Path directory;

  private OracleTable table(PartitionSpec spec, int version) {
    OracleTable table = OracleTable.create(directory, SCHEMA, spec, version);
    table.append(
        table.row(
            1L,
            "north",
            new BigDecimal("1.50"),
            LocalDate.of(2024, 1, 1),
            LocalDateTime.of(2024, 1, 1, 1, 1),
            1.5,
            true),
        table.row(2L, "north", null, LocalDate.of(2023, 1, 1), null, 2.5, false),
        table.row(3L, "south", new BigDecimal("-2.25"), null, null, -3.5, null));
    table.append(table.row(4L, null, null, null, null, 7.5, null));
    return table;
  }

  private static Dataset<Row> sql(OracleTable table, String select, String rest) {
    return ReadSession.get().sql("SELECT " + select + " FROM " + table.sql() + " " + rest);
  }

  private static void assertPushed(Dataset<Row> data) {
    String plan = data.queryExecution().executedPlan().toString();
    assertTrue(plan.contains("LocalTableScan") && !plan.contains("BatchScan"), plan);
  }

  private static void assertNotPushed(Dataset<Row> data) {
    String plan = data.queryExecution().executedPlan().toString();
    assertTrue(plan.contains("BatchScan"), plan);
  }

  @Test
  void countsMinimaAndMaximaComeFromMetadata() {
    OracleTable table = table(PartitionSpec.unpartitioned(), 2);

    Dataset<Row> result =
        sql(
            table,
            "count(*), count(amount), count(id), min(id), max(id), min(amount), max(amount), "
                + "min(day), max(day), min(ts), max(ts), min(f), max(f), min(flag), max(flag)",
            "");

    assertEquals(
        List.of(
            "[4, 2, 4, 1, 4, -2.25, 1.50, 2023-01-01, 2024-01-01, 2024-01-01T01:01, "
                + "2024-01-01T01:01, -3.5, 7.5, false, true]"),
        Canonical.rows(result));
    assertPushed(result);
  }

  @Test
  void anEmptyTableHasZeroRowsAndNoExtremes() {
    OracleTable table = OracleTable.create(directory, SCHEMA, PartitionSpec.unpartitioned(), 2);

    Dataset<Row> result = sql(table, "count(*), min(id), max(amount)", "");

    assertEquals(List.of("[0, null, null]"), Canonical.rows(result));
    assertPushed(result);
  }

  @Test
  void boundsOfStringsMayBeCutSoTheyAreRead() {
    OracleTable table = table(PartitionSpec.unpartitioned(), 2);
    String text = "a very long text that no bound holds as a whole";
    table.append(table.row(9L, text));

    Dataset<Row> result = sql(table, "min(region)", "");

    assertEquals(List.of("[" + text + "]"), Canonical.rows(result));
    assertNotPushed(result);
  }

  @Test
  void partitionsTellExtremesOfStringsAndGroups() {
    OracleTable table = table(PartitionSpec.builderFor(SCHEMA).identity("region").build(), 2);

    Dataset<Row> extremes = sql(table, "min(region), max(region), count(region)", "");
    Dataset<Row> groups = sql(table, "region, count(*), max(id)", "GROUP BY region");

    assertEquals(List.of("[north, south, 3]"), Canonical.rows(extremes));
    assertPushed(extremes);
    assertEquals(List.of("[north, 2, 2]", "[null, 1, 4]", "[south, 1, 3]"), Canonical.rows(groups));
    assertPushed(groups);
  }

  @Test
  void aFilterOnWholePartitionsLeavesTheAggregateToMetadata() {
    OracleTable table = table(PartitionSpec.builderFor(SCHEMA).identity("region").build(), 2);

    Dataset<Row> whole = sql(table, "count(*)", "WHERE region = 'north'");
    Dataset<Row> part = sql(table, "count(*)", "WHERE id > 1");

    assertEquals(List.of("[2]"), Canonical.rows(whole));
    assertPushed(whole);
    assertEquals(List.of("[3]"), Canonical.rows(part));
    assertNotPushed(part);
  }

  @Test
  void nanAndZeroAreNotTakenFromBounds() {
    OracleTable table = table(PartitionSpec.unpartitioned(), 2);
    table.append(table.row(5L, null, null, null, null, Double.NaN));

    Dataset<Row> result = sql(table, "max(f)", "");

    assertEquals(List.of("[NaN]"), Canonical.rows(result));
    assertNotPushed(result);
  }

  @Test
  void vectorsAreSubtractedFromCountsAndOtherDeletesAreRead() {
    OracleTable v3 = OracleTable.create(directory, SCHEMA, PartitionSpec.unpartitioned(), 3);
    DataFile file = v3.append(v3.row(1L), v3.row(2L), v3.row(3L)).get(0);
    v3.deletePositions(file, 0, 2);

    Dataset<Row> count = sql(v3, "count(*)", "");
    Dataset<Row> min = sql(v3, "min(id)", "");

    assertEquals(List.of("[1]"), Canonical.rows(count));
    assertPushed(count);
    assertEquals(List.of("[2]"), Canonical.rows(min));
    assertNotPushed(min);
  }

  @Test
  void positionDeletesThatNameARowTwiceCountItOnce() {
    OracleTable v2 = OracleTable.create(directory, SCHEMA, PartitionSpec.unpartitioned(), 2);
    DataFile one = v2.append(v2.row(1L), v2.row(2L), v2.row(3L)).get(0);
    DataFile other = v2.append(v2.row(4L), v2.row(5L)).get(0);
    v2.deletePositions(one, 0, 1);
    v2.deletePositions(one, 1);
    v2.deletePositions(other, 1);

    Dataset<Row> counted = sql(v2, "count(*)", "");

    assertEquals(List.of("[" + v2.expected().size() + "]"), Canonical.rows(counted));
    assertEquals(List.of("[2]"), Canonical.rows(counted));
    assertPushed(counted);
  }

  @Test
  void rowsOfAGroupAreCountedWithoutTheDeletedOnes() {
    PartitionSpec spec = PartitionSpec.builderFor(SCHEMA).identity("region").build();
    OracleTable v2 = OracleTable.create(directory, SCHEMA, spec, 2);
    List<DataFile> files = v2.append(v2.row(1L, "north"), v2.row(2L, "north"), v2.row(3L, "south"));
    v2.deletePositions(files.get(0), 0);
    v2.deletePositions(files.get(1), 0);

    Dataset<Row> groups = sql(v2, "region, count(*)", "GROUP BY region");

    assertEquals(List.of("[north, 1]"), Canonical.rows(groups));
    assertPushed(groups);
  }

  @Test
  void equalityDeletesAreAppliedToCount() {
    OracleTable v2 = OracleTable.create(directory, SCHEMA, PartitionSpec.unpartitioned(), 2);
    v2.append(v2.row(1L), v2.row(2L), v2.row(2L));
    v2.deleteEqual(List.of("id"), OracleTable.row(v2.schema().select("id"), 2L));

    Dataset<Row> counted = sql(v2, "count(*)", "");

    assertEquals(List.of("[1]"), Canonical.rows(counted));
    assertNotPushed(counted);
  }

  @Test
  void aColumnThatOldFilesLackIsRead() {
    OracleTable table = table(PartitionSpec.unpartitioned(), 2);
    table.table().updateSchema().addColumn("later", Types.LongType.get()).commit();
    table.append(OracleTable.row(table.schema(), 9L, null, null, null, null, null, null, 90L));

    Dataset<Row> result = sql(table, "count(later), max(later)", "");

    assertEquals(List.of("[1, 90]"), Canonical.rows(result));
    assertNotPushed(result);
  }

  @Test
  void theOptionSwitchesItOff() {
    OracleTable table = table(PartitionSpec.unpartitioned(), 2);

    Dataset<Row> result =
        ReadSession.get()
            .read()
            .option("aggregate-push-down-enabled", "false")
            .table(table.sql())
            .groupBy()
            .count();

    assertEquals(List.of("[4]"), Canonical.rows(result));
    assertNotPushed(result);
    assertFalse(result.queryExecution().executedPlan().toString().contains("LocalTableScan"));
  }
}
