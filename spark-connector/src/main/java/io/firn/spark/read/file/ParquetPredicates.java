package io.firn.spark.read.file;

import io.firn.expr.BoundPredicate;
import io.firn.expr.BoundTerm;
import io.firn.types.Field;
import io.firn.types.Schema;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.parquet.filter2.predicate.FilterApi;
import org.apache.parquet.hadoop.metadata.ColumnPath;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Type;

/**
 * Turns a predicate into one on a file's own column names, for skipping row groups and pages. It
 * may let too many rows through, never too few: Spark tests the rows again.
 */
final class ParquetPredicates implements BoundPredicate.Cases<Pushed> {
  private final ParquetFields file;
  private final Schema schema;
  private final IdentityValues identityValues;

  private ParquetPredicates(ParquetFields file, Schema schema, IdentityValues identityValues) {
    this.file = file;
    this.schema = schema;
    this.identityValues = identityValues;
  }

  /** The predicate is bound to the schema. */
  static Pushed push(
      BoundPredicate predicate, ParquetFields file, Schema schema, IdentityValues identityValues) {
    return predicate.match(new ParquetPredicates(file, schema, identityValues));
  }

  @Override
  public Pushed constant(BoundPredicate.Constant predicate) {
    return predicate.value() ? Pushed.EVERY_ROW_MAY_MATCH : Pushed.NO_ROW_MATCHES;
  }

  @Override
  public Pushed and(BoundPredicate.And predicate) {
    return predicate.left().match(this).and(predicate.right().match(this));
  }

  @Override
  public Pushed or(BoundPredicate.Or predicate) {
    return predicate.left().match(this).or(predicate.right().match(this));
  }

  @Override
  public Pushed comparison(BoundPredicate.Comparison predicate) {
    boolean negative =
        switch (predicate.operator()) {
          case NOT_EQ, NOT_STARTS_WITH -> true;
          default -> false;
        };
    if (isAlwaysNull(predicate.term())) {
      return negative ? Pushed.EVERY_ROW_MAY_MATCH : Pushed.NO_ROW_MATCHES;
    }
    Optional<Place> place = place(predicate.term());
    if (place.isEmpty()) {
      return Pushed.EVERY_ROW_MAY_MATCH;
    }
    if (place.get().isBoolean()) {
      return place.get().compareBoolean(predicate);
    }
    return place
        .get()
        .column()
        .map(c -> c.compare(predicate.operator(), predicate.literal()))
        .orElse(Pushed.EVERY_ROW_MAY_MATCH);
  }

  @Override
  public Pushed membership(BoundPredicate.Membership predicate) {
    if (predicate.operator() != io.firn.expr.Predicate.SetOperator.IN) {
      return Pushed.EVERY_ROW_MAY_MATCH;
    }
    if (isAlwaysNull(predicate.term())) {
      return Pushed.NO_ROW_MATCHES;
    }
    return place(predicate.term())
        .flatMap(Place::column)
        .map(c -> c.in(predicate.literals()))
        .orElse(Pushed.EVERY_ROW_MAY_MATCH);
  }

  @Override
  public Pushed test(BoundPredicate.Test predicate) {
    boolean alwaysNull = isAlwaysNull(predicate.term());
    Optional<FilterColumn<?, ?>> column = place(predicate.term()).flatMap(Place::column);
    return switch (predicate.operator()) {
      case NOT_NULL ->
          alwaysNull
              ? Pushed.NO_ROW_MATCHES
              : column.map(FilterColumn::notNull).orElse(Pushed.EVERY_ROW_MAY_MATCH);
      case IS_NULL -> column.map(FilterColumn::isNull).orElse(Pushed.EVERY_ROW_MAY_MATCH);
      case IS_NAN -> alwaysNull ? Pushed.NO_ROW_MATCHES : Pushed.EVERY_ROW_MAY_MATCH;
      case NOT_NAN -> Pushed.EVERY_ROW_MAY_MATCH;
    };
  }

  /** Whether the file lacks the column and nothing stands in for it. */
  private boolean isAlwaysNull(BoundTerm term) {
    Field field = term.field();
    return !term.isNested()
        && schema.parentId(field.id()).isEmpty()
        && !identityValues.has(field.id())
        && field.initialDefault().isEmpty()
        && file.find(file.schema(), field.id()).isEmpty();
  }

  private Optional<Place> place(BoundTerm term) {
    if (term.transform().isPresent() || identityValues.has(term.fieldId())) {
      return Optional.empty();
    }
    List<Field> fields = ReadColumns.path(schema, term.fieldId());
    GroupType group = file.schema();
    StringBuilder path = new StringBuilder();
    for (Field field : fields) {
      Optional<Type> found = file.find(group, field.id());
      boolean usable =
          found.isPresent()
              && !found.get().isRepetition(Type.Repetition.REPEATED)
              && found.get().getName().indexOf('.') < 0;
      if (!usable) {
        return Optional.empty();
      }
      path.append(path.length() == 0 ? "" : ".").append(found.get().getName());
      if (found.get().isPrimitive()) {
        return Optional.of(new Place(path.toString(), field, found.get().asPrimitiveType()));
      }
      group = found.get().asGroupType();
    }
    return Optional.empty();
  }

  /** Where the file stores a column. */
  private record Place(String path, Field field, org.apache.parquet.schema.PrimitiveType stored) {

    Optional<FilterColumn<?, ?>> column() {
      return FilterColumn.of(path, field.type(), stored);
    }

    boolean isBoolean() {
      return stored.getPrimitiveTypeName() == PrimitiveTypeName.BOOLEAN;
    }

    Pushed compareBoolean(BoundPredicate.Comparison predicate) {
      var column = FilterApi.booleanColumn(path);
      Boolean literal = (Boolean) predicate.literal();
      Set<ColumnPath> columns = Set.of(column.getColumnPath());
      return switch (predicate.operator()) {
        case EQ -> new Pushed.Filter(FilterApi.eq(column, literal), columns);
        case NOT_EQ -> new Pushed.Filter(FilterApi.notEq(column, literal), columns);
        default -> Pushed.EVERY_ROW_MAY_MATCH;
      };
    }
  }
}
