package io.firn.expr;

import io.firn.error.CorruptFileException;
import io.firn.model.ColumnStats;
import io.firn.model.DataFile;
import io.firn.partition.Transform;
import io.firn.types.PrimitiveType;
import io.firn.types.Schema;
import io.firn.types.SimpleType;
import io.firn.types.SingleValue;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Decides from a file's column stats whether rows of it match a predicate. Missing stats mean
 * nothing is known. Immutable and thread-safe.
 */
public final class StatsEvaluator {
  private final BoundPredicate predicate;

  public StatsEvaluator(BoundPredicate predicate) {
    this.predicate = predicate;
  }

  public static StatsEvaluator of(
      Predicate predicate, Schema schema, CaseSensitivity caseSensitivity) {
    return new StatsEvaluator(Binder.bind(predicate, schema, caseSensitivity));
  }

  /**
   * False only if no row of the file can match.
   *
   * @throws CorruptFileException if a bound is no value of its column's type
   */
  public boolean mayMatch(DataFile file) {
    return file.recordCount() != 0
        && predicate.match(new FactsEvaluation.MayMatch(term -> facts(file, term)));
  }

  /**
   * True only if all rows of the file match. Counts of columns inside structs differ between
   * writers, so that nothing is concluded from them.
   *
   * @throws CorruptFileException if a bound is no value of its column's type
   */
  public boolean mustMatch(DataFile file) {
    return file.recordCount() == 0
        || predicate.match(
            new FactsEvaluation.MustMatch(
                term -> term.isNested() ? nothingKnown(term) : facts(file, term)));
  }

  private static ColumnFacts nothingKnown(BoundTerm term) {
    return new ColumnFacts(true, PredicateOrder.isFloating(term.type()), true, noBounds(term));
  }

  private static ColumnFacts facts(DataFile file, BoundTerm term) {
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
    boolean text = source == SimpleType.STRING || source == SimpleType.BINARY;
    // Near the ends of the type's range results may wrap around, which both bounds together show.
    boolean usable = text || (lower != null && upper != null);
    if (!transform.preservesOrder() || !usable) {
      return noBounds(term);
    }
    Function<@Nullable Object, @Nullable Object> function = transform.bind(source);
    Object low = function.apply(lower);
    Object high = function.apply(upper);
    boolean wrapped =
        low != null
            && high != null
            && PredicateOrder.of(term.primitiveType()).compare(low, high) > 0;
    return wrapped ? noBounds(term) : new ValueRange(term.primitiveType(), low, high);
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
