package io.firn.spark.read;

import static org.apache.iceberg.types.Types.NestedField.optional;
import static org.apache.iceberg.types.Types.NestedField.required;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.types.Types;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.execution.datasources.v2.BatchScanExec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** What joins gain from partitions: fewer files at run time, and no shuffle. */
class JoinReadTest {
  private static final Schema SCHEMA =
      new Schema(
          required(1, "id", Types.LongType.get()), optional(2, "region", Types.StringType.get()));

  private static OracleTable table(PartitionSpec spec, int rows) {
    Path database = ReadSession.warehouse().resolve("db");
    OracleTable table = OracleTable.create(database, SCHEMA, spec, 2);
    for (int i = 0; i < rows; i++) {
      table.append(table.row((long) i, "r" + i % 3));
    }
    return table;
  }

  private static String lake(OracleTable table) {
    return "readlake.db." + table.name();
  }

  private static void with(Map<String, String> settings, Executable body) throws Throwable {
    var conf = ReadSession.get().conf();
    settings.forEach(conf::set);
    try {
      body.execute();
    } finally {
      settings.keySet().forEach(conf::unset);
    }
  }

  @Test
  void aJoinOnAPartitionColumnReadsOnlyThePartitionsOfTheOtherSide() throws Throwable {
    OracleTable facts = table(PartitionSpec.builderFor(SCHEMA).identity("region").build(), 9);
    OracleTable dimension = table(PartitionSpec.unpartitioned(), 9);

    with(
        Map.of("spark.sql.adaptive.enabled", "false"),
        () -> {
          Dataset<Row> join =
              ReadSession.get()
                  .sql(
                      "SELECT f.id FROM "
                          + lake(facts)
                          + " f JOIN "
                          + lake(dimension)
                          + " d ON f.region = d.region WHERE d.id = 1");

          assertEquals(List.of("[1]", "[4]", "[7]"), Canonical.rows(join));
          String plan = join.queryExecution().executedPlan().toString();
          assertTrue(plan.contains("RuntimeFilters: [dynamicpruningexpression(region"), plan);
          BatchScanExec scan =
              (BatchScanExec) join.queryExecution().executedPlan().collectLeaves().apply(0);
          assertEquals(3, ((FirnScan) scan.scan()).files().size());
        });
  }

  @Test
  void aJoinOnAColumnLeavesOutFilesByTheirStatsAndRowsOfTheOthers() throws Throwable {
    OracleTable facts = fineFacts();
    OracleTable dimension = table(PartitionSpec.unpartitioned(), 9);
    String query =
        "SELECT f.id, f.region FROM %s f JOIN %s d ON f.id = d.id * 100 + 42 WHERE d.region = 'r1'"
            .formatted(lake(facts), lake(dimension));
    List<String> expected = List.of("[142, 142]", "[442, 442]", "[742, 742]");

    with(
        Map.of("spark.sql.adaptive.enabled", "false"),
        () -> {
          Dataset<Row> join = ReadSession.get().sql(query);
          BatchScanExec scan = factsScan(join);

          assertEquals(expected, Canonical.rows(join));
          assertEquals(3, ((FirnScan) scan.scan()).files().size());
          assertEquals(30, scan.metrics().apply("numOutputRows").value());
        });
    with(
        Map.of("spark.sql.optimizer.dynamicPartitionPruning.enabled", "false"),
        () -> assertEquals(expected, Canonical.rows(ReadSession.get().sql(query))));
  }

  @Test
  void keysThatNoFileCanHoldLeaveNothingToRead() throws Throwable {
    OracleTable facts = fineFacts();
    OracleTable dimension = table(PartitionSpec.unpartitioned(), 9);

    with(
        Map.of("spark.sql.adaptive.enabled", "false"),
        () -> {
          Dataset<Row> join =
              ReadSession.get()
                  .sql(
                      "SELECT f.id FROM %s f JOIN %s d ON f.id = d.id + 5000 WHERE d.region = 'r1'"
                          .formatted(lake(facts), lake(dimension)));
          BatchScanExec scan = factsScan(join);

          assertEquals(List.of(), Canonical.rows(join));
          assertEquals(0, ((FirnScan) scan.scan()).files().size());
        });
  }

