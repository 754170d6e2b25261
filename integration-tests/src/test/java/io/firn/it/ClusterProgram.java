package io.firn.it;

import java.util.List;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.analysis.NoSuchTableException;

/**
 * Works on a table in a cluster of executor processes with Kryo as serializer; prints one line a
 * check. Arguments: master, warehouse.
 */
final class ClusterProgram {
  private ClusterProgram() {}

  public static void main(String[] args) throws Exception {
    try (SparkSession session = start(args[0], args[1], args[2])) {
      run(session);
    }
  }

  private static SparkSession start(String master, String warehouse, String extraClassPath) {
    return SparkSession.builder()
        .master(master)
        .appName("firn cluster")
        .config("spark.ui.enabled", "false")
        .config("spark.sql.shuffle.partitions", "4")
        .config("spark.serializer", "org.apache.spark.serializer.KryoSerializer")
        .config("spark.executor.extraClassPath", extraClassPath)
        .config("spark.scheduler.minRegisteredResourcesRatio", "1.0")
        .config("spark.scheduler.maxRegisteredResourcesWaitingTime", "120s")
        .config("spark.sql.extensions", "io.firn.spark.FirnSparkSessionExtensions")
        .config("spark.sql.catalog.lake", "io.firn.spark.FirnCatalog")
        .config("spark.sql.catalog.lake.type", "hadoop")
        .config("spark.sql.catalog.lake.warehouse", warehouse)
        .getOrCreate();
  }

  private static void run(SparkSession session) throws NoSuchTableException {
    session.sql("CREATE NAMESPACE lake.db");
    session.sql(
        "CREATE TABLE lake.db.t (id BIGINT, name STRING, amount DECIMAL(12,2)) USING firn"
            + " PARTITIONED BY (bucket(4, id))");
    session
        .range(0, 20_000, 1, 8)
        .selectExpr("id", "concat('n', id % 10) AS name", "cast(id / 4 AS DECIMAL(12,2)) AS amount")
        .writeTo("lake.db.t")
        .option("fanout-enabled", "true")
        .append();
    session.sql("DELETE FROM lake.db.t WHERE id % 10 = 3");
    session.sql("UPDATE lake.db.t SET name = 'x' WHERE id % 10 = 4");
    session.sql(
        "MERGE INTO lake.db.t t USING (SELECT id + 19990 AS id FROM range(20)) s ON t.id = s.id"
            + " WHEN MATCHED THEN UPDATE SET name = 'm'"
            + " WHEN NOT MATCHED THEN INSERT (id, name, amount) VALUES (s.id, 'i', 1.25)");
    print("executors", session.sparkContext().statusTracker().getExecutorInfos().length - 1);
    print("rows", one(session, "SELECT count(*) FROM lake.db.t"));
    print("x", one(session, "SELECT count(*) FROM lake.db.t WHERE name = 'x'"));
    print("m", one(session, "SELECT count(*) FROM lake.db.t WHERE name = 'm'"));
    print("i", one(session, "SELECT sum(amount) FROM lake.db.t WHERE name = 'i'"));
    print("files", one(session, "SELECT count(*) > 0 FROM lake.db.t.files"));
    writeInAllWays(session);
  }

  /** What tasks tell the driver goes through the serializer, whatever the kind of write. */
  private static void writeInAllWays(SparkSession session) throws NoSuchTableException {
    session.sql(
        "CREATE TABLE lake.db.w PARTITIONED BY (p) TBLPROPERTIES ('format-version'='3')"
            + " AS SELECT id, id % 4 AS p FROM range(0, 400, 1, 4)");
    session.sql("INSERT INTO lake.db.w SELECT id, 4L FROM range(0, 100, 1, 4)");
    session.conf().set("spark.sql.sources.partitionOverwriteMode", "dynamic");
    session.sql("INSERT OVERWRITE lake.db.w SELECT id, 1L FROM range(0, 10, 1, 2)");
    session.conf().set("spark.sql.sources.partitionOverwriteMode", "static");
    print("dynamic", one(session, "SELECT count(*) FROM lake.db.w"));
    session.sql("INSERT INTO lake.db.w REPLACE WHERE p = 2 SELECT id, 2L FROM range(0, 5, 1, 2)");
    print("replaced", one(session, "SELECT count(*) FROM lake.db.w"));
    session
        .table("lake.db.t")
        .selectExpr("id", "0L AS p")
        .writeTo("lake.db.w")
        .overwritePartitions();
    print("partitions", one(session, "SELECT count(*) FROM lake.db.w"));
    session.sql("ALTER TABLE lake.db.w SET TBLPROPERTIES ('write.update.mode'='merge-on-read')");
    session.sql("UPDATE lake.db.w SET id = -1 WHERE p = 4 AND id % 2 = 0");
    print("updated", one(session, "SELECT count(*) FROM lake.db.w WHERE id = -1"));
    session.sql("INSERT OVERWRITE lake.db.w SELECT id, 9L FROM range(0, 7, 1, 2)");
    print("overwritten", one(session, "SELECT count(*) FROM lake.db.w"));
    session.sql("REPLACE TABLE lake.db.w AS SELECT id FROM range(0, 3, 1, 2)");
    print("recreated", one(session, "SELECT count(*) FROM lake.db.w"));
    print("snapshots", one(session, "SELECT count(*) FROM lake.db.w.snapshots"));
    print("entries", one(session, "SELECT count(*) FROM lake.db.w.entries"));
  }

  private static Object one(SparkSession session, String query) {
    List<Row> rows = session.sql(query).collectAsList();
    return rows.get(0).get(0);
  }

  private static void print(String name, Object value) {
    System.out.println("RESULT " + name + "=" + value);
  }
}
