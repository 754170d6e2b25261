package io.firn.procedures.changelog;

import static org.apache.spark.sql.functions.array_sort;
import static org.apache.spark.sql.functions.call_function;
import static org.apache.spark.sql.functions.map_entries;
import static org.apache.spark.sql.functions.struct;
import static org.apache.spark.sql.functions.to_json;
import static org.apache.spark.sql.functions.transform;
import static org.apache.spark.sql.functions.when;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * Columns by which equal rows come together: equal keys are equal rows, to the sign of a zero.
 * Values that Spark cannot order, like maps, are turned into others that it can.
 */
final class RowKey {
  private RowKey() {}

  /** The key of the wanted columns of a row. */
  static List<Column> of(Dataset<Row> rows, Predicate<String> wanted) {
    List<Column> key = new ArrayList<>();
    for (StructField field : rows.schema().fields()) {
      if (wanted.test(field.name())) {
        Column column = rows.col(quoted(field.name()));
        Column ordered = ordered(column, field.dataType()).orElse(column);
        key.add(ordered);
        if (hasZeros(field.dataType())) {
          // Grouping takes -0.0 for 0.0; their texts differ.
          key.add(ordered.cast(DataTypes.StringType));
        }
      }
    }
    return key;
  }

  /** The name as a reference to a column, whatever characters are in it. */
  static String quoted(String name) {
    return "`" + name.replace("`", "``") + "`";
  }

  /** A reference to a column or a field in a struct, {@code point.x}; backticks are optional. */
  static String reference(Dataset<Row> rows, String name) {
    boolean isQuoted = name.length() > 1 && name.startsWith("`") && name.endsWith("`");
    boolean isColumn = Arrays.stream(rows.columns()).anyMatch(name::equalsIgnoreCase);
    return isColumn && !isQuoted ? quoted(name) : name;
  }

  /** A value that can be ordered, for one that cannot; empty if it can. */
  private static Optional<Column> ordered(Column value, DataType type) {
    if (type instanceof MapType map) {
      return Optional.of(
          array_sort(
              transform(
                  map_entries(value),
                  entry ->
                      struct(
                          orSame(entry.getField("key"), map.keyType()),
                          orSame(entry.getField("value"), map.valueType())))));
    }
    if (type instanceof ArrayType array) {
      return hasUnordered(array.elementType())
          ? Optional.of(transform(value, element -> orSame(element, array.elementType())))
          : Optional.empty();
    }
    if (type instanceof StructType fields) {
      if (!hasUnordered(fields)) {
        return Optional.empty();
      }
      Column[] ordered =
          Arrays.stream(fields.fields())
              .map(f -> orSame(value.getField(f.name()), f.dataType()).as(f.name()))
              .toArray(Column[]::new);
      return Optional.of(when(value.isNotNull(), struct(ordered)));
    }
    return switch (type.typeName().replaceAll("\\(.*", "")) {
      case "variant" -> Optional.of(to_json(value));
      case "geometry", "geography" -> Optional.of(call_function("st_asbinary", value));
      default -> Optional.empty();
    };
  }

  private static Column orSame(Column value, DataType type) {
    return ordered(value, type).orElse(value);
  }

  private static boolean hasUnordered(DataType type) {
    if (type instanceof StructType struct) {
      return Arrays.stream(struct.fields()).anyMatch(f -> hasUnordered(f.dataType()));
    }
    if (type instanceof ArrayType array) {
      return hasUnordered(array.elementType());
    }
    return type instanceof MapType
        || type.typeName().startsWith("variant")
        || type.typeName().startsWith("geo");
  }

  private static boolean hasZeros(DataType type) {
    if (type instanceof StructType struct) {
      return Arrays.stream(struct.fields()).anyMatch(f -> hasZeros(f.dataType()));
    }
    if (type instanceof ArrayType array) {
      return hasZeros(array.elementType());
    }
    if (type instanceof MapType map) {
      return hasZeros(map.keyType()) || hasZeros(map.valueType());
    }
    return type.equals(DataTypes.FloatType) || type.equals(DataTypes.DoubleType);
  }
}
