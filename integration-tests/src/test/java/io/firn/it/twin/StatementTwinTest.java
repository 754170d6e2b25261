package io.firn.it.twin;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.firn.it.Evaluation;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Random statements in Firn and in Apache Iceberg's connector, on twin tables: the same rows and
 * the same counts in the summaries, after each statement; then each goes on with the other's table.
 * {@code ./firn compare} runs more rounds, with other seeds. With Iceberg's current release only:
 * the type matrix already runs with both.
 */
class StatementTwinTest {
  private static final int STATEMENTS = Integer.getInteger("firn.twin.statements", 5);

  static LongStream seeds() {
    long first = Long.getLong("firn.twin.seed", 20261130L);
    return LongStream.range(first, first + Integer.getInteger("firn.twin.rounds", 4));
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void bothEnginesDoTheSame(long seed) {
    // Both in both versions and both modes, if not in all combinations of four seeds.
    boolean compiled = (seed & 1) == (seed >> 1 & 1);
    try (Evaluation ignored = (compiled ? Evaluation.COMPILED : Evaluation.INTERPRETED).use()) {
      run(seed);
    }
  }

  private static void run(long seed) {
    // The first numbers of a Random of neighbouring seeds are alike.
    Random random = new Random(seed * 0x9E3779B97F4A7C15L);
    RandomStatements statements = new RandomStatements(random);
    int version = 2 + (int) (seed & 1);
    String mode = (seed & 2) == 0 ? "merge-on-read" : "copy-on-write";
    String carryMode = (seed & 4) / 4 == (seed & 1) ? "columns" : "rows";
    boolean rewritesLess = mode.equals("copy-on-write") && carryMode.equals("columns");
    String granularity = random.nextBoolean() ? "file" : "partition";
    String partitioning = statements.partitionedBy();
    TwinTables twins =
        new TwinTables(
            "seed %d, format version %d, %s of %s, granularity %s,%s"
                .formatted(seed, version, mode, carryMode, granularity, partitioning),
            rewritesLess ? TwinTables.Figures.OF_CHANGED_ROWS : TwinTables.Figures.ALL);
    twins.create(
        RandomStatements.COLUMNS,
        partitioning,
        "'format-version'='%d', 'write.delete.mode'='%s', 'write.update.mode'='%s', 'write.merge.mode'='%s', 'write.delete.granularity'='%s', 'write.copy-on-write.carry-mode'='%s'"
            .formatted(version, mode, mode, mode, granularity, carryMode));
    twins.run(statements.insert());
    for (int i = 0; i < STATEMENTS; i++) {
      twins.run(statements.next());
      if (i == 1 && random.nextBoolean()) {
        twins.deleteByKey(random.nextInt(40));
      }
      if (i == STATEMENTS / 2 && random.nextBoolean()) {
        twins.repartition(random.nextBoolean() ? "k" : "flag");
      }
    }
    twins.assertReadByTheOther();
    twins.swap();
    if (version == 2 && random.nextBoolean()) {
      twins.run("ALTER TABLE %T SET TBLPROPERTIES ('format-version'='3')");
    }
    for (int i = 0; i < STATEMENTS / 2 + 1; i++) {
      twins.run(statements.next());
    }
    twins.assertReadByTheOther();
    assertTrue(twins.commits() > STATEMENTS / 2, () -> twins + " did hardly anything");
  }
}
