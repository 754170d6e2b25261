package io.firn.expr;

import io.firn.error.CorruptFileException;
import io.firn.expr.Predicate.Operator;
import io.firn.expr.Predicate.SetOperator;
import io.firn.expr.Predicate.TestOperator;
import io.firn.model.ColumnStats;
import io.firn.model.DataFile;
import io.firn.partition.TimeTransform;
import io.firn.partition.Transform;
import io.firn.partition.TruncateTransform;
import io.firn.types.PrimitiveType;
import io.firn.types.SimpleType;
import io.firn.types.SingleValue;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What is known of a term's values in a set of rows: whether some may be null, some NaN, some
 * others, and the bounds of these others.
 */
record ColumnFacts(boolean mayBeNull, boolean mayBeNan, boolean mayBeValue, ValueRange range) {

  /** Whether some row may satisfy the comparison. */
  boolean mayMatch(Operator operator, Object literal) {
    return (mayBeNull && holdsForNull(operator))
        || (mayBeNan && holdsForNan(operator))
        || (mayBeValue && range.mayHold(operator, literal));
  }

  /** Whether some row may fail the comparison. */
  boolean mayFail(Operator operator, Object literal) {
    return (mayBeNull && !holdsForNull(operator))
        || (mayBeNan && !holdsForNan(operator))
        || (mayBeValue && range.mayHold(operator.negated(), literal));
  }

  boolean mayMatch(SetOperator operator, List<Object> literals) {
    boolean negative = operator == SetOperator.NOT_IN;
    return ((mayBeNull || mayBeNan) && negative)
        || (mayBeValue && range.mayHold(operator, literals));
  }

  boolean mayFail(SetOperator operator, List<Object> literals) {
    boolean negative = operator == SetOperator.NOT_IN;
    return ((mayBeNull || mayBeNan) && !negative)
        || (mayBeValue && range.mayHold(operator.negated(), literals));
  }

  boolean mayMatch(TestOperator operator) {
    return switch (operator) {
      case IS_NULL -> mayBeNull;
      case NOT_NULL -> mayBeNan || mayBeValue;
      case IS_NAN -> mayBeNan;
      case NOT_NAN -> mayBeNull || mayBeValue;
    };
  }

  boolean mayFail(TestOperator operator) {
    return mayMatch(operator.negated());
  }

  /** Whether a row here and a row there may have the same value, null included. */
  boolean mayShareValue(ColumnFacts other) {
    return (mayBeNull && other.mayBeNull)
        || (mayBeNan && other.mayBeNan)
        || (mayBeValue && other.mayBeValue && range.mayOverlap(other.range));
  }

  static boolean holdsForNull(Operator operator) {
    return operator == Operator.NOT_EQ || operator == Operator.NOT_STARTS_WITH;
  }

  /** NaN differs from every literal and is greater than it. */
  static boolean holdsForNan(Operator operator) {
    return operator == Operator.NOT_EQ || operator == Operator.GT || operator == Operator.GT_EQ;
  }

  /** Any value is possible. */
  static ColumnFacts nothingKnown(BoundTerm term) {
    return new ColumnFacts(true, PredicateOrder.isFloating(term.type()), true, noBounds(term));
  }

  /** What a file's stats tell; missing stats tell nothing. */
  static ColumnFacts ofFile(DataFile file, BoundTerm term) {
    ColumnStats stats = file.stats();
    Integer id = term.fieldId();
    boolean floating = PredicateOrder.isFloating(term.field().type());
    Long values = stats.valueCounts().get(id);
    Long nulls = stats.nullValueCounts().get(id);
    Long nans = floating ? stats.nanValueCounts().get(id) : Long.valueOf(0);
    boolean mayBeNull = nulls == null ? term.nullable() : nulls > 0;
    boolean mayBeNan = nans == null || nans > 0;
    long absent = (nulls == null ? 0 : nulls) + (nans == null ? 0 : nans);
    boolean mayBeValue = values == null || values - absent > 0;
    ValueRange range = mayBeValue ? range(file, term) : noBounds(term);
    return new ColumnFacts(mayBeNull, mayBeNan, mayBeValue, range);
  }

  private static ValueRange range(DataFile file, BoundTerm term) {
    if (!(term.field().type() instanceof PrimitiveType source)) {
      return noBounds(term);
    }
    Object lower = bound(file, term, source, file.stats().lowerBounds());
    Object upper = bound(file, term, source, file.stats().upperBounds());
    Optional<Transform> transform = term.transform();
    if (transform.isEmpty()) {
      return new ValueRange(source, lower, upper);
    }
    return transformed(term, source, transform.get(), lower, upper);
  }

  private static ValueRange transformed(
      BoundTerm term,
      PrimitiveType source,
      Transform transform,
      @Nullable Object lower,
      @Nullable Object upper) {
    if (!transform.preservesOrder()) {
      return noBounds(term);
    }
    Function<@Nullable Object, @Nullable Object> function = transform.bind(source);
    Object low = function.apply(lower);
    Object high = function.apply(upper);
    boolean known = !mayWrap(transform, source) || (low != null && high != null);
    boolean kept = isInPlace(transform, lower, low) && isInPlace(transform, upper, high);
    return known && kept ? new ValueRange(term.primitiveType(), low, high) : noBounds(term);
  }

  /**
   * Whether results at the ends of the type's range may wrap around. If they do so for neither
   * bound, they do so for no value between.
   */
  private static boolean mayWrap(Transform transform, PrimitiveType source) {
    return transform == TimeTransform.HOUR
        || (transform instanceof TruncateTransform
            && (source == SimpleType.INT || source == SimpleType.LONG));
  }

  private static boolean isInPlace(
      Transform transform, @Nullable Object value, @Nullable Object result) {
    if (value == null || result == null) {
      return true;
    }
    if (transform == TimeTransform.HOUR) {
      return ((Long) value < 0) == ((Integer) result < 0);
    }
    // Truncation rounds down.
    return !(transform instanceof TruncateTransform)
        || !(value instanceof Integer || value instanceof Long)
        || ((Number) result).longValue() <= ((Number) value).longValue();
  }

  private static ValueRange noBounds(BoundTerm term) {
    PrimitiveType type = term.type() instanceof PrimitiveType p ? p : SimpleType.UNKNOWN;
    return new ValueRange(type, null, null);
  }

  private static @Nullable Object bound(
      DataFile file, BoundTerm term, PrimitiveType type, Map<Integer, ByteBuffer> bounds) {
    ByteBuffer bytes = bounds.get(term.fieldId());
    if (bytes == null || type == SimpleType.UNKNOWN) {
      return null;
    }
    try {
      return SingleValue.fromBytes(type, bytes);
    } catch (IllegalArgumentException e) {
      throw new CorruptFileException(
          file.filePath(),
          -1,
          "its manifest entry has a wrong bound for column " + term.name() + ": " + e.getMessage(),
          e);
    }
  }
}
