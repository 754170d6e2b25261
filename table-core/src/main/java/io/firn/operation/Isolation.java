package io.firn.operation;

import io.firn.error.InvalidInputException;
import java.util.Locale;

/**
 * Isolation level of a statement that reads and writes ({@code write.*.isolation-level}, option
 * {@code isolation-level}).
 */
public enum Isolation {
  SERIALIZABLE,
  SNAPSHOT,
  WRITE_SERIALIZABLE;

  /**
   * Parses {@code serializable}, {@code snapshot} or {@code write-serializable} in any case; {@code
   * source} names the property or option in the error.
   */
  public static Isolation parse(String source, String text) {
    for (Isolation isolation : values()) {
      if (isolation.text().equals(text.toLowerCase(Locale.ROOT))) {
        return isolation;
      }
    }
    throw new InvalidInputException(
        "Invalid isolation level '"
            + text
            + "' of "
            + source
            + ": use serializable, snapshot or write-serializable");
  }

  public String text() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
