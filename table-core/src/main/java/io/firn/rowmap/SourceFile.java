package io.firn.rowmap;

import io.firn.deletes.PositionSet;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A data file that a rewrite replaced, and where its rows went. Runs are in the order of the
 * source; a segment is a row of runs that lie one after the other in one target.
 */
public final class SourceFile {
  private final String path;
  private final long recordCount;
  private final long[] starts;
  // Rows carried before each run, and before the end.
  private final long[] carried;
  private final int[] segmentRuns;
  private final int[] segmentTargets;
  private final long[] segmentStarts;

  /** The arrays belong to the file from now on; see {@link SourceFileBuilder}. */
  SourceFile(
      String path,
      long recordCount,
      long[] starts,
      long[] carried,
      int[] segmentRuns,
      int[] segmentTargets,
      long[] segmentStarts) {
    this.path = path;
    this.recordCount = recordCount;
    this.starts = starts;
    this.carried = carried;
    this.segmentRuns = segmentRuns;
    this.segmentTargets = segmentTargets;
    this.segmentStarts = segmentStarts;
  }

  public String path() {
    return path;
  }

  /** The same file under another path. */
  SourceFile at(String newPath) {
    return new SourceFile(
        newPath, recordCount, starts, carried, segmentRuns, segmentTargets, segmentStarts);
  }

  /** Physical rows of the file, dead ones included. */
  public long recordCount() {
    return recordCount;
  }

  public int runCount() {
    return starts.length;
  }

  public int segmentCount() {
    return segmentTargets.length;
  }

  /** The positions of the rows that a target has. */
  public PositionSet carried() {
    PositionSet positions = new PositionSet();
    for (int run = 0; run < runCount(); run++) {
      positions.addRange(runStart(run), runStart(run) + runLength(run));
    }
    return positions;
  }

  /** Rows that a target has. */
  public long carriedRows() {
    return carried[starts.length];
  }

  /** The index of the segment's target in the map's list. */
  public int segmentTarget(int segment) {
    return segmentTargets[segment];
  }

  /** The position in the target of the segment's first row. */
  public long segmentTargetStart(int segment) {
    return segmentStarts[segment];
  }

  /** The segment's rows, which are consecutive in the target. */
  public long segmentLength(int segment) {
    return carried[segmentRuns[segment + 1]] - carried[segmentRuns[segment]];
  }

  /** The number of the segment's first run; the segment count gives the number of all runs. */
  public int segmentFirstRun(int segment) {
    return segmentRuns[segment];
  }

  /** The position in the source of the run's first row. */
  public long runStart(int run) {
    return starts[run];
  }

  public long runLength(int run) {
    return carried[run + 1] - carried[run];
  }

  /** Rows of the source between the run and the one before it, or the beginning. */
  public long runSkip(int run) {
    return run == 0 ? starts[0] : starts[run] - runEnd(run - 1);
  }

  long runEnd(int run) {
    return starts[run] + runLength(run);
  }

  /** The position in its target of the run's first row, when the run is in the segment. */
  public long runTargetStart(int segment, int run) {
    return segmentStarts[segment] + carried[run] - carried[segmentRuns[segment]];
  }

  /** The run that has the position, or -(n + 1) when only run n and later ones are behind it. */
  int findRun(long position) {
    int index = Arrays.binarySearch(starts, position);
    if (index >= 0) {
      return index;
    }
    int before = -index - 2;
    return before >= 0 && position < runEnd(before) ? before : index;
  }

  int segmentOf(int run) {
    int index = Arrays.binarySearch(segmentRuns, 0, segmentTargets.length, run);
    return index >= 0 ? index : -index - 2;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof SourceFile that
        && path.equals(that.path)
        && recordCount == that.recordCount
        && Arrays.equals(starts, that.starts)
        && Arrays.equals(carried, that.carried)
        && Arrays.equals(segmentRuns, that.segmentRuns)
        && Arrays.equals(segmentTargets, that.segmentTargets)
        && Arrays.equals(segmentStarts, that.segmentStarts);
  }

  @Override
  public int hashCode() {
    return path.hashCode() * 31 + Arrays.hashCode(starts);
  }

  @Override
  public String toString() {
    return path + ": " + carriedRows() + " of " + recordCount + " rows in " + runCount() + " runs";
  }
}
