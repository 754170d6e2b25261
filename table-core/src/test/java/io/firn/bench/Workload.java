package io.firn.bench;

import java.nio.file.Path;
import java.util.List;

/** Something that the benchmark measures: a few cases, each a row of its table. */
interface Workload {
  String name();

  /** What is measured, in a line. */
  String title();

  List<Case> cases();

  /**
   * A case.
   *
   * @param goalMillis what the median should not exceed
   */
  record Case(String name, long goalMillis, Preparation preparation) {}

  /** Gets everything ready in an empty directory. */
  interface Preparation {
    Measured prepare(Path directory, long seed);
  }

  /** What is measured; each round does the same work. */
  interface Measured {
    void run(int round);
  }
}
