package io.firn.codec.parquet;

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
import io.firn.types.VariantType;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimeUnit;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Type;
import org.apache.parquet.schema.Type.Repetition;
import org.apache.parquet.schema.Types;

/**
 * The Parquet schema of a table schema, with the field ids of all levels (spec: Appendix A,
 * Parquet). Fields of type {@code unknown} are left out.
 */
public final class SchemaToParquet {
  private static final byte VARIANT_SPEC_VERSION = 1;
  private static final int INT_DIGITS = 9;
  private static final int LONG_DIGITS = 18;

  private SchemaToParquet() {}

  public static MessageType convert(StructType struct, String name) {
    return new MessageType(name, fields(struct));
  }

  /**
   * The name of a field in Parquet: the field's own if it consists of letters, digits and
   * underscores, else with the other characters spelled as {@code _x} and their hex code, so that
   * no name holds a dot. Readers go by id.
   */
  public static String columnName(String name) {
    StringBuilder column = new StringBuilder(name.length());
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      boolean letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
      boolean digit = c >= '0' && c <= '9';
      if (letter || (digit && i > 0)) {
        column.append(c);
      } else if (digit) {
        column.append('_').append(c);
      } else {
        column.append("_x").append(Integer.toHexString(c).toUpperCase(Locale.ROOT));
      }
    }
    return column.toString();
  }

  /** Fewest bytes that hold every unscaled decimal of the precision. */
  public static int decimalBytes(int precision) {
    return BigInteger.TEN.pow(precision).subtract(BigInteger.ONE).bitLength() / 8 + 1;
  }

  private static List<Type> fields(StructType struct) {
    List<Type> types = new ArrayList<>();
    for (Field field : struct.fields()) {
      if (field.type() != SimpleType.UNKNOWN) {
        types.add(field(field));
      }
    }
    return types;
  }

  private static Type field(Field field) {
    Repetition repetition = field.required() ? Repetition.REQUIRED : Repetition.OPTIONAL;
    return field.type().match(new Converter(repetition, field.id(), columnName(field.name())));
  }

  private record Converter(Repetition repetition, int id, String name)
      implements io.firn.types.Type.Cases<Type> {

    private Type primitive(PrimitiveTypeName physical) {
      return Types.primitive(physical, repetition).id(id).named(name);
    }

    private Type primitive(PrimitiveTypeName physical, LogicalTypeAnnotation logical) {
      return Types.primitive(physical, repetition).as(logical).id(id).named(name);
    }

    @Override
    public Type simple(SimpleType type) {
      return switch (type) {
        case BOOLEAN -> primitive(PrimitiveTypeName.BOOLEAN);
        case INT -> primitive(PrimitiveTypeName.INT32);
        case LONG -> primitive(PrimitiveTypeName.INT64);
        case FLOAT -> primitive(PrimitiveTypeName.FLOAT);
        case DOUBLE -> primitive(PrimitiveTypeName.DOUBLE);
        case DATE -> primitive(PrimitiveTypeName.INT32, LogicalTypeAnnotation.dateType());
        case TIME ->
            primitive(
                PrimitiveTypeName.INT64, LogicalTypeAnnotation.timeType(false, TimeUnit.MICROS));
        case TIMESTAMP -> timestamp(false, TimeUnit.MICROS);
        case TIMESTAMPTZ -> timestamp(true, TimeUnit.MICROS);
        case TIMESTAMP_NS -> timestamp(false, TimeUnit.NANOS);
        case TIMESTAMPTZ_NS -> timestamp(true, TimeUnit.NANOS);
        case STRING -> primitive(PrimitiveTypeName.BINARY, LogicalTypeAnnotation.stringType());
        case UUID -> fixedLength(16, LogicalTypeAnnotation.uuidType());
        case BINARY -> primitive(PrimitiveTypeName.BINARY);
        case UNKNOWN ->
            throw new UnsupportedFeatureException(
                "Cannot store an element, key or value of type unknown in Parquet");
      };
    }

    private Type timestamp(boolean adjustedToUtc, TimeUnit unit) {
      return primitive(
          PrimitiveTypeName.INT64, LogicalTypeAnnotation.timestampType(adjustedToUtc, unit));
    }

    private Type fixedLength(int length, LogicalTypeAnnotation logical) {
      return Types.primitive(PrimitiveTypeName.FIXED_LEN_BYTE_ARRAY, repetition)
          .length(length)
          .as(logical)
          .id(id)
          .named(name);
    }

    @Override
    public Type fixed(FixedType type) {
      return Types.primitive(PrimitiveTypeName.FIXED_LEN_BYTE_ARRAY, repetition)
          .length(type.length())
          .id(id)
          .named(name);
    }

    @Override
    public Type decimal(DecimalType type) {
      LogicalTypeAnnotation logical =
          LogicalTypeAnnotation.decimalType(type.scale(), type.precision());
      if (type.precision() <= INT_DIGITS) {
        return primitive(PrimitiveTypeName.INT32, logical);
      }
      return type.precision() <= LONG_DIGITS
          ? primitive(PrimitiveTypeName.INT64, logical)
          : fixedLength(decimalBytes(type.precision()), logical);
    }

    @Override
    public Type geometry(GeometryType type) {
      throw new UnsupportedFeatureException("Cannot write column " + name + " of type " + type);
    }

    @Override
    public Type geography(GeographyType type) {
      throw new UnsupportedFeatureException("Cannot write column " + name + " of type " + type);
    }

    @Override
    public Type variant(VariantType type) {
      return Types.buildGroup(repetition)
          .as(LogicalTypeAnnotation.variantType(VARIANT_SPEC_VERSION))
          .addField(Types.required(PrimitiveTypeName.BINARY).named("metadata"))
          .addField(Types.required(PrimitiveTypeName.BINARY).named("value"))
          .id(id)
          .named(name);
    }

    @Override
    public Type struct(StructType type) {
      List<Type> children = fields(type);
      if (children.isEmpty()) {
        throw new UnsupportedFeatureException(
            "Cannot store struct " + name + " in Parquet: it has no field of a stored type");
      }
      return new GroupType(repetition, name, children).withId(id);
    }

    @Override
    public Type list(ListType type) {
      GroupType repeated = new GroupType(Repetition.REPEATED, "list", field(type.element()));
      return Types.buildGroup(repetition)
          .as(LogicalTypeAnnotation.listType())
          .addField(repeated)
          .id(id)
          .named(name);
    }

    @Override
    public Type map(MapType type) {
      GroupType repeated =
          new GroupType(Repetition.REPEATED, "key_value", field(type.key()), field(type.value()));
      return Types.buildGroup(repetition)
          .as(LogicalTypeAnnotation.mapType())
          .addField(repeated)
          .id(id)
          .named(name);
    }
  }
}
