package io.firn.spark.convert;

import io.firn.error.UnsupportedFeatureException;
import io.firn.types.DecimalType;
import io.firn.types.Field;
import io.firn.types.FixedType;
import io.firn.types.GeographyType;
import io.firn.types.GeometryType;
import io.firn.types.ListType;
import io.firn.types.MapType;
import io.firn.types.SimpleType;
import io.firn.types.StructType;
import io.firn.types.Type;
import io.firn.types.VariantType;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.Metadata;
import org.apache.spark.sql.types.MetadataBuilder;
import org.apache.spark.sql.types.StructField;

/**
 * Types. uuid is a string in Spark, fixed is binary, tinyint and smallint are int in a table, char
 * and varchar are string. Spark has no time and no nanosecond timestamps that could hold every
 * value: such columns are refused by name.
 */
public final class SparkTypes {
  private static final String COMMENT = "comment";

  private SparkTypes() {}

  /**
   * The Spark type; {@code path} is the column's name for the message.
   *
   * @throws UnsupportedFeatureException if Spark has no such type
   */
  public static DataType toSpark(Type type, String path) {
    return type.match(new ToSpark(path));
  }

  /** The Spark struct of the fields, with comments. */
  public static org.apache.spark.sql.types.StructType toSparkStruct(
      StructType struct, String pathPrefix) {
    List<StructField> fields = new ArrayList<>();
    for (Field field : struct.fields()) {
      fields.add(toSparkField(field, pathPrefix + field.name()));
    }
    return DataTypes.createStructType(fields);
  }

  private static StructField toSparkField(Field field, String path) {
    Metadata metadata =
        field
            .doc()
            .map(doc -> new MetadataBuilder().putString(COMMENT, doc).build())
            .orElse(Metadata.empty());
    return DataTypes.createStructField(
        field.name(), toSpark(field.type(), path), !field.required(), metadata);
  }

  /**
   * The table type of a Spark type, with field ids counted up from {@code ids}; {@code path} is the
   * column's name for the message.
   *
   * @throws UnsupportedFeatureException if the format has no such type
   */
  public static Type toFirn(DataType type, String path, FieldIds ids) {
    if (type instanceof org.apache.spark.sql.types.StructType struct) {
      return toFirnStruct(struct, path + ".", ids);
    }
    if (type instanceof ArrayType array) {
      int id = ids.next();
      Type element = toFirn(array.elementType(), path + ".element", ids);
      return new ListType(id, !array.containsNull(), element);
    }
    if (type instanceof org.apache.spark.sql.types.MapType map) {
      int keyId = ids.next();
      int valueId = ids.next();
      Type key = toFirn(map.keyType(), path + ".key", ids);
      Type value = toFirn(map.valueType(), path + ".value", ids);
      return new MapType(keyId, key, valueId, !map.valueContainsNull(), value);
    }
    return toFirnAtomic(type, path);
  }

  /**
   * The table struct of a Spark struct; comments become docs. Ids are assigned level by level as
   * fields come.
   */
  public static StructType toFirnStruct(
      org.apache.spark.sql.types.StructType struct, String pathPrefix, FieldIds ids) {
    List<Integer> own = new ArrayList<>();
    for (int i = 0; i < struct.fields().length; i++) {
      own.add(ids.next());
    }
    List<Field> fields = new ArrayList<>();
    for (int i = 0; i < struct.fields().length; i++) {
      StructField field = struct.fields()[i];
      Type type = toFirn(field.dataType(), pathPrefix + field.name(), ids);
      Optional<String> doc =
          field.metadata().contains(COMMENT)
              ? Optional.of(field.metadata().getString(COMMENT))
              : Optional.empty();
      fields.add(new Field(own.get(i), field.name(), !field.nullable(), type).withDoc(doc));
    }
    return new StructType(fields);
  }

