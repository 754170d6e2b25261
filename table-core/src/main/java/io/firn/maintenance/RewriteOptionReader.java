package io.firn.maintenance;

import io.firn.error.InvalidInputException;
import io.firn.model.TableProperties;
import java.util.Map;
import java.util.OptionalInt;

/**
 * The values of a rewrite procedure's options. A value that an option cannot have is an {@link
 * InvalidInputException} with the option, the value and what it may be.
 *
 * @param rewrite what the procedure does, as in "Cannot rewrite data files"
 */
public record RewriteOptionReader(String rewrite, Map<String, String> options) {
  private static final String TARGET = "target-file-size-bytes";
  private static final String MIN = "min-file-size-bytes";
  private static final String MAX = "max-file-size-bytes";

  public RewriteOptionReader {
    options = Map.copyOf(options);
  }

  /** How large files shall be, and from which size on and up to which they are left alone. */
  public record FileSizes(long target, long min, long max) {}

  /** The three sizes, in bytes; by default 75 % and 180 % of the target. */
  public FileSizes fileSizes(long defaultTarget) {
    long target = number(TARGET, 1, defaultTarget);
    long min = number(MIN, 0, (long) (target * 0.75));
    long max = number(MAX, 1, (long) (target * 1.80));
    if (target <= min || target >= max) {
      throw new InvalidInputException(
          "Cannot %s: %s=%d must lie between %s=%d and %s=%d"
              .formatted(rewrite, TARGET, target, MIN, min, MAX, max));
    }
    return new FileSizes(target, min, max);
  }

  public JobOrder jobOrder() {
    String text = options.getOrDefault("rewrite-job-order", "none");
    return JobOrder.of(text)
        .orElseThrow(
            () ->
                invalid(
                    "rewrite-job-order",
                    text,
                    "none, bytes-asc, bytes-desc, files-asc or files-desc"));
  }

  public long number(String key, long least, long defaultValue) {
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

  public int integer(String key, int least, int defaultValue) {
    long value = number(key, least, defaultValue);
    if (value > Integer.MAX_VALUE) {
      throw invalid(key, options.getOrDefault(key, ""), "at most " + Integer.MAX_VALUE);
    }
    return (int) value;
  }

  public OptionalInt optionalInteger(String key, int least) {
    return options.containsKey(key)
        ? OptionalInt.of(integer(key, least, least))
        : OptionalInt.empty();
  }

  public boolean bool(String key, boolean defaultValue) {
    return TableProperties.booleanValue(options, key, defaultValue);
  }

  /** A number above 0 and up to {@code most}. */
  double positive(String key, double most, double defaultValue) {
    String text = options.get(key);
    if (text == null) {
      return defaultValue;
    }
    double value;
    try {
      value = Double.parseDouble(text.trim());
    } catch (NumberFormatException e) {
      value = Double.NaN;
    }
    if (value > 0 && value <= most) {
      return value;
    }
    throw invalid(
        key, text, "a number above 0" + (most < Double.MAX_VALUE ? " and up to " + most : ""));
  }

  private InvalidInputException invalid(String key, String text, String expected) {
    return new InvalidInputException(
        "Cannot %s with the option %s=%s: it must be %s".formatted(rewrite, key, text, expected));
  }
}
