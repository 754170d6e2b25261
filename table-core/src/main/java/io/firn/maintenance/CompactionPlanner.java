package io.firn.maintenance;

import io.firn.model.DataFile;
import io.firn.partition.PartitionKey;
import io.firn.scan.FileTask;
import io.firn.types.StructValue;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Chooses the data files that a compaction by bin-packing rewrites: files that are too small or too
 * large, or of which too many rows are deleted. Packs them into groups of one partition each; files
 * of other partition specs than the one to write with are packed together, since their rows go to
 * other partitions anyway.
 */
public final class CompactionPlanner {
  private final CompactionOptions options;
  private final int outputSpecId;

  /** {@code outputSpecId} is the partition spec of the new files. */
  public CompactionPlanner(CompactionOptions options, int outputSpecId) {
    this.options = options;
    this.outputSpecId = outputSpecId;
  }

  /** The groups, in the order in which they are to be rewritten. */
  public List<FileGroup> plan(List<FileTask> tasks) {
    Map<PartitionKey, List<FileTask>> byPartition = new LinkedHashMap<>();
    for (FileTask task : tasks) {
      if (options.rewriteAll() || isWanted(task)) {
        byPartition.computeIfAbsent(partition(task.file()), key -> new ArrayList<>()).add(task);
      }
    }
    List<FileGroup> groups = new ArrayList<>();
    byPartition.forEach((partition, files) -> groups.addAll(pack(partition, files)));
    List<FileGroup> ordered = groups.stream().sorted(order()).toList();
    return options.maxFilesToRewrite().isPresent()
        ? first(ordered, options.maxFilesToRewrite().getAsInt())
        : ordered;
  }

  private PartitionKey partition(DataFile file) {
    return file.specId() == outputSpecId
        ? new PartitionKey(outputSpecId, file.partition())
        : new PartitionKey(outputSpecId, StructValue.empty());
  }

  /** As many groups as have so many files; the last one may lose some. */
  private static List<FileGroup> first(List<FileGroup> groups, int maxFiles) {
    List<FileGroup> chosen = new ArrayList<>();
    int left = maxFiles;
    for (FileGroup group : groups) {
      if (left == 0) {
        break;
      }
      List<FileTask> tasks = group.tasks().subList(0, Math.min(left, group.tasks().size()));
      chosen.add(new FileGroup(group.partition(), tasks));
      left -= tasks.size();
    }
    return chosen;
  }

  private boolean isWanted(FileTask task) {
    long size = task.file().fileSizeInBytes();
    return size < options.minFileSizeBytes()
        || size > options.maxFileSizeBytes()
        || hasManyDeletes(task);
  }

  private boolean hasManyDeletes(FileTask task) {
    int files = task.positionDeletes().size() + task.equalityDeletes().size();
    if (files >= options.deleteFileThreshold()) {
      return true;
    }
    long deleted =
        task.positionDeletes().stream()
            .filter(delete -> delete.referencedDataFile().isPresent())
            .mapToLong(DataFile::recordCount)
            .sum();
    return deleted > 0
        && Math.min(deleted, task.file().recordCount())
            >= options.deleteRatioThreshold() * task.file().recordCount();
  }

  /** Next fit into groups of the greatest size, in the order of the files. */
  private List<FileGroup> pack(PartitionKey partition, List<FileTask> files) {
    List<List<FileTask>> bins = new ArrayList<>();
    List<Long> sizes = new ArrayList<>();
    for (FileTask task : files) {
      long size = task.file().fileSizeInBytes();
      int last = bins.size() - 1;
      boolean fits =
          last >= 0
              && sizes.get(last) + size <= options.maxGroupSizeBytes()
              && bins.get(last).size() < options.maxGroupInputFiles();
      if (fits) {
        bins.get(last).add(task);
        sizes.set(last, sizes.get(last) + size);
      } else {
        bins.add(new ArrayList<>(List.of(task)));
        sizes.add(size);
      }
    }
    return bins.stream().map(bin -> new FileGroup(partition, bin)).filter(this::isWorthIt).toList();
  }

  private boolean isWorthIt(FileGroup group) {
    return options.rewriteAll()
        || (group.tasks().size() > 1 && group.tasks().size() >= options.minInputFiles())
        || (group.tasks().size() > 1 && group.sizeBytes() > options.targetFileSizeBytes())
        || group.sizeBytes() > options.maxFileSizeBytes()
        || group.tasks().stream().anyMatch(this::hasManyDeletes);
  }

  private Comparator<FileGroup> order() {
    return options.order().comparator(FileGroup::sizeBytes, group -> group.tasks().size());
  }
}
