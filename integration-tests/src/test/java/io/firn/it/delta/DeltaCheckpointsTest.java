package io.firn.it.delta;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A log that Delta has cleaned up begins with a checkpoint. */
class DeltaCheckpointsTest {

  @Test
  void aCheckpointInOneFile() throws IOException {
    assertReadFromCheckpoint(
        "classic", "'delta.checkpointInterval' = '1'", "\\d{20}\\.checkpoint\\.parquet");
  }

  @Test
  void aCheckpointInSeveralFiles() throws IOException {
    DeltaLake.session().conf().set("spark.databricks.delta.checkpoint.partSize", "2");
    try {
      assertReadFromCheckpoint(
          "parts",
          "'delta.checkpointInterval' = '1'",
          "\\d{20}\\.checkpoint\\.\\d{10}\\.\\d{10}\\.parquet");
    } finally {
      DeltaLake.session().conf().unset("spark.databricks.delta.checkpoint.partSize");
    }
  }

  @Test
  void aCheckpointWithSidecars() throws IOException {
    assertReadFromCheckpoint(
        "sidecars",
        "'delta.checkpointInterval' = '1', 'delta.checkpointPolicy' = 'v2'",
        "\\d{20}\\.checkpoint\\.[-0-9a-f]{36}\\.(json|parquet)");
  }

  private static void assertReadFromCheckpoint(String name, String properties, String file)
      throws IOException {
    DeltaTwin twin = new DeltaTwin(name);
    twin.run(
            "CREATE TABLE %T USING delta PARTITIONED BY (p) TBLPROPERTIES ("
                + "'delta.enableDeletionVectors' = 'true', "
                + properties
                + ") AS SELECT int(id), concat('p', id % 3) AS p FROM range(30)")
        .run("DELETE FROM %T WHERE id < 5")
        .run("DELETE FROM %T WHERE id = 20");
    Path log = twin.path().resolve("_delta_log");
    List<String> checkpoints = names(log).stream().filter(n -> n.matches(file)).toList();
    assertTrue(checkpoints.stream().anyMatch(n -> version(n) == 1), checkpoints::toString);
    List<String> expected = twin.deltaVersionsFrom(1);
    for (String old : names(log)) {
      if (old.matches("\\d{20}\\..*") && version(old) < 1) {
        Files.delete(log.resolve(old));
      }
    }
    assertEquals(2, twin.call("snapshot_delta", "").getLong(1));
    twin.assertSame(1, expected);
  }

  private static long version(String name) {
    return Long.parseLong(name.substring(0, 20));
  }

  private static List<String> names(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.map(path -> path.getFileName().toString()).sorted().toList();
    }
  }
}
