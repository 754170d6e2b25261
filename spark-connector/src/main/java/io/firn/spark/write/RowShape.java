package io.firn.spark.write;

import io.firn.spark.convert.MetadataColumns;
import io.firn.spark.convert.SparkSchemas;
import io.firn.spark.convert.SparkTypes;
import io.firn.spark.convert.SparkValues;
import io.firn.types.Field;
import io.firn.types.Schema;
import io.firn.types.StructType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.BoundReference;
import org.apache.spark.sql.catalyst.expressions.Cast;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.Literal;
import org.apache.spark.sql.catalyst.expressions.UnsafeProjection;
import org.apache.spark.sql.catalyst.types.DataTypeUtils;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import scala.Option;
import scala.jdk.javaapi.CollectionConverters;

/**
 * The columns of written rows. Rows mostly come in the table's types. Into a table that accepts any
 * schema they may come with narrower types, which are widened, and without columns that have a
 * default, which get it (spec: Default values): left out, they would read as the initial default.
 */
final class RowShape {
  private final org.apache.spark.sql.types.StructType incoming;
  private final StructType struct;
  private final org.apache.spark.sql.types.StructType sparkSchema;
  private final List<Field> defaulted;

  private RowShape(
      org.apache.spark.sql.types.StructType incoming,
      StructType struct,
      org.apache.spark.sql.types.StructType sparkSchema,
      List<Field> defaulted) {
    this.incoming = incoming;
    this.struct = struct;
    this.sparkSchema = sparkSchema;
    this.defaulted = defaulted;
  }

  /** The shape of rows that {@link WriteSchemaCheck} has let pass. */
  static RowShape of(Schema schema, org.apache.spark.sql.types.StructType incoming) {
    org.apache.spark.sql.types.StructType columns = withoutMetadata(schema, incoming);
    List<Field> fields = new ArrayList<>(SparkSchemas.project(schema.struct(), columns).fields());
    List<StructField> sparkFields = new ArrayList<>();
    for (int i = 0; i < columns.fields().length; i++) {
      StructField field = columns.fields()[i];
      DataType type = RowTypes.widened(field.dataType(), fields.get(i).type(), field.name());
      sparkFields.add(DataTypes.createStructField(field.name(), type, field.nullable()));
    }
    List<Field> defaulted = missingDefaults(schema, fields);
    for (Field field : defaulted) {
      fields.add(field);
      DataType type = SparkTypes.toSpark(field.type(), field.name());
      sparkFields.add(DataTypes.createStructField(field.name(), type, !field.required()));
    }
    return new RowShape(
        incoming,
        new StructType(fields),
        DataTypes.createStructType(sparkFields.toArray(new StructField[0])),
        defaulted);
  }

  /**
   * An UPDATE whose condition names a metadata column hands the writer all of them, as if they were
   * the table's.
   */
  private static org.apache.spark.sql.types.StructType withoutMetadata(
      Schema schema, org.apache.spark.sql.types.StructType incoming) {
    return DataTypes.createStructType(
        Arrays.stream(incoming.fields())
            .filter(
                field ->
                    schema.fieldIgnoringCase(field.name()).isPresent()
                        || !MetadataColumns.isName(field.name()))
            .toArray(StructField[]::new));
  }

  private static List<Field> missingDefaults(Schema schema, List<Field> present) {
    Set<Integer> ids = new HashSet<>();
    present.forEach(field -> ids.add(field.id()));
    return schema.fields().stream()
        .filter(field -> !ids.contains(field.id()))
        .filter(field -> field.initialDefault().isPresent() || field.writeDefault().isPresent())
        .toList();
  }

  /** The columns that are stored, in their order, with the table's ids and types. */
  StructType struct() {
    return struct;
  }

  /** The same columns in Spark's types. */
  org.apache.spark.sql.types.StructType sparkSchema() {
    return sparkSchema;
  }

  /** What makes stored rows of incoming ones; empty if they are the same. */
  Optional<UnaryOperator<InternalRow>> conversion() {
    List<Expression> columns = new ArrayList<>();
    int stored = sparkSchema.fields().length - defaulted.size();
    boolean same = defaulted.isEmpty() && incoming.fields().length == stored;
    for (int i = 0; i < stored; i++) {
      int position = incoming.fieldIndex(sparkSchema.fields()[i].name());
      StructField field = incoming.fields()[position];
      Expression column = new BoundReference(position, field.dataType(), field.nullable());
      DataType type = sparkSchema.fields()[i].dataType();
      if (!DataTypeUtils.equalsIgnoreCaseAndNullability(field.dataType(), type)) {
        same = false;
        column = new Cast(column, type, Option.empty());
      }
      columns.add(column);
    }
    if (same) {
      return Optional.empty();
    }
    for (Field field : defaulted) {
      Object value = SparkValues.toSpark(field.type(), field.writeDefault().orElse(null));
      columns.add(Literal.create(value, SparkTypes.toSpark(field.type(), field.name())));
    }
    UnsafeProjection projection =
        UnsafeProjection.create(CollectionConverters.asScala(columns).toSeq());
    return Optional.of(projection::apply);
  }
}
