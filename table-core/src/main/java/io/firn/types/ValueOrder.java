package io.firn.types;

import java.nio.ByteBuffer;
import java.util.Comparator;
import java.util.UUID;

/**
 * The order of values of a primitive type: numbers ascending with -0.0 before 0.0 and NaN last,
 * strings and bytes by unsigned bytes of UTF-8, uuids as unsigned big-endian bytes.
 */
public final class ValueOrder {
  private static final Comparator<Object> NATURAL = (a, b) -> compareNatural(a, b);
  private static final Comparator<Object> BYTES =
      (a, b) -> compareUnsigned((ByteBuffer) a, (ByteBuffer) b);
  private static final Comparator<Object> STRINGS = (a, b) -> compareUtf8((String) a, (String) b);
  private static final Comparator<Object> UUIDS = (a, b) -> compareUuid((UUID) a, (UUID) b);

  private ValueOrder() {}

  /** A null-hostile comparator for in-memory values of the type (see {@link Type}). */
  public static Comparator<Object> of(PrimitiveType type) {
    if (type == SimpleType.STRING) {
      return STRINGS;
    }
    if (type == SimpleType.UUID) {
      return UUIDS;
    }
    if (type == SimpleType.BINARY || type instanceof FixedType) {
      return BYTES;
    }
    return NATURAL;
  }

  @SuppressWarnings("unchecked")
  private static int compareNatural(Object a, Object b) {
    return ((Comparable<Object>) a).compareTo(b);
  }

  private static int compareUnsigned(ByteBuffer a, ByteBuffer b) {
    int mismatch = a.mismatch(b);
    if (mismatch < 0) {
      return 0;
    }
    if (mismatch >= a.remaining() || mismatch >= b.remaining()) {
      return Integer.compare(a.remaining(), b.remaining());
    }
    return Integer.compare(
        a.get(a.position() + mismatch) & 0xff, b.get(b.position() + mismatch) & 0xff);
  }

  /**
   * By code point, which is the order of the UTF-8 bytes; plain {@code compareTo} is wrong for
   * surrogates.
   */
  private static int compareUtf8(String a, String b) {
    int shared = Math.min(a.length(), b.length());
    for (int i = 0; i < shared; i++) {
      char ca = a.charAt(i);
      char cb = b.charAt(i);
      if (ca != cb) {
        boolean surrogateA = Character.isSurrogate(ca);
        boolean surrogateB = Character.isSurrogate(cb);
        return surrogateA == surrogateB ? Character.compare(ca, cb) : surrogateA ? 1 : -1;
      }
    }
    return Integer.compare(a.length(), b.length());
  }

  private static int compareUuid(UUID a, UUID b) {
    int high = Long.compareUnsigned(a.getMostSignificantBits(), b.getMostSignificantBits());
    return high != 0
        ? high
        : Long.compareUnsigned(a.getLeastSignificantBits(), b.getLeastSignificantBits());
  }
}
