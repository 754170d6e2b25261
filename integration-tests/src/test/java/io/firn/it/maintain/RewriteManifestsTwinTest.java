package io.firn.it.maintain;

import io.firn.it.Lakes;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Rewriting manifests as Apache Iceberg does it. */
class RewriteManifestsTwinTest {
  private static final String CALL = "CALL %C.system.rewrite_manifests('%N')";

  private static MaintainedTwins twins(String name, String partitions, String properties) {
    return new MaintainedTwins(
        name,
        "id BIGINT, p STRING, q INT",
        "%s TBLPROPERTIES ('commit.manifest-merge.enabled'='false'%s)"
            .formatted(partitions, properties));
  }

  private static void assertSameEntries(MaintainedTwins twins) {
    for (String query :
        List.of(
            "SELECT content, partition_spec_id, added_data_files_count, existing_data_files_count,"
                + " deleted_data_files_count, existing_delete_files_count,"
                + " partition_summaries FROM %T.manifests ORDER BY content, get(partition_summaries, 0)",
            "SELECT status, sequence_number, file_sequence_number, data_file.content,"
                + " data_file.record_count, data_file.first_row_id, data_file.lower_bounds"
                + " FROM %T.entries ORDER BY sequence_number, data_file.content,"
                + " data_file.first_row_id, data_file.lower_bounds[1]",
            "SELECT * FROM %T ORDER BY id")) {
      twins.assertSame(query);
    }
    twins.assertSameSummaries();
  }

  @Test
  void dataAndVectorsAreRewrittenAndRowIdsStay() {
    MaintainedTwins twins =
        twins(
            "rewrite_v3",
            "PARTITIONED BY (p)",
            ", 'format-version'='3', 'write.delete.mode'='merge-on-read'");
    for (int i = 0; i < 3; i++) {
      twins.both(
          "INSERT INTO %T SELECT /*+ COALESCE(1) */ id, 'a', 1 FROM range("
              + 10 * i
              + ", "
              + 10 * (i + 1)
              + ")");
    }
    twins.both("DELETE FROM %T WHERE id = 1");
    twins.both("DELETE FROM %T WHERE id = 11");
    twins.bothReturn(CALL, "[5,2]");
    assertSameEntries(twins);
    twins.assertSame("SELECT id, _row_id, _last_updated_sequence_number FROM %T ORDER BY id");
    twins.bothReturn(
        "CALL %C.system.rewrite_manifests(table => '%N', use_caching => true)", "[0,0]");
    twins.both("INSERT INTO %T VALUES (99, 'b', 2)");
    twins.assertSame("SELECT id, _row_id FROM %T ORDER BY id");
    twins.both("DELETE FROM %T WHERE p = 'a'");
    twins.bothReturn(CALL, "[2,1]");
    assertSameEntries(twins);
  }

  @Test
  void specsAndSortingAreAsAsked() {
    MaintainedTwins twins = twins("rewrite_specs", "PARTITIONED BY (p)", "");
    twins.bothReturn(CALL, "[0,0]");
    twins.both("INSERT INTO %T VALUES (1, 'b', 1)");
    twins.bothReturn(CALL, "[0,0]");
    twins.both("INSERT INTO %T VALUES (2, 'a', 1)");
    twins.both("INSERT INTO %T VALUES (3, null, 1)");
    twins.bothReturn(
        "CALL %C.system.rewrite_manifests(table => '%N', sort_by => array('p'))", "[3,1]");
    assertSameEntries(twins);
    for (String table : List.of(twins.firn(), twins.iceberg())) {
      MaintainedTwins.load(table).updateSpec().addField("q").commit();
    }
    Lakes.sql("REFRESH TABLE " + twins.firn());
    twins.both("INSERT INTO %T VALUES (4, 'a', 2)");
    twins.both("INSERT INTO %T VALUES (5, 'b', 1)");
    twins.bothReturn("CALL %C.system.rewrite_manifests(table => '%N', spec_id => 0)", "[0,0]");
    twins.bothReturn(
        "CALL %C.system.rewrite_manifests(table => '%N', sort_by => array('q', 'p'))", "[2,1]");
    assertSameEntries(twins);
    twins.bothRefuse(
        "CALL %C.system.rewrite_manifests(table => '%N', spec_id => 9)", "Invalid spec id 9");
    twins.bothRefuse(
        "CALL %C.system.rewrite_manifests(table => '%N', sort_by => array('id'))",
        "specified field(s) [id] were not found");
    twins.bothRefuse(
        "CALL %C.system.rewrite_manifests(table => '%N', sort_by => array())",
        "sort_by must not be empty");
  }

  @Test
  void tablesWithoutPartitionsGetOneManifest() {
    MaintainedTwins twins = twins("rewrite_flat", "", "");
    for (int i = 0; i < 3; i++) {
      twins.both("INSERT INTO %T VALUES (" + i + ", 'a', 1)");
    }
    twins.both("DELETE FROM %T WHERE id = 1");
    twins.bothReturn(CALL, "[3,1]");
    assertSameEntries(twins);
  }
}
