package io.firn.codec.avro;

import io.firn.error.CorruptFileException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.io.BinaryDecoder;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.DecoderFactory;
import org.apache.avro.io.EncoderFactory;
import org.jspecify.annotations.Nullable;

/**
 * Copies records byte for byte, but for the fields that are replaced; so what this version does not
 * know stays in them. For one schema and one thread.
 */
final class RecordEdit {
  private final String location;
  private final List<Part> parts = new ArrayList<>();
  private final Map<Integer, Integer> positions = new HashMap<>();

  private record Part(Schema schema, Skipper skipper) {}

  /** {@code schema} is that of a record. */
  RecordEdit(AvroShape shape, Schema schema) {
    this.location = shape.location();
    for (Schema.Field field : schema.getFields()) {
      positions.put(shape.fieldId(field), parts.size());
      parts.add(new Part(field.schema(), skipper(shape, field.schema())));
    }
  }

  /** Iceberg's Java library puts a length before values of fixed length in partitions. */
  private static Skipper skipper(AvroShape shape, Schema schema) {
    if (!shape.fixedHasLength()) {
      return Skipper.of(shape, schema);
    }
    return switch (schema.getType()) {
      case FIXED -> AvroBytes::skipBytes;
      case RECORD -> {
        List<Skipper> fields =
            schema.getFields().stream().map(f -> skipper(shape, f.schema())).toList();
        yield in -> fields.forEach(field -> field.skip(in));
      }
      case UNION -> {
        List<Skipper> branches = schema.getTypes().stream().map(s -> skipper(shape, s)).toList();
        yield in -> branches.get(in.readBranch(branches.size())).skip(in);
      }
      default -> Skipper.of(shape, schema);
    };
  }

  private int require(int id) {
    int position = positions.getOrDefault(id, -1);
    if (position < 0) {
      throw new CorruptFileException(location, 0, "the records have no field " + id);
    }
    return position;
  }

  /** The next record of the block. */
  Row read(AvroBytes in) {
    byte[][] bytes = new byte[parts.size()][];
    for (int i = 0; i < bytes.length; i++) {
      int from = in.position();
      parts.get(i).skipper().skip(in);
      bytes[i] = in.copy(from, in.position());
    }
    return new Row(bytes);
  }

  /** One record, field by field. */
  final class Row {
    private final byte[][] bytes;

    private Row(byte[][] bytes) {
      this.bytes = bytes;
    }

    /** The value of the field with the id, in Avro's generic form; null if there is none. */
    @Nullable Object value(int id) {
      int position = positions.getOrDefault(id, -1);
      if (position < 0) {
        return null;
      }
      BinaryDecoder decoder = DecoderFactory.get().binaryDecoder(bytes[position], null);
      try {
        return new GenericDatumReader<Object>(parts.get(position).schema()).read(null, decoder);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    /** The bytes of the field with the id, which the record has. */
    AvroBytes bytes(int id) {
      byte[] field = bytes[require(id)];
      return new AvroBytes(location, field, field.length, -1);
    }

    /** Replaces a field that the record has. */
    void set(int id, Object value) {
      int position = require(id);
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      BinaryEncoder encoder = EncoderFactory.get().directBinaryEncoder(out, null);
      try {
        new GenericDatumWriter<Object>(parts.get(position).schema()).write(value, encoder);
        encoder.flush();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      bytes[position] = out.toByteArray();
    }

    void setBytes(int id, byte[] encoded) {
      bytes[require(id)] = encoded;
    }

    byte[] encoded() {
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      for (byte[] field : bytes) {
        out.writeBytes(field);
      }
      return out.toByteArray();
    }
  }
}
