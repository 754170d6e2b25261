package io.firn.types;

/**
 * Decimals of at most {@code precision} digits (1 to 38), {@code scale} of them after the point.
 */
public record DecimalType(int precision, int scale) implements PrimitiveType {
  public static final int MAX_PRECISION = 38;

  public DecimalType {
    if (precision < 1 || precision > MAX_PRECISION || scale < 0 || scale > precision) {
      throw new IllegalArgumentException(
          "No such decimal type: decimal(" + precision + ", " + scale + ")");
    }
  }

  @Override
  public <R> R match(Cases<R> cases) {
    return cases.decimal(this);
  }

  @Override
  public String toString() {
    return "decimal(" + precision + ", " + scale + ")";
  }
}
