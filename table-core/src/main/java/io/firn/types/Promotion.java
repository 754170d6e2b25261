package io.firn.types;

/** Which type changes keep old data files readable (spec: Schema Evolution). */
public final class Promotion {
  private Promotion() {}

  /**
   * Whether a column of type {@code from} may become {@code to} in a table of the format version. A
   * type may always stay what it is.
   */
  public static boolean isAllowed(Type from, Type to, int formatVersion) {
    if (from.equals(to)) {
      return true;
    }
    if (from == SimpleType.INT) {
      return to == SimpleType.LONG;
    }
    if (from == SimpleType.FLOAT) {
      return to == SimpleType.DOUBLE;
    }
    if (from instanceof DecimalType a && to instanceof DecimalType b) {
      return a.scale() == b.scale() && b.precision() >= a.precision();
    }
    if (formatVersion < 3) {
      return false;
    }
    if (from == SimpleType.DATE) {
      return to == SimpleType.TIMESTAMP || to == SimpleType.TIMESTAMP_NS;
    }
    return from == SimpleType.UNKNOWN && to.isPrimitive();
  }
}
