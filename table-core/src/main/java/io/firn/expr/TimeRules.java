package io.firn.expr;

import io.firn.expr.Predicate.Operator;
import io.firn.partition.TimeTransform;
import io.firn.types.PrimitiveType;
import io.firn.types.SimpleType;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Years, months, days and hours. Old writers rounded times before 1970 towards zero, so that their
 * partition values may be one too high; projections allow for that.
 */
final class TimeRules implements TransformRules {
  private final TimeTransform transform;
  private final PrimitiveType type;
  private final Function<@Nullable Object, @Nullable Object> function;

  TimeRules(TimeTransform transform, PrimitiveType type) {
    this.transform = transform;
    this.type = type;
    this.function = transform.bind(type);
  }

  @Override
  public List<Object> images(Object literal) {
    return isDayOfDate() ? List.of(image(literal)) : OfTimeValues.possible(image(literal));
  }

  @Override
  public boolean isExact(Object literal) {
    return isDayOfDate();
  }

  @Override
  public Optional<BoundPredicate> inclusive(
      Operator operator, Object literal, BoundTerm partition) {
    return switch (operator) {
      case LT -> Steps.previous(literal).flatMap(last -> atMost(last, partition)).or(this::never);
      case LT_EQ -> atMost(literal, partition);
      case GT -> Steps.next(literal).flatMap(first -> atLeast(first, partition)).or(this::never);
      case GT_EQ -> atLeast(literal, partition);
      default -> Optional.empty();
    };
  }

  @Override
  public Optional<BoundPredicate> strict(Operator operator, Object literal, BoundTerm partition) {
    return switch (operator) {
      case LT -> allBelow(literal, partition);
      case LT_EQ -> Steps.next(literal).flatMap(end -> allBelow(end, partition));
      case GT -> allAbove(literal, partition);
      case GT_EQ -> Steps.previous(literal).flatMap(end -> allAbove(end, partition));
      default -> Optional.empty();
    };
  }

  private Optional<BoundPredicate> never() {
    return Optional.of(BoundPredicate.ALWAYS_FALSE);
  }

  private Optional<BoundPredicate> atMost(Object last, BoundTerm partition) {
    if (overflows(last)) {
      return Optional.empty();
    }
    int image = image(last);
    int highest = image < 0 && !isDayOfDate() ? image + 1 : image;
    return TransformRules.test(Operator.LT_EQ, partition, highest);
  }

  private Optional<BoundPredicate> atLeast(Object first, BoundTerm partition) {
    return overflows(first)
        ? Optional.empty()
        : TransformRules.test(Operator.GT_EQ, partition, image(first));
  }

  private Optional<BoundPredicate> allBelow(Object end, BoundTerm partition) {
    return overflows(end)
        ? Optional.empty()
        : TransformRules.test(Operator.LT, partition, image(end));
  }

  private Optional<BoundPredicate> allAbove(Object end, BoundTerm partition) {
    if (overflows(end)) {
      return Optional.empty();
    }
    int image = image(end);
    int highest = image < 0 && !isDayOfDate() ? image + 1 : image;
    return TransformRules.test(Operator.GT, partition, highest);
  }

  private int image(Object literal) {
    return (Integer) Objects.requireNonNull(function.apply(literal));
  }

  /** Days of dates are the dates themselves, nothing was ever rounded. */
  private boolean isDayOfDate() {
    return transform == TimeTransform.DAY && type == SimpleType.DATE;
  }

  /** Hours of far timestamps do not fit an int. */
  private boolean overflows(Object literal) {
    if (transform != TimeTransform.HOUR) {
      return false;
    }
    boolean nanos = type == SimpleType.TIMESTAMP_NS || type == SimpleType.TIMESTAMPTZ_NS;
    long perHour = nanos ? 3_600_000_000_000L : 3_600_000_000L;
    long hours = Math.floorDiv((Long) literal, perHour);
    return hours != (int) hours;
  }

  /**
   * The tested term is the partition field's own time transform: {@code day(ts) = 17} over a field
   * {@code day(ts)}. Old partition values before 1970 may be one too high.
   */
  record OfTimeValues() implements TransformRules {

    /** The partition values that writers may have stored for the right one. */
    static List<Object> possible(int value) {
      return value < 0 ? List.of(value, value + 1) : List.of(value);
    }

    @Override
    public List<Object> images(Object literal) {
      return possible((Integer) literal);
    }

    /** Stored values above 0 are right, and no wrong one is below the right one. */
    @Override
    public boolean isExact(Object literal) {
      return (Integer) literal > 0;
    }

    @Override
    public Optional<BoundPredicate> inclusive(
        Operator operator, Object literal, BoundTerm partition) {
      int value = (Integer) literal;
      return switch (operator) {
        case LT -> TransformRules.test(Operator.LT, partition, value <= 0 ? value + 1 : value);
        case LT_EQ -> TransformRules.test(Operator.LT_EQ, partition, value < 0 ? value + 1 : value);
        case GT, GT_EQ -> TransformRules.test(operator, partition, value);
        default -> Optional.empty();
      };
    }

    @Override
    public Optional<BoundPredicate> strict(Operator operator, Object literal, BoundTerm partition) {
      int value = (Integer) literal;
      return switch (operator) {
        case LT, LT_EQ -> TransformRules.test(operator, partition, value);
        case GT -> TransformRules.test(Operator.GT, partition, value < 0 ? value + 1 : value);
        case GT_EQ ->
            TransformRules.test(Operator.GT_EQ, partition, value <= 0 ? value + 1 : value);
        default -> Optional.empty();
      };
    }
  }
}
