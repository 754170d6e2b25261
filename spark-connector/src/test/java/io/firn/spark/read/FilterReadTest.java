package io.firn.spark.read;

import static org.apache.iceberg.types.Types.NestedField.optional;
import static org.apache.iceberg.types.Types.NestedField.required;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.types.Types;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.execution.datasources.v2.BatchScanExec;
import org.apache.spark.sql.execution.datasources.v2.DataSourceV2ScanRelation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Filters pushed to partitions, files, row groups and pages never lose a row. */
class FilterReadTest {
  private static final Schema SCHEMA =
      new Schema(
          required(1, "id", Types.LongType.get()),
          optional(2, "d", Types.DoubleType.get()),
          optional(3, "s", Types.StringType.get()),
          optional(4, "dec", Types.DecimalType.of(9, 2)),
          optional(5, "day", Types.DateType.get()),
          optional(6, "ts", Types.TimestampType.withZone()),
          optional(7, "u", Types.UUIDType.get()),
          optional(8, "b", Types.BooleanType.get()),
          optional(9, "n", Types.StructType.of(optional(10, "x", Types.IntegerType.get()))),
          optional(11, "big", Types.DecimalType.of(30, 3)));

  /** Small row groups and pages, dictionaries, and a Bloom filter. */
  private static final Map<String, String> FINE =
      Map.of(
          "write.parquet.row-group-size-bytes", "2048",
          "write.parquet.row-group-check-min-record-count", "40",
          "write.parquet.row-group-check-max-record-count", "40",
          "write.parquet.page-row-limit", "10",
          "write.parquet.bloom-filter-enabled.column.s", "true");

  @TempDir Path directory;

