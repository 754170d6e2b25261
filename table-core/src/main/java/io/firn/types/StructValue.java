package io.firn.types;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Values of a struct by position; absent values are null. Equality is by value, as {@code
 * Objects.equals} of each position.
 */
public final class StructValue {
  private static final StructValue EMPTY = new StructValue(new Object[0]);

  private final @Nullable Object[] values;

  private StructValue(@Nullable Object[] values) {
    this.values = values;
  }

  /** Takes a copy of the array. */
  public static StructValue of(@Nullable Object... values) {
    return new StructValue(values.clone());
  }

  public static StructValue empty() {
    return EMPTY;
  }

  public int size() {
    return values.length;
  }

  /** The value at a position, null when absent. */
  public @Nullable Object at(int position) {
    return values[position];
  }

  public @Nullable Object[] toArray() {
    return values.clone();
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof StructValue that && Arrays.equals(values, that.values);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(values);
  }

  @Override
  public String toString() {
    return Arrays.toString(values);
  }
}
