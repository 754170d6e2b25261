package io.firn.it.refs;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.firn.it.Lakes;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The ALTER TABLE statements of the SQL extensions against Apache Iceberg's own. */
class AlterTableTwinTest {

  private static SnapshotTwins twins(String name, String columns, String clauses) {
    return new SnapshotTwins(ExtendedSession.get(), name, columns, clauses);
  }

  @Test
  void branchesAndTagsComeAndGo() {
    SnapshotTwins twins = twins("ddl_refs", "id INT, p STRING", "");
    twins.bothRefuse("ALTER TABLE %T CREATE TAG v0", "has no snapshot to which it could point");
    twins.both("ALTER TABLE %T CREATE BRANCH empty");
    twins.both("INSERT INTO %T VALUES (1, 'a')");
    twins.both("ALTER TABLE %T CREATE TAG v1");
    twins.both("INSERT INTO %T VALUES (2, 'b')");
    twins.bothRefuse("ALTER TABLE %T CREATE TAG v1", "there is a tag of that name");
    twins.both("ALTER TABLE %T CREATE TAG IF NOT EXISTS v1 AS OF VERSION #3");
    twins.both("ALTER TABLE %T CREATE TAG `v 2` AS OF VERSION #2 RETAIN 7 DAYS");
    twins.both(
        "ALTER TABLE %T CREATE BRANCH b1 AS OF VERSION #2 RETAIN 30 DAYS"
            + " WITH SNAPSHOT RETENTION 5 SNAPSHOTS 12 HOURS");
    twins.both("ALTER TABLE %T CREATE BRANCH b2 WITH SNAPSHOT RETENTION 3 SNAPSHOTS");
    twins.both("alter table %T create branch b3 with snapshot retention 90 minutes");
    twins.both("ALTER TABLE %T REPLACE BRANCH b1 AS OF VERSION #3");
    twins.both("ALTER TABLE %T REPLACE BRANCH b1 AS OF VERSION #2 RETAIN 2 DAYS");
    twins.both("ALTER TABLE %T CREATE OR REPLACE BRANCH b4 AS OF VERSION #2");
    twins.both("ALTER TABLE %T CREATE OR REPLACE TAG v1");
    twins.both("ALTER TABLE %T REPLACE TAG `v 2` AS OF VERSION #3");
    twins.bothRefuse("ALTER TABLE %T REPLACE BRANCH none AS OF VERSION #2", "it does not exist");
    twins.bothRefuse("ALTER TABLE %T REPLACE TAG b1 AS OF VERSION #2", "there is a branch");
    twins.bothRefuse("ALTER TABLE %T DROP BRANCH v1", "it is a tag");
    twins.bothRefuse("ALTER TABLE %T DROP TAG none", "it does not exist");
    twins.bothRefuse("ALTER TABLE %T DROP BRANCH main", "Cannot drop the branch main");
    twins.bothRefuse("ALTER TABLE %T CREATE BRANCH b5 AS OF VERSION 17", "Cannot find snapshot 17");
    twins.both("ALTER TABLE %T DROP TAG IF EXISTS none");
    twins.both("ALTER TABLE %T DROP BRANCH b4");
    twins.both("ALTER TABLE %T DROP TAG `v 2`");
    twins.swap();
    twins.both("ALTER TABLE %T CREATE OR REPLACE TAG v1 RETAIN 5 HOURS");
    twins.both("ALTER TABLE %T DROP BRANCH IF EXISTS b2");
    twins.assertReadByTheOther();
  }

  @Test
  void branchesAreWrittenOnTheirOwn() {
    SnapshotTwins twins = twins("ddl_writes", "id INT, p STRING", "");
    // As Apache Iceberg's connector does, so that files and the order of their rows are the same.
    twins.both("ALTER TABLE %T SET TBLPROPERTIES ('write.copy-on-write.carry-mode'='rows')");
    twins.both("INSERT INTO %T VALUES (1, 'a'), (2, 'b'), (3, 'c')");
    twins.both("ALTER TABLE %T CREATE BRANCH b");
    twins.both("INSERT INTO %T.branch_b VALUES (4, 'd')");
    twins.both("DELETE FROM %T.branch_b WHERE id = 1");
    twins.both("UPDATE %T.branch_b SET p = 'x' WHERE id = 2");
    twins.both(
        "MERGE INTO %T.branch_b t USING (SELECT 3 AS id UNION ALL SELECT 5) s ON t.id = s.id"
            + " WHEN MATCHED THEN UPDATE SET p = 'm'"
            + " WHEN NOT MATCHED THEN INSERT (id, p) VALUES (s.id, 'n')");
    twins.both("INSERT INTO %T VALUES (6, 'main')");
    twins.assertRefused("INSERT INTO %T.tag_b VALUES (7, 'e')", "as a tag: it is a branch");
    twins.assertRefused("DELETE FROM %T.snapshot_id_#1 WHERE id = 1", "Cannot");
    assertEquals(
        List.of("[2, x]", "[3, m]", "[4, d]", "[5, n]"),
        Lakes.rows("SELECT * FROM " + twins.firn() + ".branch_b ORDER BY id"));
    twins.swap();
    twins.both("INSERT INTO %T.branch_b SELECT id + 10, p FROM %T.branch_b");
    twins.both("ALTER TABLE %T DROP BRANCH b");
    twins.assertReadByTheOther();
  }

