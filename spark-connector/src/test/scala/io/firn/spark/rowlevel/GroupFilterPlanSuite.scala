package io.firn.spark.rowlevel

import io.firn.spark.TestSession
import io.firn.spark.TestSession.sql
import org.scalatest.funsuite.AnyFunSuite

/** A copy-on-write statement rewrites only files that hold a matching row. */
class GroupFilterPlanSuite extends AnyFunSuite {
  private val setting = "spark.sql.optimizer.runtime.rowLevelOperationGroupFilter.enabled"

  private val statements = Seq(
    "DELETE FROM %t WHERE v = 20",
    "UPDATE %t SET v = 0 WHERE v = 20",
    "MERGE INTO %t t USING (SELECT int(id) AS v FROM range(20, 21)) s ON t.v = s.v WHEN MATCHED THEN UPDATE SET p = 'z'"
  )

  /** Three files of which the column stats say 10 to 30, and one row of 20, in the second. */
  private def create(name: String, mode: String): String = {
    val table = RowLevelTables.create(name, 2, mode, "")
    sql(s"DELETE FROM $table")
    for (values <- Seq("(1, 10), (2, 30)", "(3, 10), (4, 20), (5, 30)", "(6, 10), (7, 30)"))
      sql(s"INSERT INTO $table (id, v) SELECT /*+ COALESCE(1) */ * FROM VALUES $values")
    table
  }

  private def replacedFiles(table: String): String =
    sql(s"SELECT summary['deleted-data-files'] FROM $table.snapshots ORDER BY committed_at DESC LIMIT 1").get(0)

  test("the files with a matching row are found before they are rewritten") {
    val replaced = statements.zipWithIndex.map { case (statement, i) =>
      val table = create(s"groups$i", "copy-on-write")
      assert(new StatementPlan(statement.replace("%t", table)).hasGroupFilter)
      sql(statement.replace("%t", table))
      replacedFiles(table)
    }
    assert(replaced == Seq("[1]", "[1]", "[1]"))
  }

  test("without it, every file that may match is rewritten") {
    val table = create("groups_off", "copy-on-write")
    TestSession.get().conf.set(setting, "false")
    try {
      assert(!new StatementPlan(statements.head.replace("%t", table)).hasGroupFilter)
      sql(statements.head.replace("%t", table))
      assert(replacedFiles(table) == "[3]")
    } finally TestSession.get().conf.unset(setting)
  }

  test("NOT MATCHED BY SOURCE may match any row, so nothing is filtered") {
    val table = create("groups_by_source", "copy-on-write")
    val merge =
      s"MERGE INTO $table t USING (SELECT id FROM range(2)) s ON t.id = s.id WHEN NOT MATCHED BY SOURCE THEN DELETE"
    assert(!new StatementPlan(merge).hasGroupFilter)
  }

  test("merge-on-read rewrites no file and needs no such filter") {
    val table = create("groups_mor", "merge-on-read")
    for (statement <- statements)
      assert(!new StatementPlan(statement.replace("%t", table)).hasGroupFilter)
  }
}
