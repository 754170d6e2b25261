package io.firn.spark.metadata;

import io.firn.spark.convert.SparkTypes;
import io.firn.spark.convert.SparkValues;
import io.firn.types.Field;
import io.firn.types.StructType;
import io.firn.types.StructValue;
import io.firn.types.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.jspecify.annotations.Nullable;

/** The columns of a metadata table and how each is made of an item: a snapshot, a file, an entry. */
final class Columns<T> {

  /** One column; values in Firn's form (see {@link Type}). */
  private record Column<T>(
      String name, Type type, boolean required, Function<T, @Nullable Object> value) {}

  private final List<Column<T>> columns;

  private Columns(List<Column<T>> columns) {
    this.columns = List.copyOf(columns);
  }

  static <T> Builder<T> builder() {
    return new Builder<>();
  }

  /** Collects columns in order. */
  static final class Builder<T> {
    private final List<Column<T>> columns = new ArrayList<>();

    Builder<T> required(String name, Type type, Function<T, Object> value) {
      columns.add(new Column<>(name, type, true, value::apply));
      return this;
    }

    Builder<T> optional(String name, Type type, Function<T, @Nullable Object> value) {
      columns.add(new Column<>(name, type, false, value));
      return this;
    }

    Columns<T> build() {
      return new Columns<>(columns);
    }
  }

  /** The columns as a struct with ids counted up from 1. */
  StructType struct() {
    List<Field> fields = new ArrayList<>();
    for (Column<T> column : columns) {
      fields.add(new Field(fields.size() + 1, column.name(), column.required(), column.type()));
    }
    return new StructType(fields);
  }

  org.apache.spark.sql.types.StructType sparkStruct() {
    return SparkTypes.toSparkStruct(struct(), "");
  }

  Set<String> names() {
    Set<String> names = new TreeSet<>();
    columns.forEach(column -> names.add(column.name()));
    return names;
  }

  /** The columns of these names, in their order. */
  Columns<T> only(String[] names) {
    return new Columns<>(
        Arrays.stream(names)
            .map(name -> columns.stream().filter(c -> c.name().equals(name)).findFirst())
            .map(found -> found.orElseThrow())
            .toList());
  }

  StructValue value(T item) {
    @Nullable Object[] values = new Object[columns.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = columns.get(i).value().apply(item);
    }
    return StructValue.of(values);
  }

  InternalRow row(T item) {
    @Nullable Object[] values = new Object[columns.size()];
    for (int i = 0; i < values.length; i++) {
      Column<T> column = columns.get(i);
      values[i] = SparkValues.toSpark(column.type(), column.value().apply(item));
    }
    return new GenericInternalRow(values);
  }
}
