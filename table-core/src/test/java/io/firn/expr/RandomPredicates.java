package io.firn.expr;

import io.firn.expr.Predicate.Operator;
import io.firn.expr.Predicate.Reference;
import io.firn.expr.Predicate.SetOperator;
import io.firn.expr.Predicate.Term;
import io.firn.expr.Predicate.TestOperator;
import io.firn.expr.Predicate.Transformed;
import io.firn.partition.BucketTransform;
import io.firn.partition.IdentityTransform;
import io.firn.partition.TimeTransform;
import io.firn.partition.Transform;
import io.firn.partition.TruncateTransform;
import io.firn.partition.UnknownTransform;
import io.firn.partition.VoidTransform;
import io.firn.types.DecimalType;
import io.firn.types.Field;
import io.firn.types.FixedType;
import io.firn.types.PrimitiveType;
import io.firn.types.Schema;
import io.firn.types.SimpleType;
import io.firn.types.StructType;
import io.firn.types.StructValue;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.UUID;

/** Random values, rows and predicates over one schema with every type, rich in edge values. */
final class RandomPredicates {
  static final Schema SCHEMA =
      Schema.of(
          Field.optional(1, "bool", SimpleType.BOOLEAN),
          Field.optional(2, "int", SimpleType.INT),
          Field.optional(3, "long", SimpleType.LONG),
          Field.optional(4, "float", SimpleType.FLOAT),
          Field.optional(5, "double", SimpleType.DOUBLE),
          Field.optional(6, "date", SimpleType.DATE),
          Field.optional(7, "time", SimpleType.TIME),
          Field.optional(8, "ts", SimpleType.TIMESTAMP),
          Field.optional(9, "tstz", SimpleType.TIMESTAMPTZ),
          Field.optional(10, "ts_ns", SimpleType.TIMESTAMP_NS),
          Field.optional(11, "string", SimpleType.STRING),
          Field.optional(12, "uuid", SimpleType.UUID),
          Field.optional(13, "binary", SimpleType.BINARY),
          Field.optional(14, "fixed", new FixedType(2)),
          Field.optional(15, "dec", new DecimalType(9, 2)),
          Field.required(16, "req", SimpleType.INT),
          Field.optional(
              17,
              "nested",
              StructType.of(
                  Field.required(18, "a", SimpleType.INT),
                  Field.optional(19, "b", SimpleType.STRING))));

  private static final long HOUR = 3_600_000_000L;
  private static final long DAY = 24 * HOUR;

  /** Ids of columns that Iceberg compares as Firn does, with literals that need no conversion. */
  private static final Set<Integer> AS_ICEBERG =
      Set.of(1, 2, 3, 6, 7, 8, 9, 11, 13, 15, 16, 18, 19);

  private final Random random;
  private final boolean asIceberg;

  RandomPredicates(Random random) {
    this(random, false);
  }

  private RandomPredicates(Random random, boolean asIceberg) {
    this.random = random;
    this.asIceberg = asIceberg;
  }

  /** Predicates and columns for comparisons with Apache Iceberg. */
  RandomPredicates onlyWhatIcebergKnows() {
    return new RandomPredicates(random, true);
  }

  List<Field> usedColumns() {
    return columns().stream().filter(f -> !asIceberg || AS_ICEBERG.contains(f.id())).toList();
  }

  /** Columns that predicates may name; nested ones last. */
  static List<Field> columns() {
    List<Field> columns = new ArrayList<>(SCHEMA.fields().subList(0, 16));
    columns.add(SCHEMA.field(18).orElseThrow());
    columns.add(SCHEMA.field(19).orElseThrow());
    return columns;
  }

  StructValue row() {
    Object[] values = new Object[SCHEMA.fields().size()];
    for (int i = 0; i < 16; i++) {
      Field field = SCHEMA.fields().get(i);
      boolean isNull = !field.required() && random.nextInt(4) == 0;
      values[i] = isNull ? null : value((PrimitiveType) field.type());
    }
    if (random.nextInt(4) > 0) {
      values[16] =
          StructValue.of(
              value(SimpleType.INT), random.nextInt(4) == 0 ? null : value(SimpleType.STRING));
    }
    return StructValue.of(values);
  }

