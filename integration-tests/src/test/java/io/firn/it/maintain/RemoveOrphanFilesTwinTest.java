package io.firn.it.maintain;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.firn.it.Lakes;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;

/** Removing orphan files as Apache Iceberg does it: the same files found, the same ones left. */
class RemoveOrphanFilesTwinTest {
  private static final List<String> STRAYS =
      List.of(
          "data/dead.parquet",
          "data/p=a/dead-deletes.puffin",
          "metadata/dead-m0.avro",
          "metadata/snap-1-1-dead.avro",
          "metadata/00001-dead.metadata.json",
          "metadata/v1.metadata.json",
          "metadata/v2.metadata.json",
          "metadata/v3.metadata.json",
          "stray file");
  private static final List<String> HIDDEN = List.of("_temporary/0/file", "data/.part/x", "_x");

  private static MaintainedTwins twins(String name, String... strays) {
    MaintainedTwins twins =
        new MaintainedTwins(
            name,
            "id BIGINT, p STRING",
            "PARTITIONED BY (p) TBLPROPERTIES ('format-version'='3',"
                + " 'write.delete.mode'='merge-on-read')");
    twins.both("INSERT INTO %T SELECT /*+ COALESCE(1) */ id, 'a' FROM range(0, 9)");
    twins.both("ALTER TABLE %T SET TBLPROPERTIES ('write.metadata.previous-versions-max'='1')");
    twins.both("DELETE FROM %T WHERE id = 3");
    twins.both("INSERT OVERWRITE %T VALUES (20, 'b')");
    for (String table : List.of(twins.firn(), twins.iceberg())) {
      Path directory = MaintainedTwins.directory(table);
      for (String stray : strays) {
        if (!Files.exists(directory.resolve(stray))) {
          plant(directory.resolve(stray));
        }
      }
      age(directory, 4);
    }
    return twins;
  }

  /** A literal: Apache Iceberg's procedures fail on some expressions. */
  private static String ago(Duration duration) {
    return "TIMESTAMP '" + Instant.now().minus(duration) + "'";
  }

