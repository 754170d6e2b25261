package io.firn.partition;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.firn.types.DecimalType;
import io.firn.types.Field;
import io.firn.types.FixedType;
import io.firn.types.PrimitiveType;
import io.firn.types.Schema;
import io.firn.types.SimpleType;
import io.firn.types.StructValue;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import org.apache.iceberg.PartitionData;
import org.apache.iceberg.transforms.Transforms;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.apache.iceberg.util.SerializableFunction;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Transforms, their types and partition paths are those of Apache Iceberg, on random values. */
@Tag("iceberg-oracle")
class TransformOracleTest {
  private static final List<PrimitiveType> TYPES =
      List.of(
          SimpleType.BOOLEAN,
          SimpleType.INT,
          SimpleType.LONG,
          SimpleType.FLOAT,
          SimpleType.DOUBLE,
          SimpleType.DATE,
          SimpleType.TIME,
          SimpleType.TIMESTAMP,
          SimpleType.TIMESTAMPTZ,
          SimpleType.TIMESTAMP_NS,
          SimpleType.TIMESTAMPTZ_NS,
          SimpleType.STRING,
          SimpleType.UUID,
          SimpleType.BINARY,
          new FixedType(5),
          new DecimalType(9, 2),
          new DecimalType(38, 10));

  private static final List<String> TRANSFORMS =
      List.of(
          "identity",
          "void",
          "bucket[1]",
          "bucket[16]",
          "bucket[1000]",
          "truncate[1]",
          "truncate[7]",
          "truncate[1000]",
          "year",
          "month",
          "day",
          "hour");

  private final long seed = Long.getLong("firn.test.seed", 20261130L);
  private final Random random = new Random(seed);

  @Test
  void valuesTypesAndPathsAreIcebergs() {
    int compared = 0;
    for (PrimitiveType type : TYPES) {
      Type icebergType = Types.fromPrimitiveString(type.toString());
      for (String text : TRANSFORMS) {
        Transform transform = Transform.parse(text);
        assertEquals(text, transform.toString());
        var iceberg = iceberg(icebergType, text);
        boolean possible = iceberg.canTransform(icebergType);
        assertEquals(possible, transform.canTransform(type), text + " of " + type);
        if (possible) {
          compared += compare(type, icebergType, transform, iceberg);
        }
      }
    }
    assertEquals(true, compared > 10_000, "only " + compared);
  }

  @SuppressWarnings("unchecked")
  private int compare(
      PrimitiveType type,
      Type icebergType,
      Transform transform,
      org.apache.iceberg.transforms.Transform<Object, Object> iceberg) {
    String where = "seed " + seed + ", " + transform + " of " + type + ": ";
    boolean isVoid = transform == VoidTransform.VOID;
    if (!isVoid) {
      assertEquals(
          iceberg.getResultType(icebergType).toString(),
          transform.resultType(type).toString(),
          where);
    }
    SerializableFunction<Object, Object> function = iceberg.bind(icebergType);
    Schema schema = Schema.of(Field.optional(1, "a b/ü", type));
    PartitionSpec spec =
        new PartitionSpec(0, List.of(new PartitionField(1, 1000, "p ü/=", transform)));
    org.apache.iceberg.Schema icebergSchema =
        new org.apache.iceberg.Schema(Types.NestedField.optional(1, "a b/ü", icebergType));
    org.apache.iceberg.PartitionSpec icebergSpec =
        org.apache.iceberg.PartitionSpecParser.fromJson(
            icebergSchema,
            "{\"spec-id\":0,\"fields\":[{\"source-id\":1,\"field-id\":1000,\"name\":\"p ü/=\","
                + "\"transform\":\""
                + transform
                + "\"}]}");
    for (int i = 0; i < 120; i++) {
      Object value = i == 0 ? null : value(type);
      Object expected = function.apply(value);
      Object actual = transform.bind(type).apply(value);
      assertEquals(expected, actual, where + value);
      PartitionData data = new PartitionData(icebergSpec.partitionType());
      data.set(0, actual);
      assertEquals(
          icebergSpec.partitionToPath(data),
          spec.partitionPath(schema, StructValue.of(actual)),
          where + value);
    }
    return 120;
  }

  @SuppressWarnings("unchecked")
  private static org.apache.iceberg.transforms.Transform<Object, Object> iceberg(
      Type type, String text) {
    return (org.apache.iceberg.transforms.Transform<Object, Object>) Transforms.fromString(text);
  }

  private Object value(PrimitiveType type) {
    if (type instanceof DecimalType decimal) {
      BigInteger limit = BigInteger.TEN.pow(random.nextInt(decimal.precision()) + 1);
      BigInteger unscaled = new BigInteger(130, random).mod(limit);
      return new BigDecimal(random.nextBoolean() ? unscaled : unscaled.negate(), decimal.scale());
    }
    if (type instanceof FixedType fixed) {
      return bytes(fixed.length());
    }
    return switch ((SimpleType) type) {
      case BOOLEAN -> random.nextBoolean();
      case INT -> edge(random.nextInt(), Integer.MIN_VALUE, Integer.MAX_VALUE, 0, -1, 1);
      case LONG -> edge(random.nextLong(), Long.MIN_VALUE, Long.MAX_VALUE, 0L, -1L, 1L);
      case FLOAT -> edge(random.nextFloat() * 1e9f, 0f, -0f, Float.NaN, 1.5f, -1e20f);
      case DOUBLE -> edge(random.nextGaussian() * 1e12, 0d, -0d, Double.NaN, 100d, -1e-7);
      case DATE -> edge(random.nextInt(4_000_000) - 1_000_000, 0, -1, 364, 365, -365);
      case TIME ->
          edge(random.nextLong(86_400_000_000L), 0L, 1L, 60_000_000L, 3_600_000_000L, 999L);
      case TIMESTAMP, TIMESTAMPTZ -> timestamp(1_000_000L, 300_000_000_000L);
      case TIMESTAMP_NS, TIMESTAMPTZ_NS -> timestamp(1_000_000_000L, 9_000_000_000L);
      case STRING -> string();
      case UUID -> new UUID(random.nextLong(), random.nextLong());
      case BINARY -> bytes(random.nextInt(9));
      case UNKNOWN -> throw new IllegalArgumentException();
    };
  }

  @SafeVarargs
  private <T> T edge(T value, T... edges) {
    return random.nextInt(3) == 0 ? edges[random.nextInt(edges.length)] : value;
  }

  /** Sometimes whole minutes, seconds or milliseconds, which people print differently. */
  private long timestamp(long perSecond, long maxSeconds) {
    long seconds = random.nextLong(2 * maxSeconds) - maxSeconds;
    return switch (random.nextInt(5)) {
      case 0 -> seconds / 60 * 60 * perSecond;
      case 1 -> seconds * perSecond;
      case 2 -> seconds * perSecond + random.nextInt(1000) * (perSecond / 1000);
      case 3 -> random.nextInt(4) - 2;
      default -> seconds * perSecond + random.nextLong(perSecond);
    };
  }

  private ByteBuffer bytes(int length) {
    byte[] bytes = new byte[length];
    random.nextBytes(bytes);
    return ByteBuffer.wrap(bytes);
  }

  private String string() {
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(12); i > 0; i--) {
      text.appendCodePoint(
          edge((int) 'a' + random.nextInt(26), 0x1F600, 0xE9, (int) '/', (int) '%', (int) ' '));
    }
    return text.toString();
  }
}
