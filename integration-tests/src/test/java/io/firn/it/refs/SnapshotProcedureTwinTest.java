package io.firn.it.refs;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.firn.it.Lakes;
import java.util.List;
import org.apache.spark.sql.RuntimeConfig;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The procedures for snapshots against Apache Iceberg's own. */
class SnapshotProcedureTwinTest {
  private static final String WAP = "TBLPROPERTIES ('write.wap.enabled'='true')";
  private static final String WAP_ID = "spark.wap.id";
  private static final String MODE = "spark.sql.sources.partitionOverwriteMode";
  private final RuntimeConfig conf = Lakes.session().conf();

  @AfterEach
  void unset() {
    conf.unset(WAP_ID);
    conf.unset(MODE);
  }

  private static SnapshotTwins twins(String name, String clauses) {
    return new SnapshotTwins(Lakes.session(), name, "id INT, p STRING", clauses);
  }

  private void staged(SnapshotTwins twins, String wapId, String statement) {
    conf.set(WAP_ID, wapId);
    twins.both(statement);
    conf.unset(WAP_ID);
  }

  @Test
  void snapshotsBecomeCurrentAgainAndNoneIsLost() {
    SnapshotTwins twins = twins("current", "");
    twins.bothRefuse("CALL %C.system.rollback_to_timestamp('%N', now())", "it has no snapshot");
    for (int i = 1; i <= 4; i++) {
      twins.both("INSERT INTO %T VALUES (" + i + ", 'a')");
    }
    twins.both("CALL %C.system.rollback_to_timestamp('%N', @3)");
    twins.both("CALL %C.system.ancestors_of('%N')");
    twins.both("CALL %C.system.ancestors_of(table => '%N', snapshot_id => #3)");
    twins.bothRefuse("CALL %C.system.rollback_to_snapshot('%N', #4)", "not an ancestor");
    twins.both("CALL %C.system.set_current_snapshot('%N', #4)");
    twins.both("CALL %C.system.rollback_to_snapshot('%N', #1)");
    twins.both("INSERT INTO %T VALUES (5, 'b')");
    twins.both("CALL %C.system.ancestors_of('%N', #5)");
    twins.bothRefuse(
        "CALL %C.system.rollback_to_timestamp('%N', @1)",
        "Cannot roll back, no valid snapshot older than");
    twins.swap();
    twins.both("CALL %C.system.set_current_snapshot(table => '%N', ref => 'main')");
    twins.both("CALL %C.system.rollback_to_timestamp(timestamp => now(), table => '%N')");
    twins.both("CALL %C.system.rollback_to_timestamp('%N', @5)");
    twins.both("DELETE FROM %T WHERE id = 1");
    twins.assertReadByTheOther();
  }

  @Test
  void wrongArgumentsAreRefusedWithTheSignature() {
    SnapshotTwins twins = twins("wrong", "");
    twins.both("INSERT INTO %T VALUES (1, 'a')");
    String signature =
        "Call it as set_current_snapshot(table string, [snapshot_id bigint], [ref string])";
    for (String arguments :
        List.of(
            "table => '%N', id => 1",
            "'%N', #1, 'main'",
            "'%N'",
            "table => '%N', ref => 'main', snapshot_id => #1",
            "snapshot_id => #1",
            "'%N', #1, 'main', 3",
            "'%N', table => '%N'")) {
      twins.bothRefuse("CALL %C.system.set_current_snapshot(" + arguments + ")", signature);
    }
    twins.bothRefuse("CALL %C.system.set_current_snapshot('%N', 12)", "Cannot find snapshot 12");
    twins.bothRefuse(
        "CALL %C.system.set_current_snapshot('%N', ref => 'none')",
        "Cannot find matching snapshot ID for ref none");
    twins.bothRefuse("CALL %C.system.ancestors_of('refs.none')", "Cannot find table refs.none");
    twins.bothRefuse("CALL %C.system.ancestors_of()", "the argument table is missing");
    twins.bothRefuse("CALL %C.system.ancestors_of('%N', 12)", "Cannot find snapshot 12");
    twins.bothRefuse(
        "CALL %C.system.cherrypick_snapshot('%N', 12)",
        "Cannot cherry-pick unknown snapshot ID: 12");
    twins.bothRefuse(
        "CALL %C.system.publish_changes('%N', 'none')", "Cannot apply unknown WAP ID 'none'");
    twins.bothRefuse(
        "CALL %C.system.fast_forward('%N', 'main', 'none')", "Ref does not exist: none");
  }

