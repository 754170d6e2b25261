package io.firn.codec.oracle;

import io.firn.partition.PartitionField;
import io.firn.partition.PartitionSpec;
import io.firn.partition.Transform;
import io.firn.types.DecimalType;
import io.firn.types.Field;
import io.firn.types.FixedType;
import io.firn.types.ListType;
import io.firn.types.MapType;
import io.firn.types.Schema;
import io.firn.types.SimpleType;
import io.firn.types.StructType;
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

  /** {@link #everyType} under plain names, and nested columns. */
  public static Schema everyShape(int formatVersion) {
    List<Field> fields = new ArrayList<>();
    everyType(formatVersion).fields().forEach(f -> fields.add(f.withName("c" + f.id())));
    fields.add(Field.required(100, "id", SimpleType.LONG));
    StructType inner =
        StructType.of(
            Field.optional(103, "s", SimpleType.STRING),
            Field.required(104, "d", SimpleType.DOUBLE));
    fields.add(
        Field.optional(
            101,
            "point",
            StructType.of(
                Field.required(102, "x", SimpleType.FLOAT), Field.optional(105, "inner", inner))));
    fields.add(Field.optional(110, "tags", new ListType(111, false, SimpleType.STRING)));
    fields.add(Field.required(112, "weights", new ListType(113, true, SimpleType.DOUBLE)));
    StructType item =
        StructType.of(
            Field.optional(116, "n", SimpleType.INT),
            Field.optional(117, "longs", new ListType(118, false, SimpleType.LONG)));
    fields.add(Field.optional(114, "items", new ListType(115, false, item)));
    fields.add(
        Field.optional(
            120, "props", new MapType(121, SimpleType.STRING, 122, false, new DecimalType(20, 2))));
    fields.add(
        Field.optional(
            123,
            "byDay",
            new MapType(
                124,
                SimpleType.DATE,
                125,
                false,
                StructType.of(Field.optional(126, "f", SimpleType.FLOAT)))));
    return new Schema(0, fields);
  }
}
