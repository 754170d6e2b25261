package io.firn.maintenance;

import io.firn.error.InvalidInputException;
import io.firn.model.TableProperties;
import java.util.Locale;
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
    Order order,
    OptionalInt outputSpecId,
    OptionalInt maxFilesToRewrite,
    boolean removeDanglingDeletes) {

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
  private static final Set<String> KNOWN =
      Set.of(
          TARGET,
          MIN,
          MAX,
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
    long target =
        number(
            options,
            TARGET,
            1,
            TableProperties.longValue(
                tableProperties,
                TableProperties.TARGET_FILE_SIZE_BYTES,
                TableProperties.TARGET_FILE_SIZE_BYTES_DEFAULT));
    long min = number(options, MIN, 0, (long) (target * 0.75));
    long max = number(options, MAX, 1, (long) (target * 1.80));
    if (target <= min || target >= max) {
      throw new InvalidInputException(
          "Cannot rewrite data files: %s=%d must lie between %s=%d and %s=%d"
              .formatted(TARGET, target, MIN, min, MAX, max));
    }
    int maxCommits = integer(options, "partial-progress.max-commits", 1, 10);
    return new CompactionOptions(
        target,
        min,
        max,
        integer(options, "min-input-files", 1, 5),
        bool(options, "rewrite-all", false),
        number(options, "max-file-group-size-bytes", 1, 100L << 30),
        number(options, "max-file-group-input-files", 1, Long.MAX_VALUE),
        integer(options, "delete-file-threshold", 1, Integer.MAX_VALUE),
        ratio(options),
        integer(options, "max-concurrent-file-group-rewrites", 1, 5),
        bool(options, "partial-progress.enabled", false),
        maxCommits,
        integer(options, "partial-progress.max-failed-commits", 0, maxCommits),
        bool(options, "use-starting-sequence-number", true),
        order(options.getOrDefault("rewrite-job-order", "none")),
        optionalInt(options, "output-spec-id", 0),
        optionalInt(options, "max-files-to-rewrite", 1),
        bool(options, "remove-dangling-deletes", false));
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

  static long number(Map<String, String> options, String key, long least, long defaultValue) {
    String text = options.get(key);
    if (text == null) {
      return defaultValue;
    }
    try {
      long value = Long.parseLong(text.trim());
      if (value >= least) {
        return value;
      }
    } catch (NumberFormatException e) {
      throw invalid(key, text, "a whole number of at least " + least);
    }
    throw invalid(key, text, "a whole number of at least " + least);
  }

  static int integer(Map<String, String> options, String key, int least, int defaultValue) {
    long value = number(options, key, least, defaultValue);
    if (value > Integer.MAX_VALUE) {
      throw invalid(key, options.getOrDefault(key, ""), "at most " + Integer.MAX_VALUE);
    }
    return (int) value;
  }

  private static OptionalInt optionalInt(Map<String, String> options, String key, int least) {
    return options.containsKey(key)
        ? OptionalInt.of(integer(options, key, least, least))
        : OptionalInt.empty();
  }

  private static double ratio(Map<String, String> options) {
    String key = "delete-ratio-threshold";
    String text = options.get(key);
    if (text == null) {
      return 0.3;
    }
    try {
      double value = Double.parseDouble(text.trim());
      if (value > 0 && value <= 1) {
        return value;
      }
    } catch (NumberFormatException e) {
      throw invalid(key, text, "a number above 0 and up to 1");
    }
    throw invalid(key, text, "a number above 0 and up to 1");
  }

  private static boolean bool(Map<String, String> options, String key, boolean defaultValue) {
    return TableProperties.booleanValue(options, key, defaultValue);
  }

  private static Order order(String text) {
    for (Order order : Order.values()) {
      if (order.name().toLowerCase(Locale.ROOT).replace('_', '-').equals(text)) {
        return order;
      }
    }
    throw invalid(
        "rewrite-job-order", text, "none, bytes-asc, bytes-desc, files-asc or files-desc");
  }

  static InvalidInputException invalid(String key, String text, String expected) {
    return new InvalidInputException(
        "Cannot rewrite data files with the option %s=%s: it must be %s"
            .formatted(key, text, expected));
  }
}
