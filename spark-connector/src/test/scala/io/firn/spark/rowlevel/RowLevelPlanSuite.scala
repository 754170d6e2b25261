package io.firn.spark.rowlevel

import io.firn.spark.TestSession.sql
import org.scalatest.funsuite.AnyFunSuite

/** Which node Spark plans for a statement, what is read of the target, and what is written. */
class RowLevelPlanSuite extends AnyFunSuite {
  private val source = "(SELECT id, int(id) AS v FROM range(2))"

  private val statements = Seq(
    "DELETE" -> "DELETE FROM %t WHERE v = 10",
    "DELETE of a function" -> "DELETE FROM %t WHERE p = 'x' AND v % 7 = 3",
    "DELETE with a sub-query" -> s"DELETE FROM %t WHERE v > 1 AND id IN (SELECT id FROM $source)",
    "UPDATE" -> "UPDATE %t SET v = v + 1 WHERE id = 1",
    "UPDATE of a nested field" -> "UPDATE %t SET s.a = 0 WHERE v IS NOT NULL AND s.b = 2",
    "UPDATE with a sub-query" -> s"UPDATE %t SET v = 0 WHERE id IN (SELECT id FROM $source)",
    "MERGE" ->
      s"MERGE INTO %t t USING $source s ON t.id = s.id AND t.p = 'x' WHEN MATCHED THEN UPDATE SET v = s.v WHEN NOT MATCHED THEN INSERT (id, v) VALUES (s.id, s.v)",
    "MERGE that deletes" ->
      s"MERGE INTO %t t USING $source s ON t.id = s.id AND t.p = 'x' WHEN MATCHED AND t.v > 5 THEN DELETE",
    "MERGE by source" ->
      s"MERGE INTO %t t USING $source s ON t.id = s.id AND t.p = 'x' WHEN NOT MATCHED BY SOURCE THEN DELETE",
    "MERGE that inserts" ->
      s"MERGE INTO %t t USING $source s ON t.id = s.id WHEN NOT MATCHED THEN INSERT (id, v) VALUES (s.id, s.v)"
  )

  private def shapes(table: String): Seq[String] =
    statements.flatMap { case (name, statement) =>
      s"$name:" +: new StatementPlan(statement.replace("%t", table)).shape.split("\n").toSeq.map("  " + _)
    }

  for {
    mode <- RowLevelTables.Modes
    version <- Seq(2, 3)
    partitioning <- Seq("unpartitioned", "partitioned")
  } {
    test(s"$mode statements on a format version $version table, $partitioning") {
      val clause = if (partitioning == "partitioned") "PARTITIONED BY (p)" else ""
      val table = RowLevelTables.create(
        s"shape_${RowLevelTables.shortName(mode)}_${version}_$partitioning",
        version,
        mode,
        clause
      )
      val before = sql(s"SELECT * FROM $table ORDER BY id")
      val actual = shapes(table).mkString("\n")
      assert(actual == ExpectedShapes(mode, version, partitioning))
      assert(before == sql(s"SELECT * FROM $table ORDER BY id"))
    }
  }

  for (version <- Seq(2, 3)) {
    test(s"copy-on-write by columns finds rows as merge-on-read does, format version $version") {
      val table = RowLevelTables.create(s"shape_columns_$version", version, "copy-on-write", "")
      sql(s"ALTER TABLE $table UNSET TBLPROPERTIES ('write.copy-on-write.carry-mode')")
      assert(
        shapes(table).mkString("\n") == ExpectedShapes("merge-on-read", version, "unpartitioned")
      )
    }
  }

  test("WITH SCHEMA EVOLUTION adds the source's column before the plan is made") {
    def shape(mode: String): String = {
      val table =
        RowLevelTables.create(s"evolving_${RowLevelTables.shortName(mode)}", 2, mode, "")
      new StatementPlan(
        s"MERGE WITH SCHEMA EVOLUTION INTO $table t" +
          " USING (SELECT id, int(id) AS v, 'n' AS note FROM range(2)) s ON t.id = s.id" +
          " WHEN MATCHED THEN UPDATE SET v = s.v, note = s.note"
      ).shape
    }
    assert(
      shape("copy-on-write") ==
        """ReplaceData
          |reads id, v, p, s, note, _file, _pos, _deleted where true
          |writes id, v, p, s, note with _file, _pos, _deleted""".stripMargin
    )
    assert(
      shape("merge-on-read") ==
        """WriteDelta
          |reads id, p, s, _file, _pos, _spec_id, _partition where true
          |deletes by _file, _pos with _spec_id, _partition
          |writes id, v, p, s, note""".stripMargin
    )
  }
}
