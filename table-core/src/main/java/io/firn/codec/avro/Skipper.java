package io.firn.codec.avro;

import java.util.List;
import org.apache.avro.Schema;

/** Passes over a value of an Avro schema without building it; made once a file. */
@FunctionalInterface
interface Skipper {

  void skip(AvroBytes in);

  static Skipper of(AvroShape shape, Schema schema) {
    return of(shape, schema, 0);
  }

  private static Skipper of(AvroShape shape, Schema schema, int depth) {
    shape.requireDepth(depth);
    return switch (schema.getType()) {
      case NULL -> in -> {};
      case BOOLEAN -> in -> in.skip(1);
      case INT, LONG, ENUM -> AvroBytes::skipNumber;
      case FLOAT -> in -> in.skip(4);
      case DOUBLE -> in -> in.skip(8);
      case STRING, BYTES -> AvroBytes::skipBytes;
      case FIXED -> {
        int length = schema.getFixedSize();
        yield in -> in.skip(length);
      }
      case UNION -> union(all(shape, schema.getTypes(), depth));
      case RECORD ->
          record(all(shape, schema.getFields().stream().map(Schema.Field::schema).toList(), depth));
      case ARRAY -> items(of(shape, schema.getElementType(), depth + 1));
      case MAP -> {
        Skipper value = of(shape, schema.getValueType(), depth + 1);
        yield items(
            in -> {
              in.skipBytes();
              value.skip(in);
            });
      }
    };
  }

  private static Skipper[] all(AvroShape shape, List<Schema> schemas, int depth) {
    return schemas.stream().map(s -> of(shape, s, depth + 1)).toArray(Skipper[]::new);
  }

  private static Skipper union(Skipper[] branches) {
    return in -> branches[in.readBranch(branches.length)].skip(in);
  }

  private static Skipper record(Skipper[] fields) {
    return in -> {
      for (Skipper field : fields) {
        field.skip(in);
      }
    };
  }

  private static Skipper items(Skipper item) {
    return in -> {
      for (int count = in.readItemCount(); count > 0; count = in.readItemCount()) {
        for (int i = 0; i < count; i++) {
          item.skip(in);
        }
      }
    };
  }
}
