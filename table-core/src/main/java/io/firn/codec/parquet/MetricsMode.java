package io.firn.codec.parquet;

import io.firn.error.InvalidInputException;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** How much is kept of a column's stats ({@code write.metadata.metrics.*}). */
public sealed interface MetricsMode {

  /** Nothing. */
  record None() implements MetricsMode {}

  /** Size and counts, no bounds. */
  record Counts() implements MetricsMode {}

  /** Size, counts, and bounds of at most {@code length} characters or bytes. */
  record Truncate(int length) implements MetricsMode {}

  /** Size, counts and whole bounds. */
  record Full() implements MetricsMode {}

  Pattern TRUNCATE = Pattern.compile("truncate\\((\\d{1,9})\\)");

  /**
   * Parses {@code none}, {@code counts}, {@code truncate(N)} or {@code full}; {@code key} is named
   * in the error.
   */
  static MetricsMode parse(String key, String text) {
    String lower = text.trim().toLowerCase(Locale.ROOT);
    Matcher matcher = TRUNCATE.matcher(lower);
    if (matcher.matches() && Integer.parseInt(matcher.group(1)) > 0) {
      return new Truncate(Integer.parseInt(matcher.group(1)));
    }
    return switch (lower) {
      case "none" -> new None();
      case "counts" -> new Counts();
      case "full" -> new Full();
      default ->
          throw new InvalidInputException(
              "Invalid value '"
                  + text
                  + "' of "
                  + key
                  + ": expected none, counts, truncate(N) or full");
    };
  }
}
