package io.firn.maintenance;

import io.firn.partition.PartitionKey;
import io.firn.scan.FileTask;
import java.util.List;

/** Data files of one partition that are rewritten together. */
public record FileGroup(PartitionKey partition, List<FileTask> tasks) {
  public FileGroup {
    tasks = List.copyOf(tasks);
  }

  public long sizeBytes() {
    return tasks.stream().mapToLong(task -> task.file().fileSizeInBytes()).sum();
  }

  /**
   * How many bytes a new file should get, so that all of the group are about as large and none is a
   * small rest. A rest that is too small for a file of its own is spread over the others.
   */
  public long outputFileSizeBytes(CompactionOptions options) {
    long size = sizeBytes();
    if (size <= options.targetFileSizeBytes()) {
      return options.maxFileSizeBytes();
    }
    long files = size / options.targetFileSizeBytes();
    long rest = size % options.targetFileSizeBytes();
    if (rest > options.minFileSizeBytes()
        || size / files
            > Math.min(options.maxFileSizeBytes(), options.targetFileSizeBytes() * 1.1)) {
      files++;
    }
    // Rows are not exactly as large in the new file, so a little more is better than a tiny rest.
    return Math.min(options.maxFileSizeBytes(), (long) (1.05 * size / files) + 1);
  }

  /**
   * Among how many new files the rows are spread when they are shuffled; {@code compressionFactor}
   * says how many bytes one of the old files becomes in the new ones. A rest that is too small for
   * a file of its own is spread over the others.
   */
  public int shuffledFiles(CompactionOptions options, double compressionFactor) {
    long size = (long) (sizeBytes() * compressionFactor);
    long target = options.targetFileSizeBytes();
    if (size < target) {
      return 1;
    }
    long files = size / target;
    long rest = size % target;
    boolean restFits =
        size / files < Math.min(1.1 * target, (double) options.shuffledFileSizeBytes());
    boolean restIsAFile = rest > options.minFileSizeBytes() || (rest > 0 && !restFits);
    return Math.toIntExact(restIsAFile ? files + 1 : files);
  }
}