  private static Record row(OracleTable table, int i) {
    boolean none = i % 11 == 0;
    return table.row(
        (long) i,
        i % 13 == 0 ? Double.NaN : i % 4 == 0 ? -0.0 : i % 4 == 1 ? 0.0 : i / 10.0,
        none ? null : "s" + i / 20,
        none ? null : BigDecimal.valueOf(i, 2),
        LocalDate.ofEpochDay(i / 24),
        OffsetDateTime.parse("1970-01-01T00:00:00Z").plusHours(i),
        none ? null : new UUID(0, i / 5),
        none ? null : i % 2 == 0,
        none
            ? null
            : OracleTable.row(new Schema(table.schema().findType("n").asStructType().fields()), i),
        new BigDecimal(i + ".125"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "id = 77",
        "id IN (1, 77, 10000)",
        "id < 10 OR id > 190",
        "NOT (id > 5)",
        "d = 0.0",
        "d = -0.0",
        "d >= 0.0",
        "d > 15.0",
        "d <> 0.0",
        "d < 3.5",
        "d IN (0.0, 1.0)",
        "isnan(d)",
        "d = double('NaN')",
        "d > 1000.0",
        "s = 's3'",
        "s IN ('s3', 's7', 'zz')",
        "s LIKE 's1%'",
        "s >= 's9'",
        "s IS NULL",
        "s IS NOT NULL AND s <> 's3'",
        "NOT (s = 's3' OR s IS NULL)",
        "s <=> NULL",
        "dec = 0.77",
        "dec > 1.50",
        "dec < 0.005",
        "big = 50.125",
        "big > 100",
        "day = DATE '1970-01-03'",
        "day > DATE '1970-01-07'",
        "ts >= TIMESTAMP '1970-01-05 00:00:00Z' AND ts < TIMESTAMP '1970-01-05 05:00:00Z'",
        "u = '00000000-0000-0000-0000-000000000007'",
        "b",
        "NOT b",
        "b IS NULL",
        "n.x = 50",
        "n.x IS NULL",
        "n IS NULL",
        "n.x > 195",
        "id % 10 = 3 AND id > 100",
        "1 = 0",
        "id = 3000000000"
      })
  void filteredRowsAreThoseThatSparkFindsItself(String filter) {
    OracleTable table = fineTable();

    Dataset<Row> pushed = ReadSession.get().table(table.sql()).where(filter).select("id");

    assertEquals(withoutPushDown(table, filter), Canonical.rows(pushed), filter);
  }

  private static OracleTable shared;

  private static synchronized OracleTable fineTable() {
    if (shared == null) {
      Path root =
          Path.of(System.getProperty("java.io.tmpdir"), "firn-filters-" + System.nanoTime());
      OracleTable table = OracleTable.create(root, SCHEMA, PartitionSpec.unpartitioned(), 2, FINE);
      List<Record> rows = new ArrayList<>();
      for (int i = 0; i < 200; i++) {
        rows.add(row(table, i));
      }
      table.append(rows);
      shared = table;
    }
    return shared;
  }

  /** A local copy of the rows is filtered by Spark alone. */
  private static List<String> withoutPushDown(OracleTable table, String filter) {
    Dataset<Row> all = ReadSession.get().table(table.sql());
    Dataset<Row> local = ReadSession.get().createDataFrame(all.collectAsList(), all.schema());
    return Canonical.rows(local.where(filter).select("id"));
  }

  @Test
  void pushedFiltersAreShownAndRowsTestedAgain() {
    OracleTable table = fineTable();

    String plan =
        ReadSession.get()
            .table(table.sql())
            .where("id = 77")
            .queryExecution()
            .executedPlan()
            .toString();

    assertTrue(plan.contains("[filters=id = 77"), plan);
    assertTrue(plan.contains("Filter"), plan);
  }

  @Test
  void rowGroupsThatCannotMatchAreNotRead() {
    OracleTable table = fineTable();
    Dataset<Row> one = ReadSession.get().table(table.sql()).where("id = 77").select("id", "s");

    one.collectAsList();

    assertEquals(10, rowsOutOfTheScan(one));
  }

  @Test
  void valuesOfAListAreLookedForOneByOne() {
    OracleTable table = fineTable();
    Dataset<Row> some =
        ReadSession.get().table(table.sql()).where("id IN (77, 177)").select("id", "s");
    Dataset<Row> many =
        ReadSession.get()
            .table(table.sql())
            .where("id IN (1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 191, 192, 193, 194, 195, 196, 197, 198)")
            .select("id", "s");

    some.collectAsList();

    assertEquals(50, rowsOutOfTheScan(some));
    assertEquals(18, many.collectAsList().size());
    assertEquals(80, rowsOutOfTheScan(many));
  }

  @Test
  void filesWhoseRowsAreOnlyCountedAreNotCut() {
    Dataset<Row> all =
        ReadSession.get()
            .read()
            .option("split-size", "100")
            .option("aggregate-push-down-enabled", "false")
            .table(fineTable().sql());

    assertEquals(List.of("[200]"), Canonical.rows(all.groupBy().count()));
    assertEquals(1, splits(all.groupBy().count()));
    assertEquals(3, splits(all.select("id")));
  }

  private static int splits(Dataset<Row> data) {
    DataSourceV2ScanRelation relation =
        (DataSourceV2ScanRelation) data.queryExecution().optimizedPlan().collectLeaves().apply(0);
    return ((FirnScan) relation.scan()).planInputPartitions().length;
  }

  @Test
  void valuesThatASmallDictionaryLacksAreNotReadFor() {
    OracleTable table = OracleTable.create(directory, SCHEMA, PartitionSpec.unpartitioned(), 2);
    List<Record> rows = new ArrayList<>();
    for (long i = 0; i < 1_000; i++) {
      rows.add(table.row(i * 7 % 50 * 2));
    }
    table.append(rows);
    Dataset<Row> absent = ReadSession.get().table(table.sql()).where("id = 51").select("id");
    Dataset<Row> present = ReadSession.get().table(table.sql()).where("id = 52").select("id");

    assertEquals(List.of(), absent.collectAsList());
    assertEquals(0, rowsOutOfTheScan(absent));
    assertEquals(20, present.collectAsList().size());
  }

  @Test
  void aLargeDictionaryIsNotSearchedAndLosesNothing() {
    OracleTable table = OracleTable.create(directory, SCHEMA, PartitionSpec.unpartitioned(), 2);
    long[] values = new Random(5).longs(12_000, -1L << 40, 1L << 40).toArray();
    List<Record> rows = new ArrayList<>();
    for (int i = 0; i < 36_000; i++) {
      rows.add(table.row(values[i % values.length]));
    }
    table.append(rows);
    Dataset<Row> all = ReadSession.get().table(table.sql()).select("id");
    Dataset<Row> absent = all.where("id = 51");

    assertEquals(3, all.where("id = " + values[777]).collectAsList().size());
    assertEquals(List.of(), absent.collectAsList());
    assertEquals(36_000, rowsOutOfTheScan(absent));
  }

  private static long rowsOutOfTheScan(Dataset<Row> data) {
    return ((BatchScanExec) data.queryExecution().executedPlan().collectLeaves().apply(0))
        .metrics()
        .apply("numOutputRows")
        .value();
  }

  @Test
  void aFilterOnWholePartitionsNeedsNoTestOfRows() {
    PartitionSpec spec = PartitionSpec.builderFor(SCHEMA).identity("s").day("ts").build();
    OracleTable table = OracleTable.create(directory, SCHEMA, spec, 2);
    for (int i = 0; i < 60; i += 3) {
      table.append(row(table, i));
    }
    String filter = "s = 's1' AND ts >= TIMESTAMP '1970-01-02 00:00:00Z'";

    Dataset<Row> rows = ReadSession.get().table(table.sql()).where(filter).select("id");

    assertEquals(withoutPushDown(table, filter), Canonical.rows(rows));
    assertFalse(rows.queryExecution().executedPlan().toString().contains("Filter ("));
    Dataset<Row> partOfDay =
        ReadSession.get()
            .table(table.sql())
            .where("ts >= TIMESTAMP '1970-01-02 06:00:00Z'")
            .select("id");
    assertTrue(partOfDay.queryExecution().executedPlan().toString().contains("Filter ("));
  }

  @Test
  void aSpecThatDoesNotDecideMakesSparkTestTheRows() {
    OracleTable table = OracleTable.create(directory, SCHEMA, PartitionSpec.unpartitioned(), 2);
    table.append(row(table, 1), row(table, 30));
    table.table().updateSpec().addField("s").commit();
    table.append(row(table, 2), row(table, 31));

    Dataset<Row> rows = ReadSession.get().table(table.sql()).where("s = 's1'").select("id");

    assertEquals(List.of("[30]", "[31]"), Canonical.rows(rows));
    assertTrue(rows.queryExecution().executedPlan().toString().contains("Filter ("));
  }

  @Test
  void aLimitReadsNoMoreFilesThanItNeeds() {
    OracleTable table = OracleTable.create(directory, SCHEMA, PartitionSpec.unpartitioned(), 2);
    for (int i = 0; i < 5; i++) {
      table.append(row(table, 2 * i), row(table, 2 * i + 1));
    }

    Dataset<Row> rows = ReadSession.get().table(table.sql()).limit(3);

    assertEquals(3, rows.collectAsList().size());
    BatchScanExec scan =
        (BatchScanExec) rows.queryExecution().executedPlan().collectLeaves().apply(0);
    FirnScan firn = (FirnScan) scan.scan();
    assertEquals(1, firn.planInputPartitions().length);
  }
}
