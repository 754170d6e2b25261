package io.firn.race;

import io.firn.rowmap.RowMapPart;

/** Mistakes that a race must notice. */
enum Mutation {
  NONE,
  /** A run of a row map is one row off. */
  SHIFTED_RUN,
  /** A row map lacks a run. */
  MISSING_RUN,
  /** Two runs of a row map have each other's targets. */
  SWAPPED_TARGETS,
  /** A compacted file is newer than its rows. */
  WRONG_AGE,
  /** An UPDATE or MERGE says that it only deletes, so that it may meet others on a row. */
  WRONG_COMMAND,
  /** A statement's deletes of a file lack the earlier ones that they replace. */
  FORGOTTEN_DELETES,
  /** A statement says that it read what is there when it commits. */
  LATE_BASE;

  private record Run(int source, long sourceStart, int target, long targetStart, long length) {}

  private boolean spoilsMaps() {
    return this == SHIFTED_RUN || this == MISSING_RUN || this == SWAPPED_TARGETS;
  }

  /** The part with the mistake; as it is if it has no runs to spoil. */
  RowMapPart spoil(RowMapPart part) {
    if (!spoilsMaps() || part.runCount() == 0) {
      return part;
    }
    java.util.List<Run> runs = new java.util.ArrayList<>();
    part.forEachRun((s, start, t, at, length) -> runs.add(new Run(s, start, t, at, length)));
    switch (this) {
      case MISSING_RUN -> runs.remove(runs.size() - 1);
      case SHIFTED_RUN -> {
        Run last = runs.remove(runs.size() - 1);
        runs.add(
            new Run(
                last.source(),
                last.sourceStart() + 1,
                last.target(),
                last.targetStart(),
                last.length()));
      }
      case SWAPPED_TARGETS -> swap(runs);
      default -> {}
    }
    RowMapPart spoilt = new RowMapPart();
    part.sources().forEach(spoilt::source);
    part.targets().forEach(spoilt::newTarget);
    runs.forEach(
        r -> spoilt.add(r.source(), r.sourceStart(), r.target(), r.targetStart(), r.length()));
    return spoilt;
  }

  /** Exchanges the places of two runs of one length. */
  private static void swap(java.util.List<Run> runs) {
    for (int i = 0; i < runs.size(); i++) {
      for (int j = i + 1; j < runs.size(); j++) {
        Run a = runs.get(i);
        Run b = runs.get(j);
        if (a.length() == b.length()) {
          runs.set(
              i, new Run(a.source(), a.sourceStart(), b.target(), b.targetStart(), a.length()));
          runs.set(
              j, new Run(b.source(), b.sourceStart(), a.target(), a.targetStart(), b.length()));
          return;
        }
      }
    }
  }
}
