package io.firn.spark.rowlevel

import io.firn.spark.TestSession.sql
import org.scalatest.funsuite.AnyFunSuite

/** All reads that a statement makes of its target are of one snapshot. */
class StatementSnapshotSuite extends AnyFunSuite {
  for (mode <- RowLevelTables.Modes) {
    test(s"a commit between analysis and planning is not seen by half of a self-merge, $mode") {
      val table = RowLevelTables.create(
        s"one_snapshot_${RowLevelTables.shortName(mode)}",
        3,
        mode,
        "",
        ", 'write.merge.isolation-level'='snapshot'"
      )
      val merge = new StatementPlan(
        s"MERGE INTO $table t USING (SELECT id FROM $table) s ON t.id = s.id" +
          " WHEN MATCHED THEN UPDATE SET v = v + 1" +
          " WHEN NOT MATCHED THEN INSERT (id, v) VALUES (s.id, -1)"
      )
      merge.analyze()
      sql(s"INSERT INTO $table (id, v) VALUES (9, 90)")
      merge.run()
      assert(
        sql(s"SELECT id, v FROM $table ORDER BY id, v").toArray.toSeq ==
          Seq("[1,11]", "[2,21]", "[3,31]", "[9,90]")
      )
    }
  }
}
