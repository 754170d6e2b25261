package io.firn.maintenance;

import io.firn.error.InvalidInputException;
import io.firn.model.TableProperties;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;

/**
 * How data files are compacted: the options of {@code rewrite_data_files}, with Iceberg's names and
 * defaults. Sizes in bytes.
 */
public record CompactionOptions(
    long targetFileSizeBytes,
    long minFileSizeBytes,
    long maxFileSizeBytes,
    int minInputFiles,
    boolean rewriteAll,
    long maxGroupSizeBytes,
    long maxGroupInputFiles,
    int deleteFileThreshold,
    double deleteRatioThreshold,
    int maxConcurrentGroups,
    boolean partialProgress,
    int maxCommits,
    int maxFailedCommits,
    boolean usesStartingSequenceNumber,
    JobOrder order,
    OptionalInt outputSpecId,
    OptionalInt maxFilesToRewrite,
    boolean removeDanglingDeletes) {

  private static final Set<String> KNOWN =
      Set.of(
          "target-file-size-bytes",
          "min-file-size-bytes",
          "max-file-size-bytes",
          "min-input-files",
          "rewrite-all",
          "max-file-group-size-bytes",
          "max-file-group-input-files",
          "delete-file-threshold",
          "delete-ratio-threshold",
          "max-concurrent-file-group-rewrites",
          "partial-progress.enabled",
          "partial-progress.max-commits",
          "partial-progress.max-failed-commits",
          "use-starting-sequence-number",
          "rewrite-job-order",
          "output-spec-id",
          "max-files-to-rewrite",
          "remove-dangling-deletes");

  /**
   * Reads the options; what is missing has its default, the target size that of the table.
   *
   * @throws InvalidInputException for an unknown option or a value that it cannot have
   */
  public static CompactionOptions of(
      Map<String, String> options, Map<String, String> tableProperties) {
    return of(options, tableProperties, Rearrangement.BIN_PACK);
  }

  /** As {@link #of(Map, Map)}, where options of this rearrangement are known too. */
  public static CompactionOptions of(
      Map<String, String> options,
      Map<String, String> tableProperties,
      Rearrangement rearrangement) {
    requireKnown(options, rearrangement);
    RewriteOptionReader reader = reader(options);
    RewriteOptionReader.FileSizes sizes =
        reader.fileSizes(
            TableProperties.longValue(
                tableProperties,
                TableProperties.TARGET_FILE_SIZE_BYTES,
                TableProperties.TARGET_FILE_SIZE_BYTES_DEFAULT));
    int maxCommits = reader.integer("partial-progress.max-commits", 1, 10);
    return new CompactionOptions(
        sizes.target(),
        sizes.min(),
        sizes.max(),
        reader.integer("min-input-files", 1, 5),
        reader.bool("rewrite-all", false),
        reader.number("max-file-group-size-bytes", 1, 100L << 30),
        reader.number("max-file-group-input-files", 1, Long.MAX_VALUE),
        reader.integer("delete-file-threshold", 1, Integer.MAX_VALUE),
        reader.positive("delete-ratio-threshold", 1, 0.3),
        reader.integer("max-concurrent-file-group-rewrites", 1, 5),
        reader.bool("partial-progress.enabled", false),
        maxCommits,
        reader.integer("partial-progress.max-failed-commits", 0, maxCommits),
        reader.bool("use-starting-sequence-number", true),
        reader.jobOrder(),
        reader.optionalInteger("output-spec-id", 0),
        reader.optionalInteger("max-files-to-rewrite", 1),
        reader.bool("remove-dangling-deletes", false));
  }

  static RewriteOptionReader reader(Map<String, String> options) {
    return new RewriteOptionReader("rewrite data files", options);
  }

  /**
   * At how many bytes a file of shuffled rows ends: above the target, since the size of a file is
   * not known before it is written and a tiny rest is worse than a larger file.
   */
  public long shuffledFileSizeBytes() {
    return targetFileSizeBytes + (maxFileSizeBytes - targetFileSizeBytes) / 2;
  }

  private static void requireKnown(Map<String, String> options, Rearrangement rearrangement) {
    TreeSet<String> known = new TreeSet<>(KNOWN);
    known.addAll(rearrangement.optionNames());
    TreeSet<String> unknown = new TreeSet<>(options.keySet());
    unknown.removeAll(known);
    if (!unknown.isEmpty()) {
      throw new InvalidInputException(
          "Cannot rewrite data files by %s with the options %s: known are %s"
              .formatted(rearrangement, unknown, known));
    }
  }
}
