package io.firn.spark.rowlevel

import io.firn.spark.TestSession.sql
import org.scalatest.funsuite.AnyFunSuite

/** DELETE by metadata where all rows of each file that may match surely do. */
class MetadataDeletePlanSuite extends AnyFunSuite {
  for ((mode, version) <- Seq("copy-on-write" -> 2, "merge-on-read" -> 3)) {
    test(s"$mode, format version $version: whole files go without being read") {
      val table = RowLevelTables.create(
        s"whole_${RowLevelTables.shortName(mode)}_$version",
        version,
        mode,
        "PARTITIONED BY (p)"
      )
      sql(
        s"INSERT INTO $table SELECT /*+ COALESCE(1) */ * FROM VALUES" +
          " (5L, 50, 'z', NULL), (6L, NULL, 'z', NULL)"
      )
      def node(condition: String): String =
        new StatementPlan(s"DELETE FROM $table WHERE $condition").optimized.nodeName
      val row = if (mode == "copy-on-write") "ReplaceData" else "WriteDelta"
      val byMetadata = "DeleteFromTableWithFilters"

      assert(node("p = 'x'") == byMetadata)
      assert(node("p IN ('x', 'y') AND id > 0") == byMetadata)
      // By the bounds of the files.
      assert(node("id > 3") == byMetadata)
      assert(node("p = 'nowhere'") == byMetadata)
      // Spark calls this one a truncation.
      assert(node("true") == "DeleteFromTable")

      assert(node("id = 3") == row)
      assert(node("p = 'x' AND id % 2 = 1") == row)
      // One of the two rows of the file is null, which no bound tells.
      assert(node("v >= 50") == row)
      assert(node("p = (SELECT max(p) FROM VALUES ('x') AS q(p))") == row)
    }
  }
}
