package io.firn.codec.oracle;

import io.firn.partition.PartitionField;
import io.firn.partition.PartitionSpec;
import io.firn.partition.Transform;
import io.firn.types.DecimalType;
import io.firn.types.Field;
import io.firn.types.FixedType;
import io.firn.types.Schema;
import io.firn.types.SimpleType;
import io.firn.types.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Schemas and specs with each type and transform. */
public final class TestTables {
  private TestTables() {}

  /** The primitive types of a format version that hold values. */
  public static List<Type> primitives(int formatVersion) {
    Stream<Type> simple =
        Stream.of(SimpleType.values())
            .filter(t -> t != SimpleType.UNKNOWN && t.minFormatVersion() <= formatVersion)
            .map(t -> t);
    Stream<Type> others =
        Stream.of(
            new DecimalType(1, 0),
            new DecimalType(9, 2),
            new DecimalType(18, 5),
            new DecimalType(20, 20),
            new DecimalType(38, 10),
            new FixedType(1),
            new FixedType(7),
            new FixedType(16));
    return Stream.concat(simple, others).toList();
  }

  /** One optional column a type, ids from 1; names are no Avro names. */
  public static Schema everyType(int formatVersion) {
    List<Field> fields = new ArrayList<>();
    for (Type type : primitives(formatVersion)) {
      int id = fields.size() + 1;
      fields.add(Field.optional(id, id + " col-" + type, type));
    }
    return new Schema(0, fields);
  }

  /** Identity of each column, and each other transform that fits. */
  public static PartitionSpec everyTransform(Schema schema) {
    List<PartitionField> fields = new ArrayList<>();
    for (Field field : schema.fields()) {
      for (String text :
          List.of("identity", "bucket[7]", "truncate[5]", "year", "month", "day", "hour", "void")) {
        Transform transform = Transform.parse(text);
        if (transform.canTransform(field.type())) {
          String name = text.equals("identity") ? field.name() : field.name() + "." + text;
          fields.add(new PartitionField(field.id(), 1000 + fields.size(), name, transform));
        }
      }
    }
    return new PartitionSpec(3, fields);
  }
}