  private static void plant(Path file) {
    try {
      Files.createDirectories(file.getParent());
      Files.writeString(file, "x");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void age(Path directory, int days) {
    for (Path file : files(directory)) {
      try {
        Files.setLastModifiedTime(file, FileTime.from(Instant.now().minus(Duration.ofDays(days))));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private static Set<Path> files(Path directory) {
    try (Stream<Path> files = Files.walk(directory)) {
      return files.filter(Files::isRegularFile).collect(Collectors.toCollection(TreeSet::new));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Both find these files, below the directories of the tables, and say the same of them. */
  private static void assertFound(MaintainedTwins twins, String call, List<String> expected) {
    for (String table : List.of(twins.iceberg(), twins.firn())) {
      List<Row> found = Lakes.sql(MaintainedTwins.filled(call, table));
      assertEquals(
          expected.stream()
              .map(file -> "[file:" + MaintainedTwins.directory(table).resolve(file) + "]")
              .sorted()
              .toList(),
          found.stream().map(Row::toString).sorted().toList(),
          () -> table + twins.tell());
    }
    assertEquals(
        Lakes.session().sql(MaintainedTwins.filled(call, twins.iceberg())).schema().treeString(),
        Lakes.session().sql(MaintainedTwins.filled(call, twins.firn())).schema().treeString());
  }

  private static void assertThere(MaintainedTwins twins, String file, boolean there) {
    for (String table : List.of(twins.iceberg(), twins.firn())) {
      Path path = MaintainedTwins.directory(table).resolve(file);
      assertEquals(there, Files.exists(path), path::toString);
    }
  }

  @Test
  void strayFilesGoAndAllElseStays() {
    MaintainedTwins twins = twins("strays", STRAYS.toArray(String[]::new));
    for (String table : List.of(twins.firn(), twins.iceberg())) {
      HIDDEN.forEach(file -> plant(MaintainedTwins.directory(table).resolve(file)));
      age(MaintainedTwins.directory(table), 4);
      plant(MaintainedTwins.directory(table).resolve("data/young.parquet"));
    }
    Set<Path> before = files(MaintainedTwins.directory(twins.firn()));
    assertFound(
        twins, "CALL %C.system.remove_orphan_files(table => '%N', dry_run => true)", STRAYS);
    assertEquals(before, files(MaintainedTwins.directory(twins.firn())));
    assertFound(
        twins,
        "CALL %C.system.remove_orphan_files(table => '%N', dry_run => true,"
            + " older_than => "
            + ago(Duration.ofDays(5))
            + ")",
        List.of());
    assertFound(
        twins,
        "CALL %C.system.remove_orphan_files(table => '%N', dry_run => true, location => '%D/data',"
            + " prefix_listing => true)",
        STRAYS.subList(0, 2));
    for (String table : List.of(twins.iceberg(), twins.firn())) {
      String call =
          "CALL %C.system.remove_orphan_files(table => '%N', max_concurrent_deletes => 2,"
              + " stream_results => true)";
      assertEquals(STRAYS.size(), Lakes.sql(MaintainedTwins.filled(call, table)).size());
    }
    STRAYS.forEach(file -> assertThere(twins, file, false));
    HIDDEN.forEach(file -> assertThere(twins, file, true));
    assertThere(twins, "data/young.parquet", true);
    Set<Path> after = files(MaintainedTwins.directory(twins.firn()));
    before.removeIf(file -> STRAYS.stream().anyMatch(s -> file.toString().endsWith("/" + s)));
    assertEquals(before, after);
    assertFound(twins, "CALL %C.system.remove_orphan_files('%N')", List.of());
    twins.assertSame("SELECT * FROM %T ORDER BY id");
    twins.assertSame("SELECT operation FROM %T.snapshots ORDER BY committed_at");
  }

  @Test
  void filesOfAViewAreTakenInPlaceOfAListing() {
    MaintainedTwins twins = twins("of_view", "data/dead.parquet", "data/other.parquet");
    for (String table : List.of(twins.firn(), twins.iceberg())) {
      String live =
          files(MaintainedTwins.directory(table).resolve("data/p=b")).stream()
              .map(Path::toString)
              .filter(file -> file.endsWith(".parquet"))
              .findFirst()
              .orElseThrow();
      Lakes.session()
          .sql(
              MaintainedTwins.filled(
                  ("SELECT * FROM VALUES ('%D/data/dead.parquet', TIMESTAMP '2020-01-01 00:00:00'),"
                          + " ('%s', TIMESTAMP '2020-01-01 00:00:00'),"
                          + " ('%D/data/other.parquet', now()), ('/elsewhere/file', TIMESTAMP '2020-01-01"
                          + " 00:00:00'), (null, TIMESTAMP '2020-01-01 00:00:00'), ('%D/x', null) AS"
                          + " v(file_path, last_modified)")
                      .replace("%s", live),
                  table))
          .createOrReplaceTempView("files_of_" + table.substring(table.length() - 1));
    }
    for (String table : List.of(twins.firn(), twins.iceberg())) {
      String call =
          "CALL %C.system.remove_orphan_files(table => '%N', file_list_view => 'files_of_"
              + table.substring(table.length() - 1)
              + "')";
      assertEquals(
          List.of("[" + MaintainedTwins.directory(table) + "/data/dead.parquet]"),
          Lakes.sql(MaintainedTwins.filled(call, table)).stream().map(Row::toString).toList());
      assertFalse(Files.exists(MaintainedTwins.directory(table).resolve("data/dead.parquet")));
      assertTrue(Files.exists(MaintainedTwins.directory(table).resolve("data/other.parquet")));
    }
    Lakes.session()
        .sql("SELECT 1 AS file_path, now() AS last_modified")
        .createOrReplaceTempView("no_files");
    twins.bothRefuse(
        "CALL %C.system.remove_orphan_files(table => '%N', file_list_view => 'no_files')",
        "Invalid file_path column");
    twins.assertSame("SELECT * FROM %T ORDER BY id");
  }

  @Test
  void whatWouldBeDangerousIsRefused() {
    MaintainedTwins twins = twins("refused", "data/dead.parquet");
    twins.bothRefuse(
        "CALL %C.system.remove_orphan_files(table => '%N', older_than => "
            + ago(Duration.ofHours(23))
            + ")",
        "interval less than 24 hours");
    twins.bothRefuse(
        "CALL %C.system.remove_orphan_files(table => '%N', max_concurrent_deletes => 0)",
        "max_concurrent_deletes should have value > 0");
    twins.bothRefuse(
        "CALL %C.system.remove_orphan_files(table => '%N', prefix_mismatch_mode => 'NONE')",
        "Invalid mode: NONE");
    twins.both("ALTER TABLE %T SET TBLPROPERTIES ('gc.enabled'='false')");
    twins.bothRefuse("CALL %C.system.remove_orphan_files('%N')", "GC is disabled");
    twins.both("ALTER TABLE %T SET TBLPROPERTIES ('gc.enabled'='true')");
    assertThere(twins, "data/dead.parquet", true);
    assertFound(
        twins,
        "CALL %C.system.remove_orphan_files(table => '%N', dry_run => true,"
            + " equal_schemes => map('file', 'hdfs'), equal_authorities => map('a,b', 'c'),"
            + " prefix_mismatch_mode => 'delete')",
        Stream.concat(
                Stream.of("data/dead.parquet"),
                Stream.of(1, 2, 3, 4, 5).map(v -> "metadata/v" + v + ".metadata.json"))
            .toList());
  }

  @Test
  void otherTablesAreSafeFromFirn() {
    MaintainedTwins twins = twins("neighbours", "data/dead.parquet");
    Path neighbour = MaintainedTwins.directory(twins.iceberg());
    for (Path location : List.of(neighbour, neighbour.resolve("data"), neighbour.getParent())) {
      String call =
          "CALL lake.system.remove_orphan_files(table => 'maintain.neighbours_a', location => '"
              + location
              + "')";
      try {
        Lakes.sql(call);
      } catch (Exception e) {
        assertTrue(
            String.valueOf(e.getMessage()).contains("another table has files there"),
            () -> call + e);
        continue;
      }
      throw new AssertionError(call);
    }
    assertThere(twins, "data/dead.parquet", true);
  }
}
