package io.firn.rowmap;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** What must hold of a whole map; {@link SourceFileBuilder} sees to the single source. */
final class RowMapChecks {
  private RowMapChecks() {}

  static void check(RowMapKind kind, List<TargetFile> targets, List<SourceFile> sources) {
    requireUnique(targets, sources);
    int[] counts = new int[targets.size()];
    for (SourceFile source : sources) {
      for (int i = 0; i < source.segmentCount(); i++) {
        requireWithinTarget(source, i, targets);
        counts[source.segmentTarget(i)]++;
      }
    }
    Coverage[] coverages = new Coverage[targets.size()];
    for (int i = 0; i < coverages.length; i++) {
      coverages[i] = new Coverage(counts[i]);
    }
    for (SourceFile source : sources) {
      for (int i = 0; i < source.segmentCount(); i++) {
        coverages[source.segmentTarget(i)].add(
            source.segmentTargetStart(i), source.segmentLength(i));
      }
    }
    for (int i = 0; i < coverages.length; i++) {
      coverages[i].check(kind, targets.get(i));
    }
  }

  private static void requireUnique(List<TargetFile> targets, List<SourceFile> sources) {
    Set<String> paths = new HashSet<>();
    for (TargetFile target : targets) {
      if (!paths.add(target.path())) {
        throw new IllegalArgumentException("the target " + target.path() + " comes twice");
      }
    }
    for (int i = 1; i < sources.size(); i++) {
      if (sources.get(i).path().equals(sources.get(i - 1).path())) {
        throw new IllegalArgumentException("the source " + sources.get(i).path() + " comes twice");
      }
    }
  }

  private static void requireWithinTarget(
      SourceFile source, int segment, List<TargetFile> targets) {
    int target = source.segmentTarget(segment);
    if (target < 0 || target >= targets.size()) {
      throw new IllegalArgumentException(
          source.path() + " has rows in target " + target + " of " + targets.size());
    }
    long start = source.segmentTargetStart(segment);
    long length = source.segmentLength(segment);
    TargetFile file = targets.get(target);
    if (start < 0 || start > file.recordCount() - length) {
      throw new IllegalArgumentException(
          "%d rows of %s from row %d on of %s, which has %d rows"
              .formatted(length, source.path(), start, file.path(), file.recordCount()));
    }
  }

  /** Half-open ranges of one target's rows. */
  private static final class Coverage {
    private final long[] starts;
    private final long[] ends;
    private int size;

    Coverage(int count) {
      starts = new long[count];
      ends = new long[count];
    }

    void add(long start, long length) {
      starts[size] = start;
      ends[size] = start + length;
      size++;
    }

    /**
     * Ranges are disjoint exactly if, with all starts and all ends sorted on their own, no range
     * starts before the one in front of it has ended.
     */
    void check(RowMapKind kind, TargetFile target) {
      Arrays.sort(starts);
      Arrays.sort(ends);
      long covered = 0;
      for (int i = 0; i < size; i++) {
        if (i > 0 && starts[i] < ends[i - 1]) {
          throw new IllegalArgumentException(
              "two rows went to row " + starts[i] + " of " + target.path());
        }
        covered += ends[i] - starts[i];
      }
      if (kind == RowMapKind.COMPACTION && covered != target.recordCount()) {
        throw new IllegalArgumentException(
            "of the %d rows of %s only %d come from a source of the compaction"
                .formatted(target.recordCount(), target.path(), covered));
      }
    }
  }
}
