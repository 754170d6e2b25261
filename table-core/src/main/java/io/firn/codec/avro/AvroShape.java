package io.firn.codec.avro;

import io.firn.error.CorruptFileException;
import org.apache.avro.Schema;
import org.jspecify.annotations.Nullable;

/**
 * Reads what the spec puts on Avro schemas: field ids and optional values. {@code fixedHasLength}
 * says that partition values which are declared as Avro {@code fixed} have a length in front of
 * them all the same: Iceberg's Java library (1.11 and 1.12) writes and expects them so.
 */
record AvroShape(String location, boolean fixedHasLength) {
  private static final int MAX_DEPTH = 64;

  /** A header entry that only Iceberg's Java library writes. */
  private static final String JAVA_LIBRARY_KEY = "iceberg.schema";

  static AvroShape of(AvroFileReader file) {
    return new AvroShape(file.location(), file.header().containsKey(JAVA_LIBRARY_KEY));
  }

  /** The id of a record's field, -1 when it has none. */
  int fieldId(Schema.Field field) {
    return intProperty(field.getObjectProp("field-id"));
  }

  private static int intProperty(@Nullable Object value) {
    return value instanceof Number number ? number.intValue() : -1;
  }

  /** The schema, or for a union of null and one other the other one. */
  Schema withoutNull(Schema schema) {
    if (schema.getType() != Schema.Type.UNION) {
      return schema;
    }
    Schema found = null;
    for (Schema branch : schema.getTypes()) {
      if (branch.getType() != Schema.Type.NULL) {
        if (found != null) {
          throw unexpected("a union of several types", schema);
        }
        found = branch;
      }
    }
    if (found == null) {
      throw unexpected("a union of nothing", schema);
    }
    return found;
  }

  /** The record schema of entries, of a data file, of a partition. */
  Schema requireRecord(Schema schema) {
    Schema plain = withoutNull(schema);
    if (plain.getType() != Schema.Type.RECORD) {
      throw unexpected("no record", plain);
    }
    return plain;
  }

  /** A schema can hold itself; nothing that the spec defines does. */
  void requireDepth(int depth) {
    if (depth > MAX_DEPTH) {
      throw corrupt("the Avro schema is nested more than " + MAX_DEPTH + " levels deep");
    }
  }

  CorruptFileException unexpected(String what, Schema schema) {
    return corrupt(what + " where the spec has another type: " + schema);
  }

  CorruptFileException corrupt(String what) {
    return new CorruptFileException(location, -1, what);
  }
}
