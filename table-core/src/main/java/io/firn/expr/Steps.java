package io.firn.expr;

import java.math.BigDecimal;
import java.util.Optional;

/** Neighbours among values of a type without fractions between them. */
final class Steps {
  private Steps() {}

  /** The next greater value; empty for the greatest. Decimals go past their precision. */
  static Optional<Object> next(Object value) {
    if (value instanceof Integer i) {
      return i == Integer.MAX_VALUE ? Optional.empty() : Optional.of(i + 1);
    }
    if (value instanceof Long l) {
      return l == Long.MAX_VALUE ? Optional.empty() : Optional.of(l + 1);
    }
    BigDecimal decimal = (BigDecimal) value;
    return Optional.of(decimal.add(decimal.ulp()));
  }

  /** The next smaller value; empty for the smallest. Decimals go past their precision. */
  static Optional<Object> previous(Object value) {
    if (value instanceof Integer i) {
      return i == Integer.MIN_VALUE ? Optional.empty() : Optional.of(i - 1);
    }
    if (value instanceof Long l) {
      return l == Long.MIN_VALUE ? Optional.empty() : Optional.of(l - 1);
    }
    BigDecimal decimal = (BigDecimal) value;
    return Optional.of(decimal.subtract(decimal.ulp()));
  }
}