  @Test
  void partitionFieldsComeAndGo() {
    SnapshotTwins twins =
        twins("ddl_fields", "id INT, p STRING, ts TIMESTAMP, s STRUCT<x: INT>", "");
    String insert = "INSERT INTO %T VALUES (1, 'abc', TIMESTAMP '2026-01-02 03:04:05', struct(7))";
    twins.both(insert);
    twins.both("ALTER TABLE %T ADD PARTITION FIELD p");
    twins.both(insert);
    twins.both("ALTER TABLE %T ADD PARTITION FIELD bucket(4, id)");
    twins.both("ALTER TABLE %T ADD PARTITION FIELD truncate(p, 2) AS short");
    twins.both("ALTER TABLE %T ADD PARTITION FIELD days(ts)");
    twins.both("ALTER TABLE %T ADD PARTITION FIELD s.x");
    twins.both(insert);
    twins.both("ALTER TABLE %T REPLACE PARTITION FIELD days(ts) WITH hours(ts)");
    twins.both("ALTER TABLE %T REPLACE PARTITION FIELD ts_hour WITH month(ts) AS m");
    twins.both("ALTER TABLE %T DROP PARTITION FIELD short");
    twins.both("ALTER TABLE %T DROP PARTITION FIELD bucket(4, id)");
    twins.both("ALTER TABLE %T DROP PARTITION FIELD s.x");
    twins.both(insert);
    twins.bothRefuse("ALTER TABLE %T ADD PARTITION FIELD none", "there is no column none");
    twins.bothRefuse("ALTER TABLE %T ADD PARTITION FIELD days(p)", "Cannot partition by day of p");
    twins.bothRefuse("ALTER TABLE %T ADD PARTITION FIELD p", "is the same");
    twins.bothRefuse("ALTER TABLE %T DROP PARTITION FIELD gone", "the table's spec has none such");
    twins.swap();
    twins.both("ALTER TABLE %T ADD PARTITION FIELD bucket(4, id)");
    twins.both("ALTER TABLE %T DROP PARTITION FIELD p");
    twins.both(insert);
    twins.assertReadByTheOther();
  }

  @Test
  void orderOfWritesIsSet() {
    SnapshotTwins twins = twins("ddl_order", "id INT, p STRING, ts TIMESTAMP", "");
    for (String clauses :
        List.of(
            "ORDERED BY p, id DESC",
            "LOCALLY ORDERED BY bucket(4, id) NULLS LAST, p ASC",
            "UNORDERED",
            "ORDERED BY (id DESC NULLS FIRST, days(ts))",
            "DISTRIBUTED BY PARTITION",
            "DISTRIBUTED BY PARTITION LOCALLY ORDERED BY p",
            "ORDERED BY truncate(2, p) DISTRIBUTED BY PARTITION",
            "LOCALLY ORDERED BY id",
            "UNORDERED")) {
      twins.both("ALTER TABLE %T WRITE " + clauses);
    }
    twins.bothRefuse("ALTER TABLE %T WRITE ORDERED BY none", "there is no column none");
    twins.both("ALTER TABLE %T WRITE ORDERED BY p DESC, id");
    twins.both(
        "INSERT INTO %T SELECT INT(id), STRING(id % 3), now() FROM range(0, 20)"
            .replace("now()", "TIMESTAMP '2026-01-01 00:00:00'"));
    twins.assertReadByTheOther();
  }

  @Test
  void identifierFieldsAreSetAndDropped() {
    SnapshotTwins twins =
        twins(
            "ddl_identifier",
            "id INT NOT NULL, p STRING NOT NULL, o STRING, s STRUCT<x: INT NOT NULL> NOT NULL, d"
                + " DOUBLE NOT NULL",
            "");
    twins.both("ALTER TABLE %T SET IDENTIFIER FIELDS id, s.x");
    twins.both("ALTER TABLE %T SET IDENTIFIER FIELDS p, id");
    twins.both("ALTER TABLE %T DROP IDENTIFIER FIELDS p");
    twins.bothRefuse("ALTER TABLE %T DROP IDENTIFIER FIELDS p", "it is none");
    twins.bothRefuse("ALTER TABLE %T SET IDENTIFIER FIELDS o", "o");
    twins.bothRefuse("ALTER TABLE %T SET IDENTIFIER FIELDS d", "d");
    twins.bothRefuse("ALTER TABLE %T SET IDENTIFIER FIELDS none", "none");
    twins.assertReadByTheOther();
  }

  /** Both extensions in one session, each for its own tables. */
  @Test
  void bothExtensionsLiveTogether() {
    SnapshotTwins twins = twins("ddl_together", "id INT", "");
    ExtendedSession.get().sql("INSERT INTO " + twins.firn() + " VALUES (1)");
    ExtendedSession.get().sql("ALTER TABLE " + twins.firn() + " CREATE TAG v1");
    ExtendedSession.get().sql("INSERT INTO " + twins.iceberg() + " VALUES (1)");
    ExtendedSession.get().sql("ALTER TABLE " + twins.iceberg() + " CREATE TAG v1");
    twins.assertSame();
    assertEquals(List.of("[1]"), Lakes.rows("SELECT * FROM " + twins.firn() + ".tag_v1"));
  }
}
