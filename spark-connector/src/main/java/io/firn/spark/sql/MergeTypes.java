package io.firn.spark.sql;

import io.firn.error.UnsupportedFeatureException;
import io.firn.spark.catalog.FirnTable;
import io.firn.spark.convert.FieldIds;
import io.firn.spark.convert.SparkTypes;
import io.firn.types.Promotion;
import io.firn.types.Type;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.BiFunction;
import org.apache.spark.sql.catalyst.expressions.Cast;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/** What types the columns of a MERGE's source should have so that the table can evolve to them. */
final class MergeTypes {
  private final int formatVersion;
  private final boolean caseSensitive;

  MergeTypes(FirnTable table, boolean caseSensitive) {
    this.formatVersion = table.table().metadata().formatVersion();
    this.caseSensitive = caseSensitive;
  }

  /**
   * The source's type with the leaves of the target where these hold all values, unless the target
   * can be promoted. The shape is the source's.
   */
  DataType assignable(DataType source, DataType target) {
    if (source instanceof StructType struct && target instanceof StructType other) {
      return struct(struct, (field, type) -> inStruct(field, type, other));
    }
    if (source instanceof ArrayType array && target instanceof ArrayType other) {
      return DataTypes.createArrayType(
          assignable(array.elementType(), other.elementType()), array.containsNull());
    }
    if (source instanceof MapType map && target instanceof MapType other) {
      return DataTypes.createMapType(
          assignable(map.keyType(), other.keyType()),
          assignable(map.valueType(), other.valueType()),
          map.valueContainsNull());
    }
    boolean keepsTarget =
        !source.equals(target) && !isPromotion(target, source) && Cast.canUpCast(source, target);
    return keepsTarget ? target : source;
  }

  /** The type as a table can store it: there are no one-byte and two-byte integers. */
  DataType storable(DataType source) {
    if (source instanceof StructType struct) {
      return struct(struct, (field, type) -> storable(type));
    }
    if (source instanceof ArrayType array) {
      return DataTypes.createArrayType(storable(array.elementType()), array.containsNull());
    }
    if (source instanceof MapType map) {
      return DataTypes.createMapType(
          storable(map.keyType()), storable(map.valueType()), map.valueContainsNull());
    }
    return source.equals(DataTypes.ByteType) || source.equals(DataTypes.ShortType)
        ? DataTypes.IntegerType
        : source;
  }

  private DataType inStruct(String field, DataType type, StructType target) {
    Optional<StructField> known =
        Arrays.stream(target.fields()).filter(f -> isName(f.name(), field)).findFirst();
    return known.map(f -> assignable(type, f.dataType())).orElseGet(() -> storable(type));
  }

  private boolean isName(String a, String b) {
    return caseSensitive ? a.equals(b) : a.equalsIgnoreCase(b);
  }

  private static StructType struct(
      StructType struct, BiFunction<String, DataType, DataType> leaves) {
    StructField[] fields = struct.fields().clone();
    for (int i = 0; i < fields.length; i++) {
      StructField field = fields[i];
      fields[i] =
          DataTypes.createStructField(
              field.name(),
              leaves.apply(field.name(), field.dataType()),
              field.nullable(),
              field.metadata());
    }
    return DataTypes.createStructType(fields);
  }

  private boolean isPromotion(DataType target, DataType source) {
    try {
      Type from = SparkTypes.toFirn(target, "target", new FieldIds(0));
      Type to = SparkTypes.toFirn(source, "source", new FieldIds(0));
      return !from.equals(to) && Promotion.isAllowed(from, to, formatVersion);
    } catch (UnsupportedFeatureException e) {
      // A type that no table has is none to be promoted to; Spark or the catalog will say so.
      return false;
    }
  }
}
