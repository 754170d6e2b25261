package io.firn.conflict;

import io.firn.expr.Predicate;
import io.firn.types.PrimitiveType;
import io.firn.types.SingleValue;
import io.firn.types.ValueOrder;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The values of one key column, for pruning files: all of them while they are few, then the lowest
 * and the highest, and nothing once one of them is long.
 */
final class KeyValues {
  private static final int FEW = 256;
  private static final int LONG_BYTES = 256;

  private final PrimitiveType type;
  private final Comparator<Object> order;
  private final TreeSet<Object> values;
  private boolean allKnown = true;
  private boolean boundsKnown = true;
  private boolean hasNull;

  KeyValues(PrimitiveType type) {
    this.type = type;
    this.order = ValueOrder.of(type);
    this.values = new TreeSet<>(order);
  }

  void add(@Nullable Object value) {
    if (value == null) {
      hasNull = true;
    } else if (isLong(value)) {
      forget();
    } else if (boundsKnown) {
      addShort(value);
    }
  }

  private void addShort(Object value) {
    if (!allKnown && isBetweenEnds(value)) {
      return;
    }
    values.add(value);
    if (values.size() > FEW) {
      allKnown = false;
    }
    if (!allKnown) {
      keepEnds();
    }
  }

  private boolean isBetweenEnds(Object value) {
    return values.size() == 2
        && order.compare(value, values.first()) >= 0
        && order.compare(value, values.last()) <= 0;
  }

  private void keepEnds() {
    while (values.size() > 2) {
      values.remove(values.higher(values.first()));
    }
  }

  private void forget() {
    values.clear();
    allKnown = false;
    boundsKnown = false;
  }

  private static boolean isLong(Object value) {
    return value instanceof String text
        ? text.length() > LONG_BYTES
        : value instanceof ByteBuffer bytes && bytes.remaining() > LONG_BYTES;
  }

  /** What every key's value in the column matches. */
  Predicate bounds(String column) {
    Predicate bounds = Predicate.ALWAYS_TRUE;
    if (boundsKnown) {
      bounds = values.isEmpty() ? Predicate.ALWAYS_FALSE : ofValues(column);
    }
    return hasNull ? Predicate.or(bounds, Predicate.isNull(column)) : bounds;
  }

  private Predicate ofValues(String column) {
    return allKnown
        ? Predicate.in(column, List.copyOf(values))
        : Predicate.and(
            Predicate.compare(Predicate.Operator.GT_EQ, column, values.first()),
            Predicate.compare(Predicate.Operator.LT_EQ, column, values.last()));
  }

  void write(DataOutputStream out) throws IOException {
    out.writeBoolean(allKnown);
    out.writeBoolean(boundsKnown);
    out.writeBoolean(hasNull);
    out.writeInt(values.size());
    for (Object value : values) {
      ByteBuffer bytes = SingleValue.toBytes(type, value);
      byte[] copy = new byte[bytes.remaining()];
      bytes.duplicate().get(copy);
      out.writeInt(copy.length);
      out.write(copy);
    }
  }

  /** Adds what {@link #write} wrote. */
  void addAll(DataInputStream in) throws IOException {
    boolean all = in.readBoolean();
    boolean bounds = in.readBoolean();
    hasNull |= in.readBoolean();
    int count = in.readInt();
    if (!bounds) {
      forget();
    }
    if (!all) {
      allKnown = false;
      keepEnds();
    }
    for (int i = 0; i < count; i++) {
      byte[] bytes = new byte[in.readInt()];
      in.readFully(bytes);
      add(SingleValue.fromBytes(type, ByteBuffer.wrap(bytes)));
    }
  }
}
