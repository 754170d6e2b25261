package io.firn.types;

/** Byte arrays of one length, in bytes. */
public record FixedType(int length) implements PrimitiveType {
  public FixedType {
    if (length < 0) {
      throw new IllegalArgumentException("Negative length of a fixed type: " + length);
    }
  }

  @Override
  public <R> R match(Cases<R> cases) {
    return cases.fixed(this);
  }

  @Override
  public String toString() {
    return "fixed[" + length + "]";
  }
}
