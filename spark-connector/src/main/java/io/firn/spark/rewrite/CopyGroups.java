package io.firn.spark.rewrite;

import io.firn.model.DataFile;
import io.firn.partition.PartitionKey;
import io.firn.scan.FileTask;
import io.firn.scan.SplitPacker;
import io.firn.scan.SplitSettings;
import io.firn.scan.SplitTask;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Which files are copied by one task, and which new ones are added to them. */
final class CopyGroups {
  private static final long LEAST_BYTES = 4L << 20;
  private static final long MOST_BYTES = 128L << 20;
  private static final int LOOKBACK = 10;

  private final Map<PartitionKey, List<CopyGroup>> byPartition = new LinkedHashMap<>();
  private final Map<String, CopyGroup> byFile = new HashMap<>();

  /** Small files share a task, but not so many of them that there is no work for all cores. */
  CopyGroups(List<FileTask> files, int cores) {
    long total = files.stream().mapToLong(task -> task.file().fileSizeInBytes()).sum();
    long share = Math.max(LEAST_BYTES, Math.min(MOST_BYTES, total / Math.max(1, cores)));
    Map<PartitionKey, List<FileTask>> partitions = new LinkedHashMap<>();
    for (FileTask task : files) {
      partitions.computeIfAbsent(partition(task.file()), key -> new ArrayList<>()).add(task);
    }
    partitions.forEach((key, tasks) -> byPartition.put(key, groups(key, tasks, share)));
  }

  private List<CopyGroup> groups(PartitionKey partition, List<FileTask> tasks, long share) {
    List<CopyGroup> groups = new ArrayList<>();
    for (List<SplitTask> splits :
        SplitPacker.packUncut(tasks, new SplitSettings(share, LOOKBACK, 1))) {
      CopyGroup group = new CopyGroup(partition, splits);
      splits.forEach(split -> byFile.put(split.task().file().filePath(), group));
      groups.add(group);
    }
    return groups;
  }

  /**
   * The groups, the largest ones first. New files of less than {@code smallBytes} are added to the
   * group with the file that {@code oldFiles} has for their path, or to any of their partition;
   * others stay as they are, and so do those of a group that would have half as many rows as its
   * old files: to copy what was just written is worth it for few rows only.
   */
  List<CopyGroup> adding(List<DataFile> newFiles, long smallBytes, Map<String, String> oldFiles) {
    for (DataFile file : newFiles) {
      if (file.fileSizeInBytes() < smallBytes) {
        groupFor(file, oldFiles).ifPresent(group -> group.add(file));
      }
    }
    List<CopyGroup> groups = byPartition.values().stream().flatMap(List::stream).toList();
    groups.stream().filter(group -> !group.takesNewRows()).forEach(CopyGroup::dropNewFiles);
    return groups.stream().sorted(Comparator.comparingLong(CopyGroup::bytes).reversed()).toList();
  }

  /** A changed row may have changed its partition. */
  private Optional<CopyGroup> groupFor(DataFile file, Map<String, String> oldFiles) {
    PartitionKey partition = partition(file);
    CopyGroup ofOldFile = byFile.get(oldFiles.getOrDefault(file.filePath(), ""));
    return ofOldFile != null && ofOldFile.partition().equals(partition)
        ? Optional.of(ofOldFile)
        : byPartition.getOrDefault(partition, List.of()).stream()
            .min(Comparator.comparingLong(CopyGroup::bytes));
  }

  private static PartitionKey partition(DataFile file) {
    return new PartitionKey(file.specId(), file.partition());
  }
}