  private static Type toFirnAtomic(DataType type, String path) {
    if (type.equals(DataTypes.BooleanType)) {
      return SimpleType.BOOLEAN;
    }
    if (type.equals(DataTypes.ByteType)
        || type.equals(DataTypes.ShortType)
        || type.equals(DataTypes.IntegerType)) {
      return SimpleType.INT;
    }
    if (type.equals(DataTypes.LongType)) {
      return SimpleType.LONG;
    }
    if (type.equals(DataTypes.FloatType)) {
      return SimpleType.FLOAT;
    }
    if (type.equals(DataTypes.DoubleType)) {
      return SimpleType.DOUBLE;
    }
    if (type.equals(DataTypes.DateType)) {
      return SimpleType.DATE;
    }
    if (type.equals(DataTypes.TimestampType)) {
      return SimpleType.TIMESTAMPTZ;
    }
    if (type.equals(DataTypes.TimestampNTZType)) {
      return SimpleType.TIMESTAMP;
    }
    if (type instanceof org.apache.spark.sql.types.StringType) {
      return stringType(type, path);
    }
    if (type.equals(DataTypes.BinaryType)) {
      return SimpleType.BINARY;
    }
    if (type instanceof org.apache.spark.sql.types.DecimalType decimal) {
      return new DecimalType(decimal.precision(), decimal.scale());
    }
    if (type.equals(DataTypes.VariantType)) {
      return VariantType.VARIANT;
    }
    if (type.equals(DataTypes.NullType)) {
      return SimpleType.UNKNOWN;
    }
    throw unsupported(path, type.catalogString(), "Iceberg tables have no such type");
  }

  private static Type stringType(DataType type, String path) {
    if (type instanceof org.apache.spark.sql.types.CharType
        || type instanceof org.apache.spark.sql.types.VarcharType
        || type.equals(DataTypes.StringType)) {
      return SimpleType.STRING;
    }
    throw unsupported(path, type.catalogString(), "Iceberg tables have no collations");
  }

  private static UnsupportedFeatureException unsupported(String path, String type, String why) {
    return new UnsupportedFeatureException(
        "Column " + path + " of type " + type + " is not supported: " + why);
  }

  private record ToSpark(String path) implements Type.Cases<DataType> {

    @Override
    public DataType simple(SimpleType type) {
      return switch (type) {
        case BOOLEAN -> DataTypes.BooleanType;
        case INT -> DataTypes.IntegerType;
        case LONG -> DataTypes.LongType;
        case FLOAT -> DataTypes.FloatType;
        case DOUBLE -> DataTypes.DoubleType;
        case DATE -> DataTypes.DateType;
        case TIMESTAMP -> DataTypes.TimestampNTZType;
        case TIMESTAMPTZ -> DataTypes.TimestampType;
        case STRING, UUID -> DataTypes.StringType;
        case BINARY -> DataTypes.BinaryType;
        case UNKNOWN -> DataTypes.NullType;
        case TIME, TIMESTAMP_NS, TIMESTAMPTZ_NS ->
            throw unsupported(path, type.toString(), "Spark has no type for all of its values");
      };
    }

    @Override
    public DataType fixed(FixedType type) {
      return DataTypes.BinaryType;
    }

    @Override
    public DataType decimal(DecimalType type) {
      return DataTypes.createDecimalType(type.precision(), type.scale());
    }

    @Override
    public DataType geometry(GeometryType type) {
      throw unsupported(path, type.toString(), "Firn does not read shapes yet");
    }

    @Override
    public DataType geography(GeographyType type) {
      throw unsupported(path, type.toString(), "Firn does not read shapes yet");
    }

    @Override
    public DataType variant(VariantType type) {
      return DataTypes.VariantType;
    }

    @Override
    public DataType struct(StructType type) {
      return toSparkStruct(type, path + ".");
    }

    @Override
    public DataType list(ListType type) {
      return DataTypes.createArrayType(
          toSpark(type.elementType(), path + ".element"), !type.elementRequired());
    }

    @Override
    public DataType map(MapType type) {
      return DataTypes.createMapType(
          toSpark(type.keyType(), path + ".key"),
          toSpark(type.valueType(), path + ".value"),
          !type.valueRequired());
    }
  }
}
