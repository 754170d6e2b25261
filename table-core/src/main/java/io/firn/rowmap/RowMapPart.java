package io.firn.rowmap;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What one task of a rewrite saw: runs of rows that follow each other in source and target, in the
 * order in which they were written. Grows by the run, never by the row. Not thread-safe.
 */
public final class RowMapPart {
  private final List<String> sources = new ArrayList<>();
  private final List<String> targets = new ArrayList<>();
  private final Map<String, Integer> sourceIndexes = new HashMap<>();
  private int[] runSources = new int[4];
  private int[] runTargets = new int[4];
  private long[] sourceStarts = new long[4];
  private long[] targetStarts = new long[4];
  private long[] lengths = new long[4];
  private int runs;

  /** One run of rows. */
  @FunctionalInterface
  public interface RunConsumer {
    void accept(int source, long sourceStart, int target, long targetStart, long length);
  }

  /** The index of the source, a new one if it was not seen before. */
  public int source(String path) {
    Integer known = sourceIndexes.get(path);
    if (known != null) {
      return known;
    }
    sourceIndexes.put(path, sources.size());
    sources.add(path);
    return sources.size() - 1;
  }

  /** The index of a target, which must be another than those before. */
  public int newTarget(String path) {
    targets.add(path);
    return targets.size() - 1;
  }

  public void add(int source, long sourceStart, int target, long targetStart, long length) {
    if (runs == lengths.length) {
      grow();
    }
    runSources[runs] = source;
    runTargets[runs] = target;
    sourceStarts[runs] = sourceStart;
    targetStarts[runs] = targetStart;
    lengths[runs] = length;
    runs++;
  }

  private void grow() {
    int capacity = runs * 2;
    runSources = Arrays.copyOf(runSources, capacity);
    runTargets = Arrays.copyOf(runTargets, capacity);
    sourceStarts = Arrays.copyOf(sourceStarts, capacity);
    targetStarts = Arrays.copyOf(targetStarts, capacity);
    lengths = Arrays.copyOf(lengths, capacity);
  }

  /** By index. */
  public List<String> sources() {
    return Collections.unmodifiableList(sources);
  }

  /** By index. */
  public List<String> targets() {
    return Collections.unmodifiableList(targets);
  }

  public int runCount() {
    return runs;
  }

  public void forEachRun(RunConsumer consumer) {
    for (int i = 0; i < runs; i++) {
      consumer.accept(runSources[i], sourceStarts[i], runTargets[i], targetStarts[i], lengths[i]);
    }
  }
}
