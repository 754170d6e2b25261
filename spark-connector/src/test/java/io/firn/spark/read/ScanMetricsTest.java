package io.firn.spark.read;

import static io.firn.spark.TestSession.sql;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.firn.spark.TestSession;
import java.util.HashMap;
import java.util.Map;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.execution.datasources.v2.BatchScanExec;
import org.junit.jupiter.api.Test;
import scala.jdk.javaapi.CollectionConverters;

/** What a scan node shows in Spark's UI. */
class ScanMetricsTest {

  private static Map<String, Long> metrics(String query) {
    Dataset<Row> rows = TestSession.get().sql(query);
    rows.collectAsList();
    BatchScanExec scan =
        (BatchScanExec) rows.queryExecution().executedPlan().collectLeaves().apply(0);
    Map<String, Long> metrics = new HashMap<>();
    CollectionConverters.asJava(scan.metrics())
        .forEach((name, metric) -> metrics.put(name, metric.value()));
    return metrics;
  }

  @Test
  void filesAndRowsAreCountedThatAreReadSkippedAndDeleted() {
    sql("CREATE NAMESPACE IF NOT EXISTS lake.scanned");
    sql(
        "CREATE TABLE lake.scanned.t (id BIGINT, p STRING) USING iceberg PARTITIONED BY (p) TBLPROPERTIES ('format-version'='3', 'write.delete.mode'='merge-on-read')");
    sql("INSERT INTO lake.scanned.t SELECT id, if(id < 10, 'a', 'b') FROM range(0, 20, 1, 1)");
    sql("DELETE FROM lake.scanned.t WHERE id IN (3, 4)");

    Map<String, Long> metrics = metrics("SELECT id FROM lake.scanned.t WHERE p = 'a'");

    assertEquals(1, metrics.get("resultDataFiles"));
    assertEquals(1, metrics.get("skippedDataFiles"));
    assertEquals(1, metrics.get("resultDeleteFiles"));
    assertEquals(1, metrics.get("dvs"));
    assertEquals(1, metrics.get("scannedDataManifests"));
    assertEquals(2, metrics.get("numDeletes"));
    assertEquals(8, metrics.get("numOutputRows"));
  }
}
