package io.firn.codec.avro;

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
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.apache.avro.JsonProperties;
import org.apache.avro.NameValidator;
import org.apache.avro.Schema;

/** Avro schemas with the spec's field ids (spec: Appendix A, Avro). */
final class AvroTypes {
  static final String FIELD_ID = "field-id";

  private AvroTypes() {}

  static Schema primitive(Schema.Type type) {
    return Schema.create(type);
  }

  static Schema.Field required(int id, String name, Schema schema) {
    Schema.Field field = new Schema.Field(name, schema);
    field.addProp(FIELD_ID, id);
    return field;
  }

  static Schema.Field optional(int id, String name, Schema schema) {
    Schema union = Schema.createUnion(primitive(Schema.Type.NULL), schema);
    Schema.Field field = new Schema.Field(name, union, null, JsonProperties.NULL_VALUE);
    field.addProp(FIELD_ID, id);
    return field;
  }

  static Schema record(String name, List<Schema.Field> fields) {
    return Schema.createRecord(name, null, null, false, fields);
  }

  static Schema list(int elementId, Schema element) {
    Schema list = Schema.createArray(element);
    list.addProp("element-id", elementId);
    return list;
  }

  /** Avro's maps have string keys only, so a map by column id is a list of pairs. */
  static Schema intMap(int keyId, int valueId, Schema value) {
    Schema pair =
        record(
            "k" + keyId + "_v" + valueId,
            List.of(
                required(keyId, "key", primitive(Schema.Type.INT)),
                required(valueId, "value", value)));
    Schema map = Schema.createArray(pair);
    map.addProp("logicalType", "map");
    return map;
  }

  /** The record of a partition tuple. */
  static Schema partition(StructType type) {
    List<Schema.Field> fields = new ArrayList<>();
    Set<String> names = new HashSet<>();
    for (Field field : type.fields()) {
      String name = validName(field.name());
      if (!names.add(name)) {
        name = name + "_" + field.id();
        names.add(name);
      }
      Schema.Field avroField = partitionField(field, name);
      if (!name.equals(field.name())) {
        avroField.addProp("iceberg-field-name", field.name());
      }
      fields.add(avroField);
    }
    return record("r102", fields);
  }

  private static Schema.Field partitionField(Field field, String name) {
    Schema schema = field.type().match(VALUE);
    if (schema.getType() == Schema.Type.NULL) {
      Schema.Field unknown = new Schema.Field(name, schema, null, JsonProperties.NULL_VALUE);
      unknown.addProp(FIELD_ID, field.id());
      return unknown;
    }
    return optional(field.id(), name, schema);
  }

  /** Avro names are letters, digits and underscores; other characters become {@code _x} and hex. */
  static String validName(String name) {
    if (NameValidator.STRICT_VALIDATOR.validate(name).isOK()) {
      return name;
    }
    StringBuilder valid = new StringBuilder();
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      boolean digit = c >= '0' && c <= '9';
      if (c == '_' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (digit && i > 0)) {
        valid.append(c);
      } else if (digit) {
        valid.append('_').append(c);
      } else {
        valid.append("_x").append(Integer.toHexString(c).toUpperCase(Locale.ROOT));
      }
    }
    return valid.isEmpty() ? "_" : valid.toString();
  }

  /** Bytes that the unscaled value of a decimal of that precision takes. */
  static int decimalBytes(int precision) {
    return BigInteger.TEN.pow(precision).subtract(BigInteger.ONE).bitLength() / 8 + 1;
  }

  private static Schema logical(Schema schema, String logicalType) {
    schema.addProp("logicalType", logicalType);
    return schema;
  }

  private static Schema timestamp(String logicalType, boolean adjustToUtc) {
    Schema schema = logical(primitive(Schema.Type.LONG), logicalType);
    schema.addProp("adjust-to-utc", adjustToUtc);
    return schema;
  }

  private static final Type.Cases<Schema> VALUE =
      new Type.Cases<>() {
        @Override
        public Schema simple(SimpleType type) {
          return switch (type) {
            case BOOLEAN -> primitive(Schema.Type.BOOLEAN);
            case INT -> primitive(Schema.Type.INT);
            case LONG -> primitive(Schema.Type.LONG);
            case FLOAT -> primitive(Schema.Type.FLOAT);
            case DOUBLE -> primitive(Schema.Type.DOUBLE);
            case DATE -> logical(primitive(Schema.Type.INT), "date");
            case TIME -> logical(primitive(Schema.Type.LONG), "time-micros");
            case TIMESTAMP -> timestamp("timestamp-micros", false);
            case TIMESTAMPTZ -> timestamp("timestamp-micros", true);
            case TIMESTAMP_NS -> timestamp("timestamp-nanos", false);
            case TIMESTAMPTZ_NS -> timestamp("timestamp-nanos", true);
            case STRING -> primitive(Schema.Type.STRING);
            case UUID -> logical(Schema.createFixed("uuid_fixed", null, null, 16), "uuid");
            case BINARY -> primitive(Schema.Type.BYTES);
            case UNKNOWN -> primitive(Schema.Type.NULL);
          };
        }

        @Override
        public Schema fixed(FixedType type) {
          // Iceberg's Java library expects a length in front of the bytes of a fixed partition
          // value,
          // whatever the Avro schema says. As Avro bytes the value is right for it and for Avro.
          return primitive(Schema.Type.BYTES);
        }

        @Override
        public Schema decimal(DecimalType type) {
          String name = "decimal_" + type.precision() + "_" + type.scale();
          Schema schema = Schema.createFixed(name, null, null, decimalBytes(type.precision()));
          schema.addProp("logicalType", "decimal");
          schema.addProp("precision", type.precision());
          schema.addProp("scale", type.scale());
          return schema;
        }

        @Override
        public Schema geometry(GeometryType type) {
          throw noPartitionValue(type);
        }

        @Override
        public Schema geography(GeographyType type) {
          throw noPartitionValue(type);
        }

        @Override
        public Schema variant(VariantType type) {
          throw noPartitionValue(type);
        }

        @Override
        public Schema struct(StructType type) {
          throw noPartitionValue(type);
        }

        @Override
        public Schema list(ListType type) {
          throw noPartitionValue(type);
        }

        @Override
        public Schema map(MapType type) {
          throw noPartitionValue(type);
        }
      };

  private static IllegalArgumentException noPartitionValue(Type type) {
    return new IllegalArgumentException("No partition value has the type " + type);
  }
}
