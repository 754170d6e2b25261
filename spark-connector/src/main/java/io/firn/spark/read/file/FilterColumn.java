package io.firn.spark.read.file;

import io.firn.expr.Predicate.Operator;
import io.firn.types.DecimalType;
import io.firn.types.SimpleType;
import io.firn.types.Type;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import org.apache.parquet.filter2.predicate.FilterApi;
import org.apache.parquet.filter2.predicate.FilterPredicate;
import org.apache.parquet.filter2.predicate.Operators.Column;
import org.apache.parquet.filter2.predicate.Operators.SupportsLtGt;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.DateLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.DecimalLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.IntLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.StringLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimeUnit;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimestampLogicalTypeAnnotation;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;

/**
 * A column of a file that Parquet can test by its statistics, dictionaries and Bloom filters.
 * Literals come as values of the table's type (see {@link Type}) and are turned into what the file
 * stores; where that is not possible without loss, nothing is pushed.
 */
final class FilterColumn<T extends Comparable<T>, C extends Column<T> & SupportsLtGt> {
  private static final int MAX_IN_LITERALS = 500;

  /** Parquet compares only the least and the greatest value of a list with its statistics. */
  private static final int MAX_LISTS = 16;

  private final C column;
  private final Function<Object, Optional<T>> stored;

  private FilterColumn(C column, Function<Object, Optional<T>> stored) {
    this.column = column;
    this.stored = stored;
  }

  /** The column of that dotted path; empty if comparisons cannot be pushed. */
  static Optional<FilterColumn<?, ?>> of(String path, Type type, PrimitiveType stored) {
    return switch (stored.getPrimitiveTypeName()) {
      case INT32 -> ints(type, stored).map(f -> new FilterColumn<>(FilterApi.intColumn(path), f));
      case INT64 -> longs(type, stored).map(f -> new FilterColumn<>(FilterApi.longColumn(path), f));
      case FLOAT ->
          type == SimpleType.FLOAT
              ? Optional.of(new FilterColumn<>(FilterApi.floatColumn(path), FilterColumn::floats))
              : Optional.empty();
      case DOUBLE ->
          type == SimpleType.DOUBLE
              ? Optional.of(new FilterColumn<>(FilterApi.doubleColumn(path), FilterColumn::doubles))
              : Optional.empty();
      case BINARY, FIXED_LEN_BYTE_ARRAY ->
          binaries(type, stored).map(f -> new FilterColumn<>(FilterApi.binaryColumn(path), f));
      case BOOLEAN, INT96 -> Optional.empty();
    };
  }

  Pushed compare(Operator operator, Object literal) {
    Optional<T> value = stored.apply(literal);
    if (value.isEmpty()) {
      return Pushed.EVERY_ROW_MAY_MATCH;
    }
    T v = value.get();
    return switch (operator) {
      case EQ -> filter(FilterApi.eq(column, v));
      case NOT_EQ -> filter(FilterApi.notEq(column, v));
      case LT -> filter(FilterApi.lt(column, v));
      case LT_EQ -> filter(FilterApi.ltEq(column, v));
      case GT -> filter(FilterApi.gt(column, v));
      case GT_EQ -> filter(FilterApi.gtEq(column, v));
      case STARTS_WITH -> startsWith(v);
      case NOT_STARTS_WITH -> Pushed.EVERY_ROW_MAY_MATCH;
    };
  }

  /** Literals are ascending. */
  Pushed in(List<Object> literals) {
    if (literals.size() > MAX_IN_LITERALS) {
      return compare(Operator.GT_EQ, literals.get(0))
          .and(compare(Operator.LT_EQ, literals.get(literals.size() - 1)));
    }
    int size = -Math.floorDiv(-literals.size(), MAX_LISTS);
    Pushed any = Pushed.NO_ROW_MATCHES;
    for (int from = 0; from < literals.size(); from += size) {
      any = any.or(oneOf(literals.subList(from, Math.min(from + size, literals.size()))));
    }
    return any;
  }

  private Pushed oneOf(List<Object> literals) {
    Set<T> values = new HashSet<>();
    for (Object literal : literals) {
      Optional<T> value = stored.apply(literal);
      if (value.isEmpty()) {
        return Pushed.EVERY_ROW_MAY_MATCH;
      }
      values.add(value.get());
    }
    return filter(
        values.size() == 1
            ? FilterApi.eq(column, values.iterator().next())
            : FilterApi.in(column, values));
  }

  Pushed isNull() {
    return filter(FilterApi.eq(column, null));
  }

  Pushed notNull() {
    return filter(FilterApi.notEq(column, null));
  }

  private Pushed filter(FilterPredicate predicate) {
    return new Pushed.Filter(predicate, Set.of(column.getColumnPath()));
  }

  @SuppressWarnings("unchecked")
  private Pushed startsWith(T prefix) {
    if (!(prefix instanceof Binary bytes)) {
      return Pushed.EVERY_ROW_MAY_MATCH;
    }
    Pushed notBelow = filter(FilterApi.gtEq(column, prefix));
    Optional<Binary> end = after(bytes.getBytes());
    return end.isEmpty() ? notBelow : notBelow.and(filter(FilterApi.lt(column, (T) end.get())));
  }

