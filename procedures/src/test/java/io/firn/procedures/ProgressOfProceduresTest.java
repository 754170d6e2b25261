package io.firn.procedures;

import static io.firn.spark.TestSession.sql;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.firn.spark.TestSession;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The long procedures tell how far they are, and their Spark jobs of whom they are. */
class ProgressOfProceduresTest {
  private static final String T = "lake.progress.t";

  private static void table(String more) {
    sql("CREATE NAMESPACE IF NOT EXISTS lake.progress");
    sql("CREATE TABLE " + T + " (id INT, p STRING) USING iceberg " + more);
    sql("INSERT INTO " + T + " SELECT /*+ COALESCE(1) */ id, 'a' FROM range(10)");
    sql("INSERT INTO " + T + " SELECT /*+ COALESCE(1) */ id, 'b' FROM range(10, 20)");
  }

  @AfterEach
  void drop() {
    sql("DROP TABLE IF EXISTS " + T);
  }

  private static Watched watched(String procedure, String arguments) throws Exception {
    return Watched.call("CALL lake.system.%s(%s)".formatted(procedure, arguments));
  }

  private static String line(String procedure, String progress) {
    return procedure + " " + T + ": " + progress;
  }

  private static List<String> jobs(String procedure, String... parts) {
    return List.of(parts).stream()
        .map(part -> "Firn " + procedure + " " + T + ": " + part)
        .toList();
  }

  @Test
  void rewriteManifestsCountsFiles() throws Exception {
    table("");
    Watched watched = watched("rewrite_manifests", "'progress.t'");
    assertEquals(List.of(line("rewrite_manifests", "2 of 2 files")), watched.lines());
    assertEquals(List.of(), watched.jobs());
  }

  @Test
  void rewritePositionDeleteFilesCountsGroupsAndNamesThem() throws Exception {
    table(
        "PARTITIONED BY (p) TBLPROPERTIES ('format-version'='2',"
            + " 'write.delete.mode'='merge-on-read')");
    sql("DELETE FROM " + T + " WHERE id IN (1, 11)");
    sql("DELETE FROM " + T + " WHERE id IN (2, 12)");
    Watched watched =
        watched(
            "rewrite_position_delete_files",
            "table => 'progress.t', options => map('rewrite-all', 'true',"
                + " 'max-concurrent-file-group-rewrites', '1')");
    assertEquals(List.of(line("rewrite_position_delete_files", "2 of 2 groups")), watched.lines());
    assertEquals(
        jobs(
            "rewrite_position_delete_files",
            "group 1 of 2, 1 files, partition ",
            "group 2 of 2, 1 files, partition "),
        watched.jobs().stream().map(job -> job.replaceAll("(partition ).*", "$1")).toList());
  }

  @Test
  void addFilesCountsFilesAndNamesThem() throws Exception {
    Path files = parquet(3);
    table("");
    Watched watched = watched("add_files", "'progress.t', '`parquet`.`" + files + "`'");
    assertEquals(List.of(line("add_files", "3 of 3 files")), watched.lines());
    assertEquals(jobs("add_files", "footers of files 1 to 3 of 3"), watched.jobs());
  }

  private static Path parquet(int count) {
    Path directory = TestSession.directory("progress").resolve("files");
    TestSession.get()
        .sql("SELECT int(id), 'c' AS p FROM range(0, 9, 1, " + count + ")")
        .write()
        .parquet(directory.toString());
    return directory;
  }

  @Test
  void snapshotCountsFilesAndNamesThem() throws Exception {
    sql("CREATE NAMESPACE IF NOT EXISTS lake.progress");
    sql("CREATE TABLE progress_source USING parquet LOCATION '" + parquet(2) + "'");
    try {
      Watched watched = watched("snapshot", "'default.progress_source', 'progress.t'");
      assertEquals(List.of(line("snapshot", "2 of 2 files")), watched.lines());
      assertEquals(jobs("snapshot", "footers of files 1 to 2 of 2"), watched.jobs());
    } finally {
      sql("DROP TABLE progress_source");
    }
  }

