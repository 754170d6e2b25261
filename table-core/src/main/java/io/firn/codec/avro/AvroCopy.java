package io.firn.codec.avro;

import io.firn.io.InputFile;
import io.firn.io.OutputFile;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.apache.avro.Schema;
import org.apache.avro.io.DatumWriter;
import org.apache.avro.io.Encoder;

/**
 * Copies an Avro file record by record, with its schema, header and codec. The same records in the
 * same file make a copy of the same length.
 */
final class AvroCopy {
  private AvroCopy() {}

  /** Makes the bytes of the copy of a record from the next record of a block. */
  interface Edit {
    byte[] next(AvroBytes in);
  }

  /** What is to be known of a file before its records are copied. */
  interface Plan {
    Edit edit(AvroShape shape, Schema schema);

    Map<String, String> header(Map<String, String> header);
  }

  /** Returns the length of the copy. */
  static long copy(InputFile file, OutputFile target, Plan plan) {
    try (AvroFileReader reader = AvroFileReader.open(file);
        AvroFileWriter<byte[]> writer =
            new AvroFileWriter<>(
                target,
                reader.schema(),
                new Verbatim(),
                plan.header(reader.header()),
                compression(reader.codec()))) {
      Edit edit = plan.edit(AvroShape.of(reader), reader.schema());
      for (Optional<AvroBytes> next = reader.nextBlock();
          next.isPresent();
          next = reader.nextBlock()) {
        AvroBytes block = next.get();
        for (long i = 0; i < reader.itemsInBlock(); i++) {
          writer.write(edit.next(block));
        }
        if (block.remaining() > 0) {
          throw block.corrupt("the block is longer than its records");
        }
      }
      writer.close();
      return writer.length();
    }
  }

  private static AvroCompression compression(BlockCodec codec) {
    return switch (codec) {
      case NULL -> AvroCompression.of(AvroCompression.Codec.NONE);
      case DEFLATE -> new AvroCompression(AvroCompression.Codec.GZIP, OptionalInt.empty());
      case SNAPPY -> AvroCompression.of(AvroCompression.Codec.SNAPPY);
      case ZSTANDARD -> AvroCompression.of(AvroCompression.Codec.ZSTD);
    };
  }

  /** Writes what is encoded already. */
  private static final class Verbatim implements DatumWriter<byte[]> {
    @Override
    public void setSchema(Schema schema) {
      // The bytes are those of the schema.
    }

    @Override
    public void write(byte[] encoded, Encoder out) throws IOException {
      out.writeFixed(encoded);
    }
  }
}
