package io.firn.it.twin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.firn.it.Lakes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Random statements and maintenance on one table: every snapshot that is left reads exactly as it
 * did when it was written, in Firn after each step and in Apache Iceberg's connector at the end.
 * {@code ./firn upkeep} runs more rounds, with other seeds.
 */
class UpkeepTest {
  private static final int STEPS = Integer.getInteger("firn.upkeep.steps", 12);

  static LongStream seeds() {
    long first = Long.getLong("firn.upkeep.seed", 20261130L);
    return LongStream.range(first, first + Integer.getInteger("firn.upkeep.rounds", 2));
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void retainedSnapshotsReadAsTheyWereWritten(long seed) throws IOException {
    Random random = new Random(seed * 0x9E3779B97F4A7C15L);
    RandomStatements statements = new RandomStatements(random);
    int version = 2 + (int) (seed & 1);
    String mode = (seed & 2) == 0 ? "merge-on-read" : "copy-on-write";
    String partitioning = statements.partitionedBy();
    KeptTable table =
        new KeptTable(
            "seed %d, format version %d, %s,%s".formatted(seed, version, mode, partitioning));
    table.create(
        RandomStatements.COLUMNS,
        partitioning,
        "'format-version'='%d', 'write.delete.mode'='%s', 'write.update.mode'='%s', 'write.merge.mode'='%s'"
            .formatted(version, mode, mode, mode));
    RandomUpkeep upkeep = new RandomUpkeep(random, table);
    table.run(statements.insert());
    table.run(statements.insert());
    for (int i = 0; i < STEPS; i++) {
      table.run(statements.next());
      String maintenance = upkeep.next();
      boolean removesOrphans = maintenance.contains("remove_orphan_files");
      Path stray = removesOrphans ? ageAndStray() : directory();
      table.run(maintenance);
      table.assertKept();
      if (removesOrphans) {
        assertEquals(List.of(), strays(stray), table::tell);
      }
      if (i == STEPS / 2 && version == 2 && random.nextBoolean()) {
        table.run("ALTER TABLE %T SET TBLPROPERTIES ('format-version'='3')");
      }
    }
    table.assertKeptForIceberg();
    assertTrue(table.everWritten() > STEPS / 2, table::tell);
    assertTrue(table.refused() < STEPS, table::tell);
  }

  /** All files of the table look three days old, and there is one more that nothing names. */
  private static Path ageAndStray() throws IOException {
    Path stray = Files.writeString(directory().resolve("data/stray.parquet"), "nothing");
    FileTime old = FileTime.from(Instant.now().minus(3, ChronoUnit.DAYS));
    try (Stream<Path> files = Files.walk(directory())) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        Files.setLastModifiedTime(file, old);
      }
    }
    return stray;
  }

  private static List<Path> strays(Path stray) {
    return Files.exists(stray) ? List.of(stray) : List.of();
  }

  private static Path directory() {
    return Path.of(Lakes.session().conf().get("spark.sql.catalog.lake.warehouse") + "/twin/kept");
  }
}
