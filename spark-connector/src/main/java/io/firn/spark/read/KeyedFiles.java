package io.firn.spark.read;

import io.firn.partition.Transform;
import io.firn.scan.FileTask;
import io.firn.scan.SplitSettings;
import io.firn.scan.SplitTask;
import io.firn.types.StructValue;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;

/**
 * The files of a scan by the keys of a join that could do without a shuffle: how many bytes each
 * key has, how many each task would have if keys did not matter, and how many a task should have.
 */
public record KeyedFiles(
    List<Key> keys, Map<StructValue, Long> bytesByKey, List<Long> splitBytes, long splitSize) {

  /** One key may have as many splits: its rows are sorted in one task. */
  static final long MAX_SPLITS_OF_A_KEY = 8;

  /** A column and what is made of it. */
  public record Key(String column, Transform transform) {}

  /** What runs at once, and into how many parts Spark would shuffle. */
  public record Parallelism(int cores, int shufflePartitions) {}

  static KeyedFiles of(
      List<Key> keys,
      Map<StructValue, List<FileTask>> groups,
      List<List<SplitTask>> splits,
      long splitSize) {
    Map<StructValue, Long> bytesByKey = new HashMap<>();
    groups.forEach(
        (key, tasks) ->
            bytesByKey.put(
                key, tasks.stream().mapToLong(task -> task.file().fileSizeInBytes()).sum()));
    List<Long> splitBytes =
        splits.stream().map(split -> split.stream().mapToLong(SplitTask::length).sum()).toList();
    return new KeyedFiles(keys, bytesByKey, splitBytes, splitSize);
  }

  /**
   * Whether a join with those files, which have the same keys, surely gains if each key is one
   * task: the keys keep the cores about as busy as the splits, there are not many more tasks, and
   * none is so large that sorting it costs what a shuffle does.
   */
  public boolean joinsByKeyWith(KeyedFiles other, Parallelism parallelism) {
    Map<StructValue, Long> together = new HashMap<>(bytesByKey);
    other.bytesByKey.forEach((key, bytes) -> together.merge(key, bytes, Long::sum));
    List<Long> splits = new ArrayList<>(splitBytes);
    splits.addAll(other.splitBytes);
    long total = together.values().stream().mapToLong(Long::longValue).sum();
    long split = Math.max(splitSize, other.splitSize);
    long large = Math.max(MAX_SPLITS_OF_A_KEY * split, total / parallelism.shufflePartitions());
    int manyTasks =
        Math.max(splits.size(), Math.max(parallelism.cores(), parallelism.shufflePartitions()));
    long bytesOfACore = ofBusiest(splits, parallelism.cores());
    return together.size() <= manyTasks
        && together.values().stream().allMatch(bytes -> bytes <= large)
        && ofBusiest(together.values(), parallelism.cores())
            <= Math.max(
                bytesOfACore + bytesOfACore / 2, Math.min(split, SplitSettings.MIN_ADAPTED_SIZE));
  }

  /** The bytes of the core that has most to do, when each gets the largest task left. */
  private static long ofBusiest(Collection<Long> tasks, int cores) {
    List<Long> largestFirst = new ArrayList<>(tasks);
    largestFirst.sort(Collections.reverseOrder());
    PriorityQueue<Long> loads = new PriorityQueue<>();
    long most = 0;
    for (long bytes : largestFirst) {
      long load = bytes + (loads.size() < cores ? 0 : loads.remove());
      loads.add(load);
      most = Math.max(most, load);
    }
    return most;
  }
}
