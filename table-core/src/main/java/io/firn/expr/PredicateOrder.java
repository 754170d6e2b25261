package io.firn.expr;

import io.firn.types.PrimitiveType;
import io.firn.types.SimpleType;
import io.firn.types.Type;
import io.firn.types.ValueOrder;
import java.util.Comparator;
import java.util.UUID;

/**
 * The order by which predicates compare: as {@link ValueOrder}, but -0.0 equals 0.0, because a
 * query that asks for one wants both.
 */
final class PredicateOrder {
  private static final Comparator<Object> FLOATS =
      (a, b) -> Float.compare((Float) a + 0.0f, (Float) b + 0.0f);
  private static final Comparator<Object> DOUBLES =
      (a, b) -> Double.compare((Double) a + 0.0d, (Double) b + 0.0d);

  /** How older writers compared uuids when they computed bounds: as two signed numbers. */
  static final Comparator<Object> SIGNED_UUIDS = (a, b) -> compareSigned((UUID) a, (UUID) b);

  private PredicateOrder() {}

  static Comparator<Object> of(PrimitiveType type) {
    if (type == SimpleType.FLOAT) {
      return FLOATS;
    }
    return type == SimpleType.DOUBLE ? DOUBLES : ValueOrder.of(type);
  }

  static boolean isFloating(Type type) {
    return type == SimpleType.FLOAT || type == SimpleType.DOUBLE;
  }

  static boolean isNan(Object value) {
    return (value instanceof Double d && d.isNaN()) || (value instanceof Float f && f.isNaN());
  }

  private static int compareSigned(UUID a, UUID b) {
    int high = Long.compare(a.getMostSignificantBits(), b.getMostSignificantBits());
    return high != 0
        ? high
        : Long.compare(a.getLeastSignificantBits(), b.getLeastSignificantBits());
  }
}
