package io.firn.types;

/** Semi-structured values (format version 3). */
public enum VariantType implements Type {
  VARIANT;

  @Override
  public <R> R match(Cases<R> cases) {
    return cases.variant(this);
  }

  @Override
  public String toString() {
    return "variant";
  }
}
