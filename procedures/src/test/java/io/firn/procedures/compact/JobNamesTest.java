package io.firn.procedures.compact;

import static io.firn.spark.TestSession.sql;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.firn.spark.TestSession;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import org.apache.spark.SparkContext;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerJobStart;
import org.junit.jupiter.api.Test;

class JobNamesTest {

  @Test
  void jobsTellTheProcedureTheTableAndTheGroup() throws Exception {
    sql("CREATE NAMESPACE IF NOT EXISTS lake.names");
    sql("CREATE TABLE lake.names.t (id INT, p STRING) USING iceberg PARTITIONED BY (p)");
    sql("INSERT INTO lake.names.t VALUES (1, 'a'), (2, 'b')");
    sql("INSERT INTO lake.names.t VALUES (3, 'a'), (4, 'b')");
    Set<String> names = new ConcurrentSkipListSet<>();
    SparkListener listener =
        new SparkListener() {
          @Override
          public void onJobStart(SparkListenerJobStart start) {
            String name = start.properties().getProperty("spark.job.description", "");
            if (name.startsWith("Firn ")) {
              names.add(name);
            }
          }
        };
    SparkContext context = TestSession.get().sparkContext();
    context.addSparkListener(listener);
    try {
      sql(
          "CALL lake.system.rewrite_data_files(table => 'names.t', sort_order => 'id DESC', options => map('rewrite-all', 'true', 'max-concurrent-file-group-rewrites', '1'))");
      context.listenerBus().waitUntilEmpty();
    } finally {
      context.removeSparkListener(listener);
      sql("DROP TABLE lake.names.t PURGE");
    }
    assertEquals(2, names.size(), names.toString());
    List<String> sorted = List.copyOf(names);
    for (int i = 0; i < 2; i++) {
      assertEquals(
          "Firn rewrite_data_files lake.names.t: group %d of 2, 2 files, partition "
              .formatted(i + 1),
          sorted.get(i).replaceAll("(partition ).*", "$1"));
    }
  }
}
