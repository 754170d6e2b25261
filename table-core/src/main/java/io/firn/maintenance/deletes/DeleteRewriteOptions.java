package io.firn.maintenance.deletes;

import io.firn.error.InvalidInputException;
import io.firn.model.TableProperties;
import java.util.Locale;
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
    Order order) {

  /** In which order groups are rewritten ({@code rewrite-job-order}). */
  public enum Order {
    NONE,
    BYTES_ASC,
    BYTES_DESC,
    FILES_ASC,
    FILES_DESC
  }

  private static final String TARGET = "target-file-size-bytes";
  private static final String MIN = "min-file-size-bytes";
  private static final String MAX = "max-file-size-bytes";
  private static final String MIN_INPUT_FILES = "min-input-files";
  private static final String REWRITE_ALL = "rewrite-all";
  private static final String GROUP_SIZE = "max-file-group-size-bytes";
  private static final String GROUP_FILES = "max-file-group-input-files";
  private static final String CONCURRENT = "max-concurrent-file-group-rewrites";
  private static final String PARTIAL = "partial-progress.enabled";
  private static final String MAX_COMMITS = "partial-progress.max-commits";
  private static final String ORDER = "rewrite-job-order";
  private static final Set<String> KNOWN =
      Set.of(
          TARGET,
          MIN,
          MAX,
          MIN_INPUT_FILES,
          REWRITE_ALL,
          GROUP_SIZE,
          GROUP_FILES,
          CONCURRENT,
          PARTIAL,
          MAX_COMMITS,
          ORDER);

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
    long target =
        number(
            options,
            TARGET,
            1,
            TableProperties.longValue(
                tableProperties,
                TableProperties.DELETE_TARGET_FILE_SIZE_BYTES,
                TableProperties.DELETE_TARGET_FILE_SIZE_BYTES_DEFAULT));
    long min = number(options, MIN, 0, (long) (target * 0.75));
    long max = number(options, MAX, 1, (long) (target * 1.80));
    if (target <= min || target >= max) {
      throw new InvalidInputException(
          "Cannot rewrite position delete files: %s=%d must lie between %s=%d and %s=%d"
              .formatted(TARGET, target, MIN, min, MAX, max));
    }
    boolean partial = TableProperties.booleanValue(options, PARTIAL, false);
    return new DeleteRewriteOptions(
        target,
        min,
        max,
        integer(options, MIN_INPUT_FILES, 1, 5),
        TableProperties.booleanValue(options, REWRITE_ALL, false),
        number(options, GROUP_SIZE, 1, 100L << 30),
        number(options, GROUP_FILES, 1, Long.MAX_VALUE),
        integer(options, CONCURRENT, 1, 5),
        partial,
        integer(options, MAX_COMMITS, partial ? 1 : Integer.MIN_VALUE, 10),
        order(options.getOrDefault(ORDER, "none")));
  }

  /**
   * The size up to which a new file may grow: what is a little larger than expected does not leave
   * a tiny rest.
   */
  public long writeMaxFileSizeBytes() {
    return (long) (targetFileSizeBytes + (maxFileSizeBytes - targetFileSizeBytes) * 0.5);
  }

  private static long number(
      Map<String, String> options, String key, long least, long defaultValue) {
    String text = options.get(key);
    if (text == null) {
      return defaultValue;
    }
    long value;
    try {
      value = Long.parseLong(text.trim());
    } catch (NumberFormatException e) {
      throw invalid(key, text, "a whole number of at least " + least);
    }
    if (value < least) {
      throw invalid(key, text, "a whole number of at least " + least);
    }
    return value;
  }

  private static int integer(Map<String, String> options, String key, int least, int defaultValue) {
    long value = number(options, key, least, defaultValue);
    if (value > Integer.MAX_VALUE) {
      throw invalid(key, options.getOrDefault(key, ""), "at most " + Integer.MAX_VALUE);
    }
    return (int) value;
  }

  private static Order order(String text) {
    for (Order order : Order.values()) {
      if (order.name().replace('_', '-').equals(text.toUpperCase(Locale.ROOT))) {
        return order;
      }
    }
    throw invalid(ORDER, text, "none, bytes-asc, bytes-desc, files-asc or files-desc");
  }

  private static InvalidInputException invalid(String key, String text, String expected) {
    return new InvalidInputException(
        "Cannot rewrite position delete files with the option %s=%s: it must be %s"
            .formatted(key, text, expected));
  }
}
