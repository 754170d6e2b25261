package io.firn.rowmap;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** Makes one map of the parts that the tasks of a rewrite bring. */
public final class RowMapBuilder {
  private final RowMapKind kind;
  private final long baseSnapshotId;
  private final List<TargetFile> targets = new ArrayList<>();
  private final Map<String, Integer> targetIndexes = new HashMap<>();
  private final Map<String, Runs> sources = new HashMap<>();

  public RowMapBuilder(RowMapKind kind, long baseSnapshotId) {
    this.kind = kind;
    this.baseSnapshotId = baseSnapshotId;
  }

  /** A file that the rewrite replaces, with all its physical rows. */
  public RowMapBuilder source(String path, long recordCount) {
    sources.put(path, new Runs(recordCount));
    return this;
  }

  /** A file that the rewrite wrote. */
  public RowMapBuilder target(String path, long recordCount) {
    targetIndexes.put(path, targets.size());
    targets.add(new TargetFile(path, recordCount));
    return this;
  }

  /**
   * Takes what a task saw; its sources and targets are known already.
   *
   * @throws IllegalArgumentException if they are not
   */
  public RowMapBuilder add(RowMapPart part) {
    List<Runs> partSources = new ArrayList<>();
    part.sources().forEach(path -> partSources.add(requireKnown(path, sources.get(path))));
    List<Integer> partTargets = new ArrayList<>();
    part.targets().forEach(path -> partTargets.add(requireKnown(path, targetIndexes.get(path))));
    part.forEachRun(
        (source, sourceStart, target, targetStart, length) ->
            partSources.get(source).add(sourceStart, length, partTargets.get(target), targetStart));
    return this;
  }

  private static <T> T requireKnown(String path, @org.jspecify.annotations.Nullable T known) {
    if (known == null) {
      throw new IllegalArgumentException(path + " is no file of the rewrite");
    }
    return known;
  }

  /**
   * The map.
   *
   * @throws IllegalArgumentException if it would not be sound, with the reason
   */
  public RowMap build() {
    List<SourceFile> files = new ArrayList<>();
    sources.forEach((path, runs) -> files.add(runs.toFile(path)));
    return new RowMap(kind, baseSnapshotId, targets, files);
  }

  /** A row of a source that the rewrite wrote more than once; empty if there is none. */
  public Optional<RepeatedRow> repeatedRow() {
    for (Map.Entry<String, Runs> source : sources.entrySet()) {
      OptionalLong position = source.getValue().repeatedPosition();
      if (position.isPresent()) {
        return Optional.of(new RepeatedRow(source.getKey(), position.getAsLong()));
      }
    }
    return Optional.empty();
  }

  /** The runs of one source, in any order. */
  private static final class Runs {
    private final long recordCount;
    private long[] starts = new long[4];
    private long[] lengths = new long[4];
    private int[] targets = new int[4];
    private long[] targetStarts = new long[4];
    private int size;

    Runs(long recordCount) {
      this.recordCount = recordCount;
    }

    void add(long start, long length, int target, long targetStart) {
      if (size == starts.length) {
        starts = Arrays.copyOf(starts, size * 2);
        lengths = Arrays.copyOf(lengths, size * 2);
        targets = Arrays.copyOf(targets, size * 2);
        targetStarts = Arrays.copyOf(targetStarts, size * 2);
      }
      starts[size] = start;
      lengths[size] = length;
      targets[size] = target;
      targetStarts[size] = targetStart;
      size++;
    }

    OptionalLong repeatedPosition() {
      long end = 0;
      for (int run : AscendingOrder.of(starts, size)) {
        if (starts[run] < end) {
          return OptionalLong.of(starts[run]);
        }
        end = starts[run] + lengths[run];
      }
      return OptionalLong.empty();
    }

    SourceFile toFile(String path) {
      SourceFileBuilder builder = new SourceFileBuilder(path, recordCount);
      long end = 0;
      for (int run : AscendingOrder.of(starts, size)) {
        builder.run(targets[run], targetStarts[run], starts[run] - end, lengths[run]);
        end = starts[run] + lengths[run];
      }
      return builder.build();
    }
  }
}
