package io.firn.spark.read;

import static io.firn.spark.TestSession.sql;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.firn.spark.TestSession;
import org.apache.spark.sql.DataFrameReader;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.execution.datasources.v2.DataSourceV2ScanRelation;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** How many tasks read a small table in a session with two cores; a file weighs 4 MiB at least. */
class SmallScanTasksTest {

  @BeforeAll
  static void createNamespace() {
    sql("CREATE NAMESPACE IF NOT EXISTS lake.smallscans");
  }

  private static String table(String name, String properties, int files) {
    String table = "lake.smallscans." + name;
    sql(
        "CREATE TABLE "
            + table
            + " (id BIGINT, p STRING) USING iceberg PARTITIONED BY (p) TBLPROPERTIES ("
            + properties
            + ")");
    for (int i = 0; i < files; i++) {
      sql("INSERT INTO " + table + " VALUES (" + i + ", 'p" + i % 3 + "')");
    }
    return table;
  }

  private static int tasks(DataFrameReader reader, String table) {
    Dataset<Row> rows = reader.table(table);
    DataSourceV2ScanRelation relation =
        (DataSourceV2ScanRelation) rows.queryExecution().optimizedPlan().collectLeaves().apply(0);
    return ((FirnScan) relation.scan()).planInputPartitions().length;
  }

  private static DataFrameReader reader() {
    return TestSession.get().read();
  }

  @Test
  void bothCoresReadTwoFiles() {
    String table = table("two", "'format-version'='2'", 2);

    assertEquals(2, tasks(reader(), table));
  }

  @Test
  void moreFilesDoNotMakeMoreTasksThanThereAreCores() {
    assertEquals(2, tasks(reader(), table("six", "'format-version'='2'", 6)));
  }

  @Test
  void sizesThatSomebodyChoseStay() {
    String table = table("chosen", "'format-version'='2'", 2);
    String fixed = table("fixed", "'read.split.adaptive-size.enabled'='false'", 2);

    assertEquals(1, tasks(reader().option("split-size", "134217728"), table));
    assertEquals(1, tasks(reader(), fixed));
  }

  @Test
  void keysThatAreReportedDoNotEachGetATaskForEveryCore() {
    String table = table("keyed", "'format-version'='2'", 6);
    TestSession.get().conf().set("spark.sql.iceberg.planning.preserve-data-grouping", "true");
    try {
      assertEquals(3, tasks(reader(), table));
    } finally {
      TestSession.get().conf().unset("spark.sql.iceberg.planning.preserve-data-grouping");
    }
  }
}
