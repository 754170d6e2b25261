package io.firn.spark.rowlevel

import io.firn.spark.TestSession.sql
import org.apache.spark.sql.catalyst.plans.logical.{LogicalPlan, RebalancePartitions, Sort}
import org.scalatest.funsuite.AnyFunSuite

/** How rows are spread over tasks and sorted, by distribution mode. */
class RequirementsPlanSuite extends AnyFunSuite {
  private val statements = Seq(
    "delete" -> "DELETE FROM %t WHERE v % 7 = 3",
    "update" -> "UPDATE %t SET v = v + 1 WHERE id = 1",
    "merge" ->
      "MERGE INTO %t t USING (SELECT id FROM range(2)) s ON t.id = s.id WHEN MATCHED THEN UPDATE SET v = 1 WHEN NOT MATCHED THEN INSERT (id) VALUES (s.id)"
  )

  private val properties = Seq("delete", "update", "merge").map(c => s"'write.$c.distribution-mode'")

  private def requirements(table: String): String = {
    val lines = Seq("", "none", "hash", "range").flatMap { distribution =>
      choose(table, distribution)
      statements.map { case (command, statement) =>
        val plan = new StatementPlan(statement.replace("%t", table))
        s"${if (distribution.isEmpty) "unset" else distribution} $command: ${plan.requirements}"
      }
    }
    lines.mkString("\n")
  }

  private def choose(table: String, distribution: String): Unit =
    if (distribution.nonEmpty) {
      val values = properties.map(property => s"$property='$distribution'").mkString(", ")
      sql(s"ALTER TABLE $table SET TBLPROPERTIES ($values)")
    }

  private val layouts = Seq(
    "unpartitioned" -> "",
    "partitioned" -> "PARTITIONED BY (p, bucket(4, id))"
  )

  for {
    mode <- RowLevelTables.Modes
    (layout, clause) <- layouts
  } {
    test(s"$mode on a table that is $layout") {
      val table = RowLevelTables.create(
        s"spread_${RowLevelTables.shortName(mode)}_$layout",
        3,
        mode,
        clause
      )
      assert(requirements(table) == ExpectedRequirements(mode, layout))
    }
  }

  test("copy-on-write by columns brings the changed rows of a file together") {
    def unset(name: String, clause: String): Seq[String] = {
      val table = RowLevelTables.create(name, 2, "copy-on-write", clause)
      sql(s"ALTER TABLE $table UNSET TBLPROPERTIES ('write.copy-on-write.carry-mode')")
      statements.map { case (_, statement) =>
        new StatementPlan(statement.replace("%t", table)).requirements
      }
    }
    assert(
      unset("spread_columns", "") == Seq(
        "clustered by _file, sorted by nothing",
        "clustered by _file, sorted by _file",
        "clustered by _file, sorted by _file"
      )
    )
    assert(
      unset("spread_columns_p", "PARTITIONED BY (p)") == Seq(
        "clustered by _file, sorted by nothing",
        "clustered by _spec_id, _partition, p, sorted by p, _file",
        "clustered by _spec_id, _partition, p, sorted by p, _file"
      )
    )
  }

  test("position deletes that share a file by partition are spread by partition") {
    val table = RowLevelTables.create(
      "spread_by_partition",
      2,
      "merge-on-read",
      "PARTITIONED BY (p)",
      ", 'write.delete.granularity'='partition'"
    )
    assert(
      new StatementPlan(s"DELETE FROM $table WHERE v = 10").requirements ==
        "clustered by _spec_id, _partition, sorted by nothing"
    )
  }

  test("what is required is in the plan") {
    val table = RowLevelTables.create("spread_in_plan", 2, "copy-on-write", "")
    val plan = new StatementPlan(s"UPDATE $table SET v = 1 WHERE id = 1").optimized
    assert(nodes(plan) == Seq("Sort _file, _pos", "RebalancePartitions _file"))
  }

  private def nodes(plan: LogicalPlan): Seq[String] = plan.collect {
    case sort: Sort => s"Sort ${sort.order.flatMap(_.references.map(_.name)).mkString(", ")}"
    case spread: RebalancePartitions =>
      s"RebalancePartitions ${spread.partitionExpressions.flatMap(_.references.map(_.name)).mkString(", ")}"
  }
}
