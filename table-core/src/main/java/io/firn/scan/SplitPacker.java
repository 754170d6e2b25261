package io.firn.scan;

import io.firn.model.DataFile;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;

/**
 * Cuts files at their split offsets, or every {@code targetSize} bytes when they have none, and
 * packs the pieces into groups of about that size: each piece goes into the first of the open
 * groups with room for it. Neighbouring pieces of one file in one group become one again. Sizes of
 * deletes count, and each file and delete file counts at least as much as it costs to open. The
 * same input gives the same groups.
 */
public final class SplitPacker {
  private SplitPacker() {}

  /** The groups; every byte range of every task is in exactly one of them. */
  public static List<List<SplitTask>> pack(List<FileTask> tasks, SplitSettings settings) {
    return pack(tasks, settings, task -> split(task, settings.targetSize()));
  }

  /** As {@link #pack}, but every file is a piece, so that a group may be larger than wanted. */
  public static List<List<SplitTask>> packUncut(List<FileTask> tasks, SplitSettings settings) {
    return pack(tasks, settings, task -> List.of(whole(task)));
  }

  private static List<List<SplitTask>> pack(
      List<FileTask> tasks, SplitSettings settings, Function<FileTask, List<SplitTask>> cut) {
    List<Group> done = new ArrayList<>();
    List<Group> open = new ArrayList<>();
    for (FileTask task : tasks) {
      for (SplitTask split : cut.apply(task)) {
        place(split, weight(split, settings), open, done, settings);
      }
    }
    done.addAll(open);
    return done.stream().map(group -> merged(group.splits)).toList();
  }

  /** What a scan weighs, in bytes: files and deletes, each file at least its open cost. */
  public static long scanSize(List<FileTask> tasks, SplitSettings settings) {
    return tasks.stream().mapToLong(task -> weight(whole(task), settings)).sum();
  }

  private static SplitTask whole(FileTask task) {
    return new SplitTask(task, 0, task.file().fileSizeInBytes());
  }

  private static void place(
      SplitTask split, long weight, List<Group> open, List<Group> done, SplitSettings settings) {
    for (Group group : open) {
      if (group.weight + weight <= settings.targetSize()) {
        group.add(split, weight);
        return;
      }
    }
    Group group = new Group();
    group.add(split, weight);
    open.add(group);
    if (open.size() > settings.lookback()) {
      Group fullest = open.stream().max(Comparator.comparingLong(g -> g.weight)).orElseThrow();
      open.remove(fullest);
      done.add(fullest);
    }
  }

  private static long weight(SplitTask split, SplitSettings settings) {
    FileTask task = split.task();
    long bytes = split.length() + deleteBytes(task);
    long files = 1L + task.positionDeletes().size() + task.equalityDeletes().size();
    return Math.max(bytes, files * settings.openFileCost());
  }

  private static long deleteBytes(FileTask task) {
    long bytes = 0;
    for (DataFile delete : task.positionDeletes()) {
      bytes += delete.contentSizeInBytes().orElse(delete.fileSizeInBytes());
    }
    for (DataFile delete : task.equalityDeletes()) {
      bytes += delete.fileSizeInBytes();
    }
    return bytes;
  }

  private static List<SplitTask> split(FileTask task, long targetSize) {
    long size = task.file().fileSizeInBytes();
    List<Long> offsets = task.file().splitOffsets();
    List<SplitTask> splits = new ArrayList<>();
    if (areUsable(offsets, size)) {
      for (int i = 0; i < offsets.size(); i++) {
        long end = i + 1 < offsets.size() ? offsets.get(i + 1) : size;
        splits.add(new SplitTask(task, offsets.get(i), end - offsets.get(i)));
      }
      return splits;
    }
    for (long start = 0; start < size; start += targetSize) {
      splits.add(new SplitTask(task, start, Math.min(targetSize, size - start)));
    }
    return splits.isEmpty() ? List.of(whole(task)) : splits;
  }

  /** Some writers left wrong offsets: they must ascend within the file. */
  private static boolean areUsable(List<Long> offsets, long size) {
    long last = -1;
    for (long offset : offsets) {
      if (offset <= last || offset >= size) {
        return false;
      }
      last = offset;
    }
    return !offsets.isEmpty();
  }

  private static List<SplitTask> merged(List<SplitTask> splits) {
    List<SplitTask> merged = new ArrayList<>();
    for (SplitTask split : splits) {
      int end = merged.size() - 1;
      if (end >= 0 && follows(merged.get(end), split)) {
        SplitTask last = merged.get(end);
        merged.set(end, new SplitTask(last.task(), last.start(), last.length() + split.length()));
      } else {
        merged.add(split);
      }
    }
    return merged;
  }

  private static boolean follows(SplitTask first, SplitTask second) {
    return first.task() == second.task() && first.start() + first.length() == second.start();
  }

  private static final class Group {
    private final List<SplitTask> splits = new ArrayList<>();
    private long weight;

    void add(SplitTask split, long splitWeight) {
      splits.add(split);
      weight += splitWeight;
    }
  }
}