  /** The least byte string above all those that start with the prefix. */
  private static Optional<Binary> after(byte[] prefix) {
    for (int i = prefix.length - 1; i >= 0; i--) {
      if (prefix[i] != (byte) 0xff) {
        byte[] end = Arrays.copyOf(prefix, i + 1);
        end[i]++;
        return Optional.of(Binary.fromConstantByteArray(end));
      }
    }
    return Optional.empty();
  }

  private static Optional<Function<Object, Optional<Integer>>> ints(
      Type type, PrimitiveType stored) {
    LogicalTypeAnnotation annotation = stored.getLogicalTypeAnnotation();
    if (type instanceof DecimalType decimal) {
      return sameScale(decimal, annotation)
          ? Optional.of(v -> unscaled(v, Integer.SIZE).map(BigInteger::intValue))
          : Optional.empty();
    }
    boolean isInt = annotation == null || isSigned(annotation);
    if (isInt && type == SimpleType.LONG) {
      return Optional.of(FilterColumn::narrowed);
    }
    boolean same =
        (isInt && type == SimpleType.INT)
            || (annotation instanceof DateLogicalTypeAnnotation && type == SimpleType.DATE);
    return same ? Optional.of(v -> Optional.of((Integer) v)) : Optional.empty();
  }

  private static Optional<Function<Object, Optional<Long>>> longs(Type type, PrimitiveType stored) {
    LogicalTypeAnnotation annotation = stored.getLogicalTypeAnnotation();
    if (type instanceof DecimalType decimal) {
      return sameScale(decimal, annotation)
          ? Optional.of(v -> unscaled(v, Long.SIZE).map(BigInteger::longValue))
          : Optional.empty();
    }
    boolean isTimestamp = type == SimpleType.TIMESTAMP || type == SimpleType.TIMESTAMPTZ;
    boolean same =
        (type == SimpleType.LONG && (annotation == null || isSigned(annotation)))
            || (isTimestamp
                && annotation instanceof TimestampLogicalTypeAnnotation timestamp
                && timestamp.getUnit() == TimeUnit.MICROS);
    return same ? Optional.of(v -> Optional.of((Long) v)) : Optional.empty();
  }

  private static Optional<Function<Object, Optional<Binary>>> binaries(
      Type type, PrimitiveType stored) {
    LogicalTypeAnnotation annotation = stored.getLogicalTypeAnnotation();
    boolean fixed = stored.getPrimitiveTypeName() == PrimitiveTypeName.FIXED_LEN_BYTE_ARRAY;
    if (type instanceof DecimalType decimal) {
      return fixed && sameScale(decimal, annotation)
          ? Optional.of(v -> signExtended(v, stored.getTypeLength()))
          : Optional.empty();
    }
    if (type == SimpleType.STRING && annotation instanceof StringLogicalTypeAnnotation) {
      return Optional.of(v -> Optional.of(Binary.fromString((String) v)));
    }
    if (type == SimpleType.UUID && fixed) {
      return Optional.of(v -> Optional.of(uuid((UUID) v)));
    }
    boolean bytes = type == SimpleType.BINARY || type instanceof io.firn.types.FixedType;
    return bytes && annotation == null
        ? Optional.of(v -> Optional.of(Binary.fromConstantByteBuffer((ByteBuffer) v)))
        : Optional.empty();
  }

  /** Zero is left out: -0.0 and 0.0 are one value in Spark and two in a dictionary. */
  private static Optional<Float> floats(Object value) {
    float f = (Float) value;
    return f == 0.0f ? Optional.empty() : Optional.of(f);
  }

  private static Optional<Double> doubles(Object value) {
    double d = (Double) value;
    return d == 0.0d ? Optional.empty() : Optional.of(d);
  }

  /** A long against ints that were written before the column was promoted. */
  private static Optional<Integer> narrowed(Object value) {
    long v = (Long) value;
    return v == (int) v ? Optional.of((int) v) : Optional.empty();
  }

  private static boolean isSigned(LogicalTypeAnnotation annotation) {
    return annotation instanceof IntLogicalTypeAnnotation ints && ints.isSigned();
  }

  private static boolean sameScale(DecimalType type, LogicalTypeAnnotation annotation) {
    return annotation instanceof DecimalLogicalTypeAnnotation decimal
        && decimal.getScale() == type.scale();
  }

  private static Optional<BigInteger> unscaled(Object value, int bits) {
    BigInteger unscaled = ((BigDecimal) value).unscaledValue();
    return unscaled.bitLength() < bits ? Optional.of(unscaled) : Optional.empty();
  }

  private static Optional<Binary> signExtended(Object value, int length) {
    byte[] bytes = ((BigDecimal) value).unscaledValue().toByteArray();
    if (bytes.length > length) {
      return Optional.empty();
    }
    byte[] extended = new byte[length];
    Arrays.fill(extended, bytes[0] < 0 ? (byte) 0xff : 0);
    System.arraycopy(bytes, 0, extended, length - bytes.length, bytes.length);
    return Optional.of(Binary.fromConstantByteArray(extended));
  }

  private static Binary uuid(UUID uuid) {
    ByteBuffer bytes =
        ByteBuffer.allocate(16)
            .putLong(uuid.getMostSignificantBits())
            .putLong(uuid.getLeastSignificantBits());
    return Binary.fromConstantByteArray(bytes.array());
  }
}
