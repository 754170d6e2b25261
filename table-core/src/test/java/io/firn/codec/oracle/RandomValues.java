package io.firn.codec.oracle;

import io.firn.types.DecimalType;
import io.firn.types.FixedType;
import io.firn.types.ListType;
import io.firn.types.MapType;
import io.firn.types.SimpleType;
import io.firn.types.StructType;
import io.firn.types.StructValue;
import io.firn.types.Type;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;

/** Random values in memory, as {@code io.firn.types.Type} says; extremes are frequent. */
public final class RandomValues {
  private final Random random;

  public RandomValues(long seed) {
    this.random = new Random(seed);
  }

  public Random random() {
    return random;
  }

  /** A value, or null now and then when it is not required. */
  public Object value(Type type, boolean required) {
    return !required && random.nextInt(6) == 0 ? null : value(type);
  }

  public StructValue struct(StructType type) {
    return StructValue.of(
        type.fields().stream().map(f -> value(f.type(), f.required())).toArray(Object[]::new));
  }

  public Object value(Type type) {
    if (type instanceof SimpleType simple) {
      return simple(simple);
    }
    if (type instanceof DecimalType decimal) {
      BigInteger limit = BigInteger.TEN.pow(random.nextInt(decimal.precision()) + 1);
      BigInteger unscaled = new BigInteger(140, random).mod(limit);
      return new BigDecimal(random.nextBoolean() ? unscaled : unscaled.negate(), decimal.scale());
    }
    if (type instanceof FixedType fixed) {
      return bytes(fixed.length());
    }
    if (type instanceof StructType struct) {
      return struct(struct);
    }
    if (type instanceof ListType list) {
      List<Object> items = new ArrayList<>();
      for (int i = random.nextInt(4); i > 0; i--) {
        items.add(value(list.elementType(), list.elementRequired()));
      }
      return items;
    }
    MapType map = (MapType) type;
    Map<Object, Object> entries = new LinkedHashMap<>();
    for (int i = random.nextInt(4); i > 0; i--) {
      entries.put(value(map.keyType()), value(map.valueType(), map.valueRequired()));
    }
    return entries;
  }

  private Object simple(SimpleType type) {
    return switch (type) {
      case BOOLEAN -> random.nextBoolean();
      case INT ->
          random.nextInt(10) == 0
              ? (random.nextBoolean() ? Integer.MIN_VALUE : Integer.MAX_VALUE)
              : (Object) random.nextInt();
      case DATE -> random.nextInt(40_000) - 10_000;
      case LONG ->
          random.nextInt(10) == 0
              ? (random.nextBoolean() ? Long.MIN_VALUE : Long.MAX_VALUE)
              : (Object) random.nextLong();
      case TIME -> Math.floorMod(random.nextLong(), 86_400_000_000L);
      case TIMESTAMP, TIMESTAMPTZ -> random.nextLong() % 4_000_000_000_000_000L;
      case TIMESTAMP_NS, TIMESTAMPTZ_NS -> random.nextLong();
      case FLOAT -> floats()[random.nextInt(floats().length)];
      case DOUBLE -> (double) floats()[random.nextInt(floats().length)];
      case STRING -> string();
      case UUID -> new UUID(random.nextLong(), random.nextLong());
      case BINARY -> bytes(random.nextInt(24));
      case UNKNOWN -> null;
    };
  }

  private float[] floats() {
    return new float[] {
      Float.NaN,
      0.0f,
      -0.0f,
      Float.POSITIVE_INFINITY,
      Float.NEGATIVE_INFINITY,
      random.nextFloat(),
      -random.nextFloat() * 1000
    };
  }

  private String string() {
    String[] letters = {"a", "z", "Z", "0", " ", "é", "ß", "漢", "\uffff", "😀", "\u0000"};
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(24); i > 0; i--) {
      text.append(letters[random.nextInt(letters.length)]);
    }
    return text.toString();
  }

  private ByteBuffer bytes(int length) {
    byte[] bytes = new byte[length];
    random.nextBytes(bytes);
    if (random.nextInt(4) == 0) {
      java.util.Arrays.fill(bytes, (byte) 0xff);
    }
    return ByteBuffer.wrap(bytes);
  }
}
