package io.firn.rowmap;

import java.util.Arrays;

/**
 * Takes the runs of one source in the order of the source. Runs that continue each other in source
 * and target become one.
 */
public final class SourceFileBuilder {
  private final String path;
  private final long recordCount;
  private long[] starts = new long[4];
  private long[] carried = new long[5];
  private int runs;
  private int[] segmentRuns = new int[2];
  private int[] segmentTargets = new int[1];
  private long[] segmentStarts = new long[1];
  private int segments;
  private long sourceEnd;
  private long targetEnd;

  public SourceFileBuilder(String path, long recordCount) {
    if (recordCount < 0) {
      throw new IllegalArgumentException(path + " has " + recordCount + " rows");
    }
    this.path = path;
    this.recordCount = recordCount;
  }

  /**
   * The next run begins {@code skip} rows behind the end of the one before it, and its rows lie in
   * the target from {@code targetStart} on.
   *
   * @throws IllegalArgumentException if runs overlap or go beyond the end of the source
   */
  public void run(int target, long targetStart, long skip, long length) {
    if (skip < 0) {
      throw new IllegalArgumentException(
          "two runs of " + path + " overlap before row " + sourceEnd);
    }
    if (length <= 0 || skip > recordCount - sourceEnd || length > recordCount - sourceEnd - skip) {
      throw new IllegalArgumentException(
          "a run of %d rows, %d rows after row %d of the %d rows of %s"
              .formatted(length, skip, sourceEnd, recordCount, path));
    }
    boolean continues =
        segments > 0 && segmentTargets[segments - 1] == target && targetEnd == targetStart;
    if (continues && skip == 0) {
      carried[runs] += length;
    } else {
      if (!continues) {
        beginSegment(target, targetStart);
      }
      addRun(sourceEnd + skip, length);
    }
    sourceEnd += skip + length;
    targetEnd = targetStart + length;
  }

  /** The next run goes where the one before it ends in its target. */
  public void continuedRun(long skip, long length) {
    if (segments == 0) {
      throw new IllegalArgumentException("a run of " + path + " without target");
    }
    run(segmentTargets[segments - 1], targetEnd, skip, length);
  }

  private void beginSegment(int target, long targetStart) {
    if (segments == segmentTargets.length) {
      segmentTargets = Arrays.copyOf(segmentTargets, segments * 2);
      segmentStarts = Arrays.copyOf(segmentStarts, segments * 2);
      segmentRuns = Arrays.copyOf(segmentRuns, segments * 2 + 1);
    }
    segmentTargets[segments] = target;
    segmentStarts[segments] = targetStart;
    segmentRuns[segments] = runs;
    segments++;
  }

  private void addRun(long start, long length) {
    if (runs == starts.length) {
      starts = Arrays.copyOf(starts, runs * 2);
      carried = Arrays.copyOf(carried, runs * 2 + 1);
    }
    starts[runs] = start;
    carried[runs + 1] = carried[runs] + length;
    runs++;
  }

  public SourceFile build() {
    int[] bounds = Arrays.copyOf(segmentRuns, segments + 1);
    bounds[segments] = runs;
    return new SourceFile(
        path,
        recordCount,
        Arrays.copyOf(starts, runs),
        Arrays.copyOf(carried, runs + 1),
        bounds,
        Arrays.copyOf(segmentTargets, segments),
        Arrays.copyOf(segmentStarts, segments));
  }
}
