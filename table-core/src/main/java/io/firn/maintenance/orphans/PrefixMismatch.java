package io.firn.maintenance.orphans;

import io.firn.error.InvalidInputException;
import java.util.Arrays;
import java.util.Locale;

/**
 * What becomes of a file whose path the table reaches, but under another scheme or authority: it
 * may be that file or not.
 */
public enum PrefixMismatch {
  /** Nothing is deleted at all, and the schemes and authorities are told. */
  ERROR,
  /** It stays. */
  IGNORE,
  /** It is an orphan file. */
  DELETE;

  /**
   * By name, in any case.
   *
   * @throws InvalidInputException for any other text
   */
  public static PrefixMismatch of(String text) {
    return Arrays.stream(values())
        .filter(mode -> mode.name().equals(text.toUpperCase(Locale.ROOT)))
        .findFirst()
        .orElseThrow(
            () ->
                new InvalidInputException(
                    "Invalid mode: " + text + ". Use " + Arrays.toString(values())));
  }
}
