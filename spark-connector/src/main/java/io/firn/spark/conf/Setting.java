package io.firn.spark.conf;

import io.firn.error.InvalidInputException;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * The value of one setting in the first place that has it, with the name that it has there, so that
 * an error can name both.
 */
record Setting(String source, @Nullable String text) {

  Optional<String> string() {
    return Optional.ofNullable(text).map(String::trim);
  }

  boolean bool(boolean defaultValue) {
    return optionalBool().orElse(defaultValue);
  }

  Optional<Boolean> optionalBool() {
    if (text == null) {
      return Optional.empty();
    }
    return switch (text.trim().toLowerCase(Locale.ROOT)) {
      case "true" -> Optional.of(true);
      case "false" -> Optional.of(false);
      default -> throw invalid("true or false");
    };
  }

  /** A number of at least {@code min}. */
  long number(long min, long defaultValue) {
    return optionalNumber(min).orElse(defaultValue);
  }

  int number(int min, int defaultValue) {
    return optionalInt(min).orElse(defaultValue);
  }

  OptionalInt optionalInt(int min) {
    OptionalLong value = optionalNumber(min);
    if (value.isEmpty()) {
      return OptionalInt.empty();
    }
    if (value.getAsLong() > Integer.MAX_VALUE) {
      throw invalid("a number of at most " + Integer.MAX_VALUE);
    }
    return OptionalInt.of((int) value.getAsLong());
  }

  OptionalLong optionalNumber(long min) {
    if (text == null) {
      return OptionalLong.empty();
    }
    long value;
    try {
      value = Long.parseLong(text.trim());
    } catch (NumberFormatException e) {
      throw new InvalidInputException(message("a whole number"), e);
    }
    if (value < min) {
      throw invalid("a number of at least " + min);
    }
    return OptionalLong.of(value);
  }

  InvalidInputException invalid(String expected) {
    return new InvalidInputException(message(expected));
  }

  private String message(String expected) {
    return "Invalid value '" + text + "' of " + source + ": expected " + expected;
  }
}