  @Test
  void stagedAppendsArePublishedOnce() {
    SnapshotTwins twins = twins("publish", WAP);
    staged(twins, "first", "INSERT INTO %T VALUES (0, 'z')");
    twins.both("CALL %C.system.publish_changes('%N', 'first')");
    twins.bothRefuse("CALL %C.system.publish_changes('%N', 'first')", "published already: first");
    staged(twins, "one", "INSERT INTO %T VALUES (1, 'a')");
    staged(twins, "two", "INSERT INTO %T VALUES (2, 'a')");
    twins.both("INSERT INTO %T VALUES (3, 'a')");
    twins.both("CALL %C.system.publish_changes(wap_id => 'two', table => '%N')");
    twins.both("CALL %C.system.cherrypick_snapshot('%N', #2)");
    twins.bothRefuse("CALL %C.system.cherrypick_snapshot('%N', #3)", "published already: two");
    twins.bothRefuse("CALL %C.system.publish_changes('%N', 'one')", "published already: one");
    twins.bothRefuse("CALL %C.system.cherrypick_snapshot('%N', #4)", "already an ancestor");
    twins.swap();
    staged(twins, "three", "INSERT INTO %T VALUES (4, 'b'), (5, 'b')");
    twins.both("DELETE FROM %T WHERE id = 3");
    twins.both("CALL %C.system.publish_changes('%N', 'three')");
    twins.both("CALL %C.system.rollback_to_snapshot('%N', #4)");
    twins.both("CALL %C.system.cherrypick_snapshot('%N', #7)");
    twins.bothRefuse("CALL %C.system.cherrypick_snapshot('%N', #7)", "published already: three");
    twins.assertReadByTheOther();
  }

  @ParameterizedTest
  @CsvSource({"2, PARTITIONED BY (p)", "3, ''"})
  void dynamicOverwritesArePickedWhileTheirPartitionsAreTheSame(int version, String partitions) {
    SnapshotTwins twins =
        twins(
            "overwrite" + version + partitions.length(),
            partitions
                + " TBLPROPERTIES ('write.wap.enabled'='true', 'format-version'='"
                + version
                + "')");
    twins.both("INSERT INTO %T VALUES (1, 'a'), (2, 'b')");
    conf.set(MODE, "dynamic");
    staged(twins, "one", "INSERT OVERWRITE %T VALUES (10, 'a')");
    staged(twins, "two", "INSERT OVERWRITE %T VALUES (20, 'a'), (30, 'c')");
    twins.both("CALL %C.system.cherrypick_snapshot('%N', #2)");
    twins.bothRefuse(
        "CALL %C.system.publish_changes('%N', 'two')",
        "Cannot cherry-pick replace partitions with changed partition");
    twins.both("CALL %C.system.rollback_to_snapshot('%N', #1)");
    if (!partitions.isEmpty()) {
      twins.both("INSERT INTO %T VALUES (4, 'b')");
      twins.both("CALL %C.system.publish_changes('%N', 'two')");
      staged(twins, "three", "INSERT OVERWRITE %T VALUES (40, 'b')");
      twins.both("CALL %C.system.rollback_to_snapshot('%N', #1)");
      twins.both("INSERT INTO %T VALUES (5, 'd')");
      twins.bothRefuse(
          "CALL %C.system.publish_changes('%N', 'three')",
          "Cannot cherry-pick overwrite not based on an ancestor of the current state");
    }
    twins.assertReadByTheOther();
  }