  Object value(PrimitiveType type) {
    if (type instanceof DecimalType d) {
      long unscaled =
          pick(0L, 1L, -1L, 99L, 100L, -100L, 101L, 999_999_999L, -999_999_999L, small());
      return new BigDecimal(BigInteger.valueOf(unscaled), d.scale());
    }
    if (type instanceof FixedType f) {
      byte[] bytes = new byte[f.length()];
      for (int i = 0; i < bytes.length; i++) {
        bytes[i] = pick((byte) 0, (byte) 1, (byte) 0x7f, (byte) 0x80, (byte) 0xff);
      }
      return ByteBuffer.wrap(bytes);
    }
    return switch ((SimpleType) type) {
      case BOOLEAN -> random.nextBoolean();
      case INT -> pick(0, 1, -1, 9, 10, 11, Integer.MIN_VALUE, Integer.MAX_VALUE, (int) small());
      case LONG -> pick(0L, 1L, -1L, 9L, 10L, 11L, Long.MIN_VALUE, Long.MAX_VALUE, small());
      case FLOAT ->
          pick(0f, -0f, 1f, -1f, 1.5f, Float.NaN, Float.NEGATIVE_INFINITY, Float.MAX_VALUE);
      case DOUBLE ->
          pick(0d, -0d, 1d, -1d, 1.5d, Double.NaN, Double.POSITIVE_INFINITY, -Double.MAX_VALUE);
      case DATE -> pick(0, 1, -1, 30, 31, 364, 365, -31, -32, -365, -366, (int) small() * 20);
      case TIME -> pick(0L, 1L, HOUR, DAY - 1, HOUR - 1);
      case TIMESTAMP, TIMESTAMPTZ -> timestamp(1);
      case TIMESTAMP_NS, TIMESTAMPTZ_NS -> timestamp(1000);
      case STRING ->
          pick("", "a", "ab", "abc", "abcd", "b", "ba", "z", "é", "\uffff", "a\ud83d\ude00b", "ac");
      case UUID ->
          pick(
              new UUID(0, 0),
              new UUID(0, -1),
              new UUID(-1, 0),
              new UUID(Long.MAX_VALUE, 1),
              new UUID(Long.MIN_VALUE, 1));
      case BINARY ->
          ByteBuffer.wrap(
              pick("", "a", "ab", "abc", "\u0000", "z\u007f", "é")
                  .getBytes(StandardCharsets.UTF_8));
      case UNKNOWN -> throw new IllegalArgumentException("no values");
    };
  }

  private long timestamp(long perMicro) {
    long base = pick(0L, HOUR, DAY, 31 * DAY, 365 * DAY, -HOUR, -DAY, -31 * DAY, -365 * DAY);
    long micros = base + pick(0L, 0L, 1L, -1L, 30 * 60_000_000L);
    return micros * perMicro + pick(0L, 0L, perMicro - 1);
  }

  private long small() {
    return random.nextInt(41) - 20;
  }

  @SafeVarargs
  final <T> T pick(T... values) {
    return values[random.nextInt(values.length)];
  }

  Predicate predicate(int depth) {
    int kind = random.nextInt(depth > 0 ? 10 : 6);
    return switch (kind) {
      case 6, 7 -> new Predicate.And(predicate(depth - 1), predicate(depth - 1));
      case 8 -> new Predicate.Or(predicate(depth - 1), predicate(depth - 1));
      case 9 -> new Predicate.Not(predicate(depth - 1));
      default -> leaf();
    };
  }

  private Predicate leaf() {
    Field column = pick(usedColumns().toArray(new Field[0]));
    PrimitiveType type = (PrimitiveType) column.type();
    Reference reference = new Reference(SCHEMA.fullName(column.id()).orElseThrow());
    Term term = reference;
    PrimitiveType termType = type;
    if (random.nextInt(5) == 0) {
      Transform transform = transform(type);
      if (!(transform instanceof VoidTransform) && !(transform instanceof UnknownTransform)) {
        term = new Transformed(reference, transform);
        termType = (PrimitiveType) transform.resultType(type);
      }
    }
    return leaf(term, type, termType);
  }

  private Predicate leaf(Term term, PrimitiveType type, PrimitiveType termType) {
    int kind = random.nextInt(8);
    if (kind == 0) {
      return new Predicate.Test(
          asIceberg
              ? pick(TestOperator.IS_NULL, TestOperator.NOT_NULL)
              : pick(TestOperator.values()),
          term);
    }
    if (kind <= 2) {
      List<Object> literals = new ArrayList<>();
      for (int i = random.nextInt(4); i >= 0; i--) {
        literals.add(literal(term, type, termType));
      }
      return new Predicate.Membership(pick(SetOperator.values()), term, literals);
    }
    boolean text = termType == SimpleType.STRING || (termType == SimpleType.BINARY && !asIceberg);
    Operator operator = pick(Operator.values());
    while (!text && (operator == Operator.STARTS_WITH || operator == Operator.NOT_STARTS_WITH)) {
      operator = pick(Operator.values());
    }
    return new Predicate.Comparison(operator, term, literal(term, type, termType));
  }

  private Object literal(Term term, PrimitiveType type, PrimitiveType termType) {
    if (term instanceof Transformed t) {
      return t.transform().bind(type).apply(value(type));
    }
    boolean number =
        termType instanceof DecimalType
            || List.of(SimpleType.INT, SimpleType.LONG, SimpleType.FLOAT, SimpleType.DOUBLE)
                .contains(termType);
    if (number && !asIceberg && random.nextInt(4) == 0) {
      return pick(
          0.5d, -0.5d, 1e300, -1e300, 3_000_000_000L, 10L, 0.105d, Double.NaN, "10", "9.999");
    }
    return value(termType);
  }

  /** A transform that fits the type. */
  Transform transform(PrimitiveType type) {
    while (true) {
      Transform transform =
          pick(
              IdentityTransform.IDENTITY,
              IdentityTransform.IDENTITY,
              new BucketTransform(pick(1, 3, 16)),
              new TruncateTransform(pick(1, 2, 10, 100)),
              TimeTransform.YEAR,
              TimeTransform.MONTH,
              TimeTransform.DAY,
              TimeTransform.HOUR,
              VoidTransform.VOID,
              new UnknownTransform("zorder[2]"));
      if (transform.canTransform(type)) {
        return transform;
      }
    }
  }
}
