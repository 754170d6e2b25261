package io.firn.bench.spark;

/**
 * How large the workloads are.
 *
 * @param factor of TPC-H for the scans; 1 means 6 million line items
 * @param changedFactor of TPC-H for tables that statements change
 * @param warmUp rounds before those that count
 * @param moreWarmUp rounds on top of these, for the rows that take a part of a second: as long as
 *     the JVM compiles what they run, they show little else
 * @param rounds that count, for the rows that are cheap
 * @param moreRounds on top of these, for the rows that take a part of a second
 * @param slowRounds that count, for the rows that take seconds
 * @param shownRounds that count at most, for engines with which no goal of the row compares
 */
record Scale(
    String name,
    double factor,
    double changedFactor,
    int smallFiles,
    int tinyFiles,
    int appends,
    int appendsOfWriter,
    int longHistory,
    int history,
    int warmUp,
    int moreWarmUp,
    int rounds,
    int moreRounds,
    int slowRounds,
    int shownRounds) {
  static final Scale FULL =
      new Scale("full", 0.5, 0.3, 400, 20_000, 50, 25, 2_000, 1_000, 2, 8, 7, 2, 4, 4);
  static final Scale QUICK =
      new Scale("quick", 0.1, 0.06, 400, 2_000, 20, 8, 2_000, 1_000, 1, 3, 5, 2, 2, 1);

  /** For the test of the frame. */
  static final Scale TINY = new Scale("tiny", 0.001, 0.001, 8, 6, 2, 1, 4, 4, 0, 0, 1, 0, 1, 1);

  static Scale of(String name) {
    return switch (name) {
      case "full" -> FULL;
      case "quick" -> QUICK;
      case "tiny" -> TINY;
      default -> throw new IllegalArgumentException("There is no scale '" + name + "'");
    };
  }
}