  @ParameterizedTest
  @CsvSource({"2, copy-on-write", "3, merge-on-read"})
  void rowLevelChangesArePickedRowByRow(int version, String mode) {
    SnapshotTwins twins =
        new SnapshotTwins(
            Lakes.session(),
            "rows" + version + mode.substring(0, 4),
            "id INT, p STRING",
            "TBLPROPERTIES ('write.wap.enabled'='true', 'format-version'='%d', 'write.delete.mode'='%s', 'write.update.mode'='%s', 'write.merge.mode'='%s')"
                .formatted(version, mode, mode, mode));
    String rows = "SELECT /*+ COALESCE(1) */ INT(id), 'a' FROM range(0, 10)";
    twins.both("INSERT INTO %T " + rows);
    twins.both("DELETE FROM %T WHERE id = 0");
    conf.set(WAP_ID, "merge");
    Lakes.sql(
        ("MERGE INTO %s t USING (SELECT 1 AS id UNION ALL SELECT 2 UNION ALL SELECT 11) s"
                + " ON t.id = s.id WHEN MATCHED AND s.id = 1 THEN DELETE"
                + " WHEN MATCHED THEN UPDATE SET p = 'm'"
                + " WHEN NOT MATCHED THEN INSERT (id, p) VALUES (s.id, 'n')")
            .formatted(twins.firn()));
    conf.set(WAP_ID, "update");
    Lakes.sql("UPDATE " + twins.firn() + " SET p = 'u' WHERE id = 3");
    conf.set(WAP_ID, "delete");
    Lakes.sql("DELETE FROM " + twins.firn() + " WHERE id IN (3, 4)");
    conf.unset(WAP_ID);
    Lakes.sql("UPDATE " + twins.firn() + " SET p = 'x' WHERE id = 5");
    Lakes.sql("DELETE FROM " + twins.firn() + " WHERE id = 6");
    String call = "CALL lake.system.publish_changes('" + twins.firn().substring(5) + "', '%s')";
    Lakes.sql(call.formatted("merge"));
    Lakes.sql(call.formatted("update"));
    List<String> expected =
        List.of("[2, m]", "[3, u]", "[4, a]", "[5, x]", "[7, a]", "[8, a]", "[9, a]", "[11, n]");
    assertEquals(expected, Lakes.rows("SELECT * FROM " + twins.firn() + " ORDER BY id"));
    twins.assertRefused("CALL lake.system.publish_changes('%N', 'delete')", "changed meanwhile");
    twins.assertRefused("CALL lake.system.publish_changes('%N', 'update')", "already picked to");
    assertEquals(
        expected,
        Lakes.rows("SELECT * FROM " + twins.firn().replace("lake.", "ice.") + " ORDER BY id"));
    assertEquals(
        List.of("[merge]", "[update]"),
        Lakes.rows(
            "SELECT summary['published-wap-id'] FROM "
                + twins.firn()
                + ".snapshots WHERE summary['published-wap-id'] IS NOT NULL"));
    twins.assertReadByTheOther();
  }

  @Test
  void changesThatCannotBeRebasedAreRefused() {
    SnapshotTwins twins = twins("refused", WAP);
    twins.both("INSERT INTO %T VALUES (1, 'a'), (2, 'b')");
    staged(twins, "whole", "INSERT OVERWRITE %T VALUES (3, 'c')");
    twins.both("INSERT INTO %T VALUES (4, 'd')");
    twins.bothRefuse(
        "CALL %C.system.publish_changes('%N', 'whole')",
        "not append, dynamic overwrite, or fast-forward");
  }

  @Test
  void branchesAreMovedOn() {
    SnapshotTwins twins =
        new SnapshotTwins(ExtendedSession.get(), "forward", "id INT, p STRING", "");
    twins.both("INSERT INTO %T VALUES (1, 'a')");
    twins.both("ALTER TABLE %T CREATE BRANCH audit");
    twins.both("INSERT INTO %T.branch_audit VALUES (2, 'b')");
    twins.bothRefuse(
        "CALL %C.system.fast_forward('%N', 'audit', 'main')",
        "Cannot fast-forward: audit is not an ancestor of main");
    twins.both("CALL %C.system.fast_forward('%N', 'main', 'audit')");
    twins.both("CALL %C.system.fast_forward('%N', 'main', 'audit')");
    twins.both("CALL %C.system.fast_forward(branch => 'new', to => 'main', table => '%N')");
    twins.both("INSERT INTO %T VALUES (3, 'c')");
    twins.swap();
    twins.both("CALL %C.system.fast_forward('%N', 'new', 'main')");
    twins.assertReadByTheOther();
  }
}
