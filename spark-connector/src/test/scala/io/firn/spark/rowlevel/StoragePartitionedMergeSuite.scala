package io.firn.spark.rowlevel

import io.firn.spark.TestSession
import io.firn.spark.TestSession.sql
import org.apache.spark.sql.execution.SparkPlan
import org.apache.spark.sql.execution.adaptive.AdaptiveSparkPlanExec
import org.apache.spark.sql.execution.exchange.ShuffleExchangeLike
import org.apache.spark.sql.execution.joins.ShuffledJoin
import org.scalatest.funsuite.AnyFunSuite

/** MERGE of tables that are bucketed alike joins bucket by bucket. */
class StoragePartitionedMergeSuite extends AnyFunSuite {
  private val settings = Map(
    "spark.sql.sources.v2.bucketing.enabled" -> "true",
    "spark.sql.sources.v2.bucketing.pushPartValues.enabled" -> "true",
    "spark.sql.requireAllClusterKeysForCoPartition" -> "false",
    "spark.sql.iceberg.planning.preserve-data-grouping" -> "true",
    "spark.sql.autoBroadcastJoinThreshold" -> "-1",
    "spark.sql.adaptive.enabled" -> "false"
  )

  private def withSettings(body: => Unit): Unit = {
    val conf = TestSession.get().conf
    settings.foreach { case (key, value) => conf.set(key, value) }
    try body
    finally settings.keys.foreach(conf.unset)
  }

  private def merge(table: String, source: String): String =
    s"MERGE INTO $table t USING $source s ON t.id = s.id" +
      " WHEN MATCHED THEN UPDATE SET v = s.v WHEN NOT MATCHED THEN INSERT *"

  /** Shuffles below the join. */
  private def shuffles(plan: SparkPlan): Int = {
    assert(!plan.isInstanceOf[AdaptiveSparkPlanExec])
    val joins = plan.collect { case join: ShuffledJoin => join }
    assert(joins.size == 1, plan)
    joins.head.collect { case shuffle: ShuffleExchangeLike => shuffle }.size
  }

  for ((mode, version) <- Seq("copy-on-write" -> 2, "merge-on-read" -> 3)) {
    test(s"$mode, format version $version: neither side is shuffled") {
      val name = s"bucketed_${RowLevelTables.shortName(mode)}_$version"
      val none = ", 'write.merge.distribution-mode'='none'"
      val table =
        RowLevelTables.create(name, version, mode, "PARTITIONED BY (bucket(4, id))", none)
      val alike =
        RowLevelTables.create(name + "_source", version, mode, "PARTITIONED BY (bucket(4, id))")
      val other =
        RowLevelTables.create(name + "_other", version, mode, "PARTITIONED BY (bucket(3, id))")
      sql(s"INSERT INTO $alike VALUES (7, 70, 'z', NULL)")
      sql(s"UPDATE $alike SET v = v + 1")
      withSettings {
        assert(shuffles(new StatementPlan(merge(table, alike)).physical) == 0)
        assert(shuffles(new StatementPlan(merge(table, other)).physical) > 0)
        sql(merge(table, alike))
      }
      assert(
        sql(s"SELECT id, v, p FROM $table ORDER BY id").toArray.toSeq ==
          Seq("[1,11,x]", "[2,21,y]", "[3,31,x]", "[7,71,z]")
      )
    }
  }
}