  /** Nine files of a hundred ids each, in pages and row groups of ten. */
  private static OracleTable fineFacts() {
    OracleTable table =
        OracleTable.create(
            ReadSession.warehouse().resolve("db"),
            SCHEMA,
            PartitionSpec.unpartitioned(),
            2,
            Map.of(
                "write.parquet.row-group-size-bytes", "512",
                "write.parquet.row-group-check-min-record-count", "10",
                "write.parquet.row-group-check-max-record-count", "10",
                "write.parquet.page-row-limit", "10"));
    for (long file = 0; file < 9; file++) {
      List<Record> rows = new ArrayList<>();
      for (long id = file * 100; id < file * 100 + 100; id++) {
        rows.add(table.row(id, String.valueOf(id)));
      }
      table.append(rows);
    }
    return table;
  }

  private static BatchScanExec factsScan(Dataset<Row> join) {
    BatchScanExec scan =
        (BatchScanExec) join.queryExecution().executedPlan().collectLeaves().apply(0);
    assertTrue(scan.runtimeFilters().nonEmpty(), scan.toString());
    return scan;
  }

  @Test
  void tablesThatAreBucketedAlikeJoinWithoutAShuffle() throws Throwable {
    PartitionSpec spec = PartitionSpec.builderFor(SCHEMA).bucket("id", 4).build();
    OracleTable left = table(spec, 8);
    OracleTable right = table(spec, 6);
    String join = "SELECT a.id FROM " + lake(left) + " a JOIN " + lake(right) + " b ON a.id = b.id";
    Map<String, String> grouped =
        Map.of(
            "spark.sql.iceberg.planning.preserve-data-grouping",
            "true",
            "spark.sql.autoBroadcastJoinThreshold",
            "-1");

    with(
        grouped,
        () -> {
          Dataset<Row> rows = ReadSession.get().sql(join);
          assertFalse(rows.queryExecution().executedPlan().toString().contains("Exchange"));
          assertEquals(List.of("[0]", "[1]", "[2]", "[3]", "[4]", "[5]"), Canonical.rows(rows));
        });
    with(
        Map.of("spark.sql.autoBroadcastJoinThreshold", "-1"),
        () -> {
          Dataset<Row> rows = ReadSession.get().sql(join);
          assertTrue(rows.queryExecution().executedPlan().toString().contains("Exchange"));
        });
  }

  @Test
  void sizesComeFromTheSnapshotAndFromTheFilesThatAFilterLeaves() {
    OracleTable table = table(PartitionSpec.builderFor(SCHEMA).identity("region").build(), 9);
    Dataset<Row> all = ReadSession.get().table(lake(table));
    Dataset<Row> part = all.where("region = 'r1'");

    assertEquals("9", rowCount(all));
    assertEquals("3", rowCount(part));
  }

  private static String rowCount(Dataset<Row> data) {
    return data.queryExecution()
        .optimizedPlan()
        .collectLeaves()
        .apply(0)
        .stats()
        .rowCount()
        .get()
        .toString();
  }

  @Test
  void equalScansAreReadOnce() throws Throwable {
    OracleTable table = table(PartitionSpec.unpartitioned(), 4);

    with(
        Map.of("spark.sql.adaptive.enabled", "false", "spark.sql.autoBroadcastJoinThreshold", "-1"),
        () -> {
          Dataset<Row> join =
              ReadSession.get()
                  .sql(
                      "SELECT a.id FROM "
                          + lake(table)
                          + " a JOIN "
                          + lake(table)
                          + " b ON a.id = b.id");
          String plan = join.queryExecution().executedPlan().toString();
          assertTrue(plan.contains("ReusedExchange"), plan);
        });
  }
}
