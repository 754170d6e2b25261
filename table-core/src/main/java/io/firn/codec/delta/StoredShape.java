package io.firn.codec.delta;

import io.firn.types.DecimalType;
import io.firn.types.SimpleType;
import io.firn.types.Type;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.DateLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.DecimalLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.IntLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.ListLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.MapLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimeUnit;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimestampLogicalTypeAnnotation;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.jspecify.annotations.Nullable;

/** Which types of Parquet can be read as which of Iceberg (spec: Appendix A, Parquet). */
final class StoredShape {
  private StoredShape() {}

  static boolean isList(org.apache.parquet.schema.Type type) {
    return !type.isPrimitive()
        && type.getLogicalTypeAnnotation() instanceof ListLogicalTypeAnnotation
        && type.asGroupType().getFieldCount() == 1;
  }

  static boolean isMap(org.apache.parquet.schema.Type type) {
    return !type.isPrimitive()
        && type.getLogicalTypeAnnotation() instanceof MapLogicalTypeAnnotation
        && !type.asGroupType().getType(0).isPrimitive()
        && type.asGroupType().getType(0).asGroupType().getFieldCount() == 2;
  }

  static org.apache.parquet.schema.Type element(GroupType list) {
    org.apache.parquet.schema.Type repeated = list.getType(0);
    boolean isElement =
        repeated.isPrimitive()
            || repeated.asGroupType().getFieldCount() != 1
            || repeated.getName().equals("array")
            || repeated.getName().equals(list.getName() + "_tuple");
    return isElement ? repeated : repeated.asGroupType().getType(0);
  }

  static boolean fits(PrimitiveType stored, Type type) {
    if (type instanceof DecimalType decimal) {
      return stored.getLogicalTypeAnnotation() instanceof DecimalLogicalTypeAnnotation annotation
          && annotation.getScale() == decimal.scale()
          && annotation.getPrecision() <= decimal.precision();
    }
    return type instanceof SimpleType simple && fits(stored, simple);
  }

  private static boolean fits(PrimitiveType stored, SimpleType type) {
    LogicalTypeAnnotation annotation = stored.getLogicalTypeAnnotation();
    PrimitiveTypeName physical = stored.getPrimitiveTypeName();
    boolean isInteger =
        annotation == null || annotation instanceof IntLogicalTypeAnnotation i && i.isSigned();
    return switch (type) {
      case BOOLEAN -> physical == PrimitiveTypeName.BOOLEAN;
      case INT -> physical == PrimitiveTypeName.INT32 && isInteger;
      case LONG ->
          isInteger && (physical == PrimitiveTypeName.INT32 || physical == PrimitiveTypeName.INT64);
      case FLOAT -> physical == PrimitiveTypeName.FLOAT;
      case DOUBLE -> physical == PrimitiveTypeName.FLOAT || physical == PrimitiveTypeName.DOUBLE;
      case STRING -> physical == PrimitiveTypeName.BINARY;
      case BINARY -> physical == PrimitiveTypeName.BINARY && annotation == null;
      case DATE -> annotation instanceof DateLogicalTypeAnnotation;
      case TIMESTAMPTZ -> physical == PrimitiveTypeName.INT96 || isTime(annotation, true);
      case TIMESTAMP -> isTime(annotation, false);
      default -> false;
    };
  }

  private static boolean isTime(@Nullable LogicalTypeAnnotation annotation, boolean utc) {
    return annotation instanceof TimestampLogicalTypeAnnotation time
        && time.isAdjustedToUTC() == utc
        && time.getUnit() != TimeUnit.NANOS;
  }

  /** Whether a bound of such a column is one of the type. */
  static boolean sameUnits(PrimitiveType stored, Type type) {
    if (type != SimpleType.TIMESTAMP && type != SimpleType.TIMESTAMPTZ) {
      return true;
    }
    return stored.getLogicalTypeAnnotation() instanceof TimestampLogicalTypeAnnotation time
        && time.getUnit() == TimeUnit.MICROS;
  }
}
