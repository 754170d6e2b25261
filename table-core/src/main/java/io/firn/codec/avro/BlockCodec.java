package io.firn.codec.avro;

import com.github.luben.zstd.ZstdInputStream;
import io.firn.error.CorruptFileException;
import io.firn.error.UnsupportedFeatureException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.zip.CRC32;
import java.util.zip.Inflater;
import java.util.zip.InflaterInputStream;
import org.xerial.snappy.Snappy;

/**
 * Decompression of the blocks of an Avro file (Avro specification: Required and Optional Codecs).
 */
enum BlockCodec {
  NULL,
  DEFLATE,
  SNAPPY,
  ZSTANDARD;

  /** More than any block of a manifest; protects the memory against damaged lengths. */
  private static final int MAX_BLOCK_BYTES = 1 << 29;

  static BlockCodec parse(String location, String name) {
    return switch (name) {
      case "null" -> NULL;
      case "deflate" -> DEFLATE;
      case "snappy" -> SNAPPY;
      case "zstandard" -> ZSTANDARD;
      case "bzip2", "xz" ->
          throw new UnsupportedFeatureException(
              "Cannot read " + location + ": the Avro codec " + name + " is not supported");
      default -> throw new CorruptFileException(location, 0, "unknown Avro codec \"" + name + "\"");
    };
  }

  /** The content of a compressed block that starts at {@code offset} of the file. */
  byte[] decompress(String location, long offset, byte[] block) {
    try {
      return switch (this) {
        case NULL -> block;
        case DEFLATE -> inflate(block);
        case SNAPPY -> unsnap(block);
        case ZSTANDARD -> drain(new ZstdInputStream(new ByteArrayInputStream(block)));
      };
    } catch (IOException e) {
      throw new CorruptFileException(
          location, offset, "the block there cannot be decompressed: " + e.getMessage(), e);
    }
  }

  private static byte[] inflate(byte[] block) throws IOException {
    Inflater inflater = new Inflater(true);
    try {
      return drain(new InflaterInputStream(new ByteArrayInputStream(block), inflater));
    } finally {
      inflater.end();
    }
  }

  private static byte[] unsnap(byte[] block) throws IOException {
    int length = block.length - 4;
    if (length < 0) {
      throw new IOException("no checksum");
    }
    int plainLength = Snappy.uncompressedLength(block, 0, length);
    // Snappy cannot compress better than 1 to 22.
    if (plainLength < 0 || plainLength > MAX_BLOCK_BYTES || plainLength > 64L * length + 64) {
      throw new IOException("impossible length " + plainLength);
    }
    byte[] plain = new byte[plainLength];
    Snappy.uncompress(block, 0, length, plain, 0);
    CRC32 crc = new CRC32();
    crc.update(plain);
    if ((int) crc.getValue() != ByteBuffer.wrap(block, length, 4).getInt()) {
      throw new IOException("wrong checksum");
    }
    return plain;
  }

  private static byte[] drain(InputStream in) throws IOException {
    try (in) {
      byte[] plain = in.readNBytes(MAX_BLOCK_BYTES);
      if (plain.length == MAX_BLOCK_BYTES) {
        throw new IOException("more than " + MAX_BLOCK_BYTES + " bytes");
      }
      return plain;
    }
  }
}
