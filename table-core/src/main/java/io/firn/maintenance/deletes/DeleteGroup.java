package io.firn.maintenance.deletes;

import io.firn.operation.AgedFile;
import io.firn.partition.PartitionKey;
import java.util.List;
import java.util.Map;

/**
 * Position delete files of one partition that are rewritten together.
 *
 * @param targets the live data files of the partition of which they may delete rows, with their
 *     data sequence number: deletes that are older do not apply to them. Files with a deletion
 *     vector are not among them, since nothing else deletes their rows.
 */
public record DeleteGroup(PartitionKey partition, List<AgedFile> files, Map<String, Long> targets) {
  public DeleteGroup {
    files = List.copyOf(files);
  }

  public long sizeBytes() {
    return files.stream().mapToLong(file -> file.file().fileSizeInBytes()).sum();
  }

  /** The age of what takes their place: that of the newest. */
  public long dataSequenceNumber() {
    return files.stream().mapToLong(AgedFile::dataSequenceNumber).max().orElse(0);
  }

  /**
   * Into how many files they go, so that none is a small rest: a rest that is too small for a file
   * of its own is spread over the others.
   */
  public int outputFiles(DeleteRewriteOptions options) {
    long size = sizeBytes();
    long target = options.targetFileSizeBytes();
    if (size < target) {
      return 1;
    }
    long files = size / target;
    long rest = size % target;
    boolean isSpread =
        rest <= options.minFileSizeBytes()
            && size / files < Math.min(1.1 * target, (double) options.writeMaxFileSizeBytes());
    return (int) (rest == 0 || isSpread ? files : files + 1);
  }
}