  @Test
  void rewriteTablePathCountsFilesOfMetadataAndDeletes() throws Exception {
    table("TBLPROPERTIES ('format-version'='2', 'write.delete.mode'='merge-on-read')");
    sql("DELETE FROM " + T + " WHERE id = 1");
    String location = TestSession.warehouse().resolve("progress/t").toString();
    Watched watched =
        watched("rewrite_table_path", "'progress.t', '%s', '/other/t'".formatted(location));
    // 4 versions of metadata, 3 manifests and lists each, 1 delete file.
    assertEquals(List.of(line("rewrite_table_path", "11 of 11 files")), watched.lines());
    assertEquals(jobs("rewrite_table_path", "1 position delete files"), watched.jobs());
  }

  @Test
  void computeTableStatsCountsTasksAndNamesItsSnapshot() throws Exception {
    table("TBLPROPERTIES ('read.split.open-file-cost'='134217728')");
    Watched watched = watched("compute_table_stats", "'progress.t'");
    assertEquals(List.of(line("compute_table_stats", "2 of 2 tasks")), watched.lines());
    assertEquals(
        jobs("compute_table_stats", "2 columns of snapshot " + TestSession.snapshotId(T)),
        watched.jobs());
  }

  @Test
  void computePartitionStatsCountsManifests() throws Exception {
    table("PARTITIONED BY (p)");
    Watched watched = watched("compute_partition_stats", "'progress.t'");
    assertEquals(List.of(line("compute_partition_stats", "2 of 2 manifests")), watched.lines());
    assertEquals(List.of(), watched.jobs());
  }

  @Test
  void proceduresForDeltaTablesCountVersions() throws Exception {
    for (String procedure : List.of("snapshot_delta", "migrate_delta")) {
      sql("CREATE NAMESPACE IF NOT EXISTS lake.progress");
      Watched watched = watched(procedure, "'" + deltaTable() + "', 'progress.t'");
      assertEquals(List.of(line(procedure, "2 of 2 versions")), watched.lines());
      assertEquals(List.of(), watched.jobs());
      assertEquals(List.of("[9]"), sql("SELECT count(*) FROM " + T));
      drop();
    }
  }

  /** One file in two versions, of which the second one only sets a property. */
  private static Path deltaTable() throws IOException {
    Path directory = parquet(1);
    Path log = Files.createDirectory(directory.resolve("_delta_log"));
    String file =
        TestSession.files(directory).stream().filter(f -> f.startsWith("part-")).findFirst().get();
    String schema =
        "{\\\"type\\\":\\\"struct\\\",\\\"fields\\\":[{\\\"name\\\":\\\"id\\\",\\\"type\\\":\\\"integer\\\","
            + "\\\"nullable\\\":true,\\\"metadata\\\":{}},{\\\"name\\\":\\\"p\\\",\\\"type\\\":\\\"string\\\","
            + "\\\"nullable\\\":true,\\\"metadata\\\":{}}]}";
    String metadata =
        "{\"metaData\":{\"id\":\"1\",\"format\":{\"provider\":\"parquet\",\"options\":{}},"
            + "\"schemaString\":\"%s\",\"partitionColumns\":[],\"configuration\":{%s}}}\n";
    Files.writeString(
        log.resolve("00000000000000000000.json"),
        "{\"protocol\":{\"minReaderVersion\":1,\"minWriterVersion\":2}}\n"
            + metadata.formatted(schema, "")
            + "{\"add\":{\"path\":\"%s\",\"partitionValues\":{},\"size\":%d,\"modificationTime\":1,"
                .formatted(file, Files.size(directory.resolve(file)))
            + "\"dataChange\":true}}\n");
    Files.writeString(
        log.resolve("00000000000000000001.json"), metadata.formatted(schema, "\"a\":\"b\""));
    return directory;
  }
}
