package io.firn.codec.parquet;

import java.util.OptionalDouble;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;

/**
 * Counts NaN values of one float or double column while it is written, and keeps the bounds of the
 * others: Parquet's own statistics know nothing of NaN, and have no bounds where one is.
 */
public final class FloatingColumn {
  private long nanCount;
  private boolean hasBounds;
  private double min = Double.POSITIVE_INFINITY;
  private double max = Double.NEGATIVE_INFINITY;

  /** Takes note of a value and returns it. */
  public float see(float value) {
    note(value);
    return value;
  }

  /** Takes note of a value and returns it. */
  public double see(double value) {
    note(value);
    return value;
  }

  /** Takes note of a value by its bits, if the type is one of floating-point numbers. */
  public void see(PrimitiveTypeName type, long bits) {
    if (type == PrimitiveTypeName.FLOAT) {
      note(Float.intBitsToFloat((int) bits));
    } else if (type == PrimitiveTypeName.DOUBLE) {
      note(Double.longBitsToDouble(bits));
    }
  }

  /** Takes note of all that the other has seen. */
  public void addAll(FloatingColumn other) {
    nanCount += other.nanCount;
    if (other.hasBounds) {
      note(other.min);
      note(other.max);
    }
  }

  private void note(double value) {
    if (Double.isNaN(value)) {
      nanCount++;
      return;
    }
    hasBounds = true;
    if (Double.compare(value, min) < 0) {
      min = value;
    }
    if (Double.compare(value, max) > 0) {
      max = value;
    }
  }

  public long nanCount() {
    return nanCount;
  }

  /** The least value that is not NaN, -0.0 before 0.0. */
  public OptionalDouble min() {
    return hasBounds ? OptionalDouble.of(min) : OptionalDouble.empty();
  }

  /** The greatest value that is not NaN, 0.0 after -0.0. */
  public OptionalDouble max() {
    return hasBounds ? OptionalDouble.of(max) : OptionalDouble.empty();
  }
}
