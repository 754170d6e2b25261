package io.firn.maintenance.deletes;

import io.firn.error.InvalidInputException;
import io.firn.maintenance.JobOrder;
import io.firn.maintenance.RewriteOptionReader;
import io.firn.model.TableProperties;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * How position deletes are rewritten: the options of {@code rewrite_position_delete_files}, with
 * Iceberg's names and defaults. Sizes in bytes.
 */
public record DeleteRewriteOptions(
    long targetFileSizeBytes,
    long minFileSizeBytes,
    long maxFileSizeBytes,
    int minInputFiles,
    boolean rewriteAll,
    long maxGroupSizeBytes,
    long maxGroupInputFiles,
    int maxConcurrentGroups,
    boolean partialProgress,
    int maxCommits,
    JobOrder order) {

  private static final Set<String> KNOWN =
      Set.of(
          "target-file-size-bytes",
          "min-file-size-bytes",
          "max-file-size-bytes",
          "min-input-files",
          "rewrite-all",
          "max-file-group-size-bytes",
          "max-file-group-input-files",
          "max-concurrent-file-group-rewrites",
          "partial-progress.enabled",
          "partial-progress.max-commits",
          "rewrite-job-order");

  /**
   * Reads the options; what is missing has its default, the target size that of the table.
   *
   * @throws InvalidInputException for an unknown option or a value that it cannot have
   */
  public static DeleteRewriteOptions of(
      Map<String, String> options, Map<String, String> tableProperties) {
    TreeSet<String> unknown = new TreeSet<>(options.keySet());
    unknown.removeAll(KNOWN);
    if (!unknown.isEmpty()) {
      throw new InvalidInputException(
          ("Cannot rewrite position delete files: Cannot use options %s, they are not supported;"
                  + " known are %s")
              .formatted(unknown, new TreeSet<>(KNOWN)));
    }
    RewriteOptionReader reader = new RewriteOptionReader("rewrite position delete files", options);
    RewriteOptionReader.FileSizes sizes =
        reader.fileSizes(
            TableProperties.longValue(
                tableProperties,
                TableProperties.DELETE_TARGET_FILE_SIZE_BYTES,
                TableProperties.DELETE_TARGET_FILE_SIZE_BYTES_DEFAULT));
    boolean partial = reader.bool("partial-progress.enabled", false);
    return new DeleteRewriteOptions(
        sizes.target(),
        sizes.min(),
        sizes.max(),
        reader.integer("min-input-files", 1, 5),
        reader.bool("rewrite-all", false),
        reader.number("max-file-group-size-bytes", 1, 100L << 30),
        reader.number("max-file-group-input-files", 1, Long.MAX_VALUE),
        reader.integer("max-concurrent-file-group-rewrites", 1, 5),
        partial,
        reader.integer("partial-progress.max-commits", partial ? 1 : Integer.MIN_VALUE, 10),
        reader.jobOrder());
  }

  /**
   * The size up to which a new file may grow: what is a little larger than expected does not leave
   * a tiny rest.
   */
  public long writeMaxFileSizeBytes() {
    return (long) (targetFileSizeBytes + (maxFileSizeBytes - targetFileSizeBytes) * 0.5);
  }
}
