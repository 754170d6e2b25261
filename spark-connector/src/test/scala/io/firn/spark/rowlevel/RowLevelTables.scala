package io.firn.spark.rowlevel

import io.firn.spark.TestSession.sql

/** Small tables for the suites on plans. */
object RowLevelTables {
  val Modes: Seq[String] = Seq("copy-on-write", "merge-on-read")

  /** Copy-on-write by rows, if nothing else is said. */
  def mode(mode: String): String =
    Seq("delete", "update", "merge")
      .map(c => s"'write.$c.mode'='$mode'")
      .mkString(", ") + ", 'write.copy-on-write.carry-mode'='rows'"

  /** The columns id, v, p, s; three rows in one data file, or in two of the partitions x and y. */
  def create(name: String, version: Int, mode: String, clause: String, more: String = ""): String = {
    val table = s"lake.plans.$name"
    sql("CREATE NAMESPACE IF NOT EXISTS lake.plans")
    sql(
      s"CREATE TABLE $table (id BIGINT NOT NULL, v INT, p STRING, s STRUCT<a: INT, b: INT>)" +
        s" USING iceberg $clause" +
        s" TBLPROPERTIES ('format-version'='$version', ${this.mode(mode)}$more)"
    )
    sql(
      s"INSERT INTO $table SELECT /*+ COALESCE(1) */ * FROM VALUES" +
        " (1L, 10, 'x', struct(1, 2)), (2L, 20, 'y', struct(3, 4)), (3L, 30, 'x', NULL)"
    )
    table
  }

  def shortName(mode: String): String = if (mode == "copy-on-write") "cow" else "mor"
}
