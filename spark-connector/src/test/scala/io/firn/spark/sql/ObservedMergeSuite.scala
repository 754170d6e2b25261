package io.firn.spark.sql

import io.firn.spark.TestSession
import io.firn.spark.rowlevel.RowLevelTables
import org.apache.spark.sql.catalyst.plans.logical.{Filter, LogicalPlan}
import org.apache.spark.sql.classic.SparkSession
import org.apache.spark.sql.execution.CommandExecutionMode
import org.scalatest.BeforeAndAfterAll
import org.scalatest.funsuite.AnyFunSuite

/** Where the keys of a MERGE are gathered in Spark's plan, and which they are. */
class ObservedMergeSuite extends AnyFunSuite with BeforeAndAfterAll {
  private val update = " WHEN MATCHED THEN UPDATE SET v = 0"
  private val insert = " WHEN NOT MATCHED THEN INSERT (id, v, p) VALUES (s.id, 0, 'x')"
  private val source = "(SELECT id, int(id) AS i, string(id) AS p, double(id) AS d FROM range(5))"

  override def afterAll(): Unit = TestSession.get()

  private def optimized(statement: String): LogicalPlan = {
    val state = TestSession.withExtensions().asInstanceOf[SparkSession].sessionState
    state
      .executePlan(state.sqlParser.parsePlan(statement), CommandExecutionMode.SKIP)
      .optimizedPlan
  }

  /** For each observed source its keys, and whether rows are left out before they are seen. */
  private def observed(statement: String): Seq[String] = optimized(statement).collect {
    case source: ObservedSource =>
      val below = source.collect { case filter: Filter => filter }
      s"${source.keys.size} keys" + (if (below.isEmpty) "" else ", filtered")
  }

  for ((mode, version) <- Seq("copy-on-write" -> 2, "merge-on-read" -> 3)) {
    test(s"$mode: columns that have to equal something of the source are keys") {
      val t =
        RowLevelTables.create(s"keys_${RowLevelTables.shortName(mode)}", version, mode, "")
      def merge(on: String, clauses: String): Seq[String] =
        observed(s"MERGE INTO $t t USING $source s ON $on$clauses")
      val both = update + insert
      assert(merge("t.id = s.id", both) == Seq("1 keys"))
      assert(merge("t.id = s.id AND t.v > 5 AND t.p <=> s.p", both) == Seq("2 keys"))
      assert(merge("s.i + 1 = t.v AND t.id = s.i", both) == Seq("2 keys"))
      // A filter on the target's key stays above what is observed.
      assert(merge("t.id = s.id AND t.id < 3", both) == Seq("1 keys"))
      // Source rows that cannot match have no effect when there is nothing to insert.
      assert(merge("t.id = s.id AND s.i < 3", update) == Seq("1 keys, filtered"))
      assert(merge("t.id = s.id AND s.i < 3", both) == Seq("1 keys"))
      assert(merge("t.id < s.id", both) == Seq())
      assert(merge("t.id = s.id OR t.p = s.p", both) == Seq())
      assert(merge("t.id = s.d", both) == Seq())
      val bySource = " WHEN NOT MATCHED BY SOURCE THEN DELETE"
      assert(merge("t.id = s.id", both + bySource) == Seq())
    }
  }

  test("a MERGE that only inserts is observed, an INSERT of an anti-join is not") {
    val t = RowLevelTables.create("keys_inserts", 2, "copy-on-write", "")
    val merge = s"MERGE INTO $t t USING $source s ON t.id = s.id"
    assert(observed(merge + insert) == Seq("1 keys"))
    val two = insert.replace("NOT MATCHED", "NOT MATCHED AND s.id < 2") + insert
    assert(observed(merge + two) == Seq("1 keys"))
    val anti = s"INSERT INTO $t (id) SELECT id FROM $source s LEFT ANTI JOIN $t t ON t.id = s.id"
    assert(observed(anti) == Seq())
  }
}
