package io.firn.spark.rowlevel

/** The plans of [[RowLevelPlanSuite]]. */
object ExpectedShapes {

  /**
   * From format version 3 on, rows keep their ids; the number of their last change is cleared by
   * merge-on-read, which does not read it. A condition on the partition alone is decided when files
   * are planned, so that merge-on-read does not read its column either.
   */
  def apply(mode: String, version: Int, partitioning: String): String = {
    val lineage = version >= 3
    (if (mode == "copy-on-write") CopyOnWrite else MergeOnRead).stripMargin.trim
      .replace("{+lineage}", if (lineage) ", _row_id, _last_updated_sequence_number" else "")
      .replace("{+row_id}", if (lineage) ", _row_id" else "")
      .replace("{+p}", if (partitioning == "partitioned") "" else ", p")
  }

  private val CopyOnWrite = """
    |DELETE:
    |  ReplaceData
    |  reads id, v, p, s, _file, _pos, _deleted{+lineage} where v = 10
    |  writes id, v, p, s with _file, _pos, _deleted{+lineage}
    |DELETE of a function:
    |  ReplaceData
    |  reads id, v, p, s, _file, _pos, _deleted{+lineage} where p = 'x'
    |  writes id, v, p, s with _file, _pos, _deleted{+lineage}
    |DELETE with a sub-query:
    |  ReplaceData
    |  reads id, v, p, s, _file, _pos, _deleted{+lineage} where v > 1
    |  writes id, v, p, s with _file, _pos, _deleted{+lineage}
    |UPDATE:
    |  ReplaceData
    |  reads id, v, p, s, _file, _pos, _deleted{+lineage} where id = 1
    |  writes id, v, p, s with _file, _pos, _deleted{+lineage}
    |UPDATE of a nested field:
    |  ReplaceData
    |  reads id, v, p, s, _file, _pos, _deleted{+lineage} where (v is not null and s.b = 2)
    |  writes id, v, p, s with _file, _pos, _deleted{+lineage}
    |UPDATE with a sub-query:
    |  ReplaceData
    |  reads id, v, p, s, _file, _pos, _deleted{+lineage} where true
    |  reads id, v, p, s, _file, _pos, _deleted{+lineage} where true
    |  writes id, v, p, s with _file, _pos, _deleted{+lineage}
    |MERGE:
    |  ReplaceData
    |  reads id, v, p, s, _file, _pos, _deleted{+lineage} where p = 'x'
    |  writes id, v, p, s with _file, _pos, _deleted{+lineage}
    |MERGE that deletes:
    |  ReplaceData
    |  reads id, v, p, s, _file, _pos, _deleted{+lineage} where p = 'x'
    |  writes id, v, p, s with _file, _pos, _deleted{+lineage}
    |MERGE by source:
    |  ReplaceData
    |  reads id, v, p, s, _file, _pos, _deleted{+lineage} where true
    |  writes id, v, p, s with _file, _pos, _deleted{+lineage}
    |MERGE that inserts:
    |  AppendData
    |  writes id, v, p, s"""

  private val MergeOnRead = """
    |DELETE:
    |  WriteDelta
    |  reads v, _file, _pos, _spec_id, _partition where (v is not null and v = 10)
    |  deletes by _file, _pos with _spec_id, _partition
    |  writes nothing
    |DELETE of a function:
    |  WriteDelta
    |  reads v{+p}, _file, _pos, _spec_id, _partition where ((p is not null and v is not null) and p = 'x')
    |  deletes by _file, _pos with _spec_id, _partition
    |  writes nothing
    |DELETE with a sub-query:
    |  WriteDelta
    |  reads id, v, _file, _pos, _spec_id, _partition where (v is not null and v > 1)
    |  deletes by _file, _pos with _spec_id, _partition
    |  writes nothing
    |UPDATE:
    |  WriteDelta
    |  reads id, v, p, s, _file, _pos, _spec_id, _partition{+row_id} where id = 1
    |  deletes by _file, _pos with _spec_id, _partition{+lineage}
    |  writes id, v, p, s
    |UPDATE of a nested field:
    |  WriteDelta
    |  reads id, v, p, s, _file, _pos, _spec_id, _partition{+row_id} where ((s.b is not null and v is not null) and s.b = 2)
    |  deletes by _file, _pos with _spec_id, _partition{+lineage}
    |  writes id, v, p, s
    |UPDATE with a sub-query:
    |  WriteDelta
    |  reads id, p, s, _file, _pos, _spec_id, _partition{+row_id} where true
    |  deletes by _file, _pos with _spec_id, _partition{+lineage}
    |  writes id, v, p, s
    |MERGE:
    |  WriteDelta
    |  reads id, p, s, _file, _pos, _spec_id, _partition{+row_id} where (p is not null and p = 'x')
    |  deletes by _file, _pos with _spec_id, _partition{+lineage}
    |  writes id, v, p, s
    |MERGE that deletes:
    |  WriteDelta
    |  reads id, v{+p}, _file, _pos, _spec_id, _partition where (p is not null and p = 'x')
    |  deletes by _file, _pos with _spec_id, _partition{+lineage}
    |  writes id, v, p, s
    |MERGE by source:
    |  WriteDelta
    |  reads id, p, _file, _pos, _spec_id, _partition where true
    |  deletes by _file, _pos with _spec_id, _partition{+lineage}
    |  writes id, v, p, s
    |MERGE that inserts:
    |  AppendData
    |  writes id, v, p, s"""
}
