package io.firn.spark.rowlevel

/** What the writes of [[RequirementsPlanSuite]] require. */
object ExpectedRequirements {
  def apply(mode: String, layout: String): String = Texts((mode, layout)).stripMargin.trim

  private val Texts = Map(
    ("copy-on-write", "unpartitioned") -> """
    |unset delete: clustered by _file, sorted by _file, _pos
    |unset update: clustered by _file, sorted by _file, _pos
    |unset merge: not spread, sorted by _file, _pos
    |none delete: not spread, sorted by _file, _pos
    |none update: not spread, sorted by _file, _pos
    |none merge: not spread, sorted by _file, _pos
    |hash delete: clustered by _file, sorted by _file, _pos
    |hash update: clustered by _file, sorted by _file, _pos
    |hash merge: not spread, sorted by _file, _pos
    |range delete: ranges of _file, _pos, sorted by _file, _pos
    |range update: ranges of _file, _pos, sorted by _file, _pos
    |range merge: ranges of _file, _pos, sorted by _file, _pos""",
    ("copy-on-write", "partitioned") -> """
    |unset delete: clustered by _file, sorted by p, bucket(4, id), _file, _pos
    |unset update: clustered by _file, sorted by p, bucket(4, id), _file, _pos
    |unset merge: clustered by p, bucket(4, id), sorted by p, bucket(4, id), _file, _pos
    |none delete: not spread, sorted by p, bucket(4, id), _file, _pos
    |none update: not spread, sorted by p, bucket(4, id), _file, _pos
    |none merge: not spread, sorted by p, bucket(4, id), _file, _pos
    |hash delete: clustered by _file, sorted by p, bucket(4, id), _file, _pos
    |hash update: clustered by _file, sorted by p, bucket(4, id), _file, _pos
    |hash merge: clustered by p, bucket(4, id), sorted by p, bucket(4, id), _file, _pos
    |range delete: ranges of p, bucket(4, id), _file, _pos, sorted by p, bucket(4, id), _file, _pos
    |range update: ranges of p, bucket(4, id), _file, _pos, sorted by p, bucket(4, id), _file, _pos
    |range merge: ranges of p, bucket(4, id), _file, _pos, sorted by p, bucket(4, id), _file, _pos""",
    ("merge-on-read", "unpartitioned") -> """
    |unset delete: clustered by _file, sorted by nothing
    |unset update: clustered by _file, sorted by nothing
    |unset merge: clustered by _file, sorted by nothing
    |none delete: not spread, sorted by nothing
    |none update: not spread, sorted by nothing
    |none merge: not spread, sorted by nothing
    |hash delete: clustered by _file, sorted by nothing
    |hash update: clustered by _file, sorted by nothing
    |hash merge: clustered by _file, sorted by nothing
    |range delete: ranges of _file, sorted by nothing
    |range update: ranges of _file, sorted by nothing
    |range merge: ranges of _file, sorted by nothing""",
    ("merge-on-read", "partitioned") -> """
    |unset delete: clustered by _file, sorted by nothing
    |unset update: clustered by _spec_id, _partition, p, bucket(4, id), sorted by p, bucket(4, id)
    |unset merge: clustered by _spec_id, _partition, p, bucket(4, id), sorted by p, bucket(4, id)
    |none delete: not spread, sorted by nothing
    |none update: not spread, sorted by p, bucket(4, id)
    |none merge: not spread, sorted by p, bucket(4, id)
    |hash delete: clustered by _file, sorted by nothing
    |hash update: clustered by _spec_id, _partition, p, bucket(4, id), sorted by p, bucket(4, id)
    |hash merge: clustered by _spec_id, _partition, p, bucket(4, id), sorted by p, bucket(4, id)
    |range delete: ranges of _spec_id, _partition, _file, sorted by nothing
    |range update: ranges of _spec_id, _partition, _file, p, bucket(4, id), sorted by p, bucket(4, id)
    |range merge: ranges of _spec_id, _partition, _file, p, bucket(4, id), sorted by p, bucket(4, id)"""
  )
}
