package io.firn.codec.avro;

import io.firn.error.CorruptFileException;
import io.firn.error.StorageException;
import io.firn.io.InputFile;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.avro.Schema;

/**
 * Reads an Avro object container file block by block, once from front to end. Avro's own reader
 * trusts the lengths in the file; this one allocates no more than the file has bytes.
 */
final class AvroFileReader implements AutoCloseable {
  private static final byte[] MAGIC = {'O', 'b', 'j', 1};
  private static final int SYNC_BYTES = 16;
  private static final int BUFFER_BYTES = 64 * 1024;
  private static final String AVRO_PREFIX = "avro.";

  private final String location;
  private final InputStream in;
  private final Map<String, String> header = new LinkedHashMap<>();
  private final Schema schema;
  private final BlockCodec codec;
  private final byte[] sync;
  private long position;
  private long itemsInBlock;

  private AvroFileReader(String location, InputStream in) throws IOException {
    this.location = location;
    this.in = in;
    if (!Arrays.equals(readFully(MAGIC.length), MAGIC)) {
      throw new CorruptFileException(location, 0, "not an Avro file: wrong magic bytes");
    }
    Map<String, byte[]> entries = readHeaderMap();
    this.sync = readFully(SYNC_BYTES);
    this.schema = parseSchema(entries.get(AVRO_PREFIX + "schema"));
    byte[] codecName = entries.get(AVRO_PREFIX + "codec");
    this.codec = codecName == null ? BlockCodec.NULL : BlockCodec.parse(location, text(codecName));
    entries.forEach(
        (key, value) -> {
          if (!key.startsWith(AVRO_PREFIX)) {
            header.put(key, text(value));
          }
        });
  }

  static AvroFileReader open(InputFile file) {
    InputStream in = new BufferedInputStream(file.open(), BUFFER_BYTES);
    boolean opened = false;
    try {
      AvroFileReader reader = new AvroFileReader(file.location(), in);
      opened = true;
      return reader;
    } catch (IOException e) {
      throw failed(file.location(), e);
    } finally {
      if (!opened) {
        closeAfterFailure(in);
      }
    }
  }

  /** The key-value metadata but for Avro's own keys. */
  Map<String, String> header() {
    return Collections.unmodifiableMap(header);
  }

  /** The writer's schema. */
  Schema schema() {
    return schema;
  }

  /** How the file's blocks are compressed. */
  BlockCodec codec() {
    return codec;
  }

  String location() {
    return location;
  }

  /** Bytes read so far; the file's length once all blocks are read. */
  long position() {
    return position;
  }

  /** Number of items in the block that {@link #nextBlock} returned. */
  long itemsInBlock() {
    return itemsInBlock;
  }

  /** The next block, decompressed; empty at the end of the file. */
  Optional<AvroBytes> nextBlock() {
    try {
      long offset = position;
      int first = in.read();
      if (first < 0) {
        return Optional.empty();
      }
      position++;
      itemsInBlock = readLong(first);
      long size = readLong(readByte());
      if (itemsInBlock < 0 || size < 0 || size > Integer.MAX_VALUE) {
        throw new CorruptFileException(
            location, offset, "a block of " + itemsInBlock + " records and " + size + " bytes");
      }
      byte[] block = readFully((int) size);
      if (!Arrays.equals(readFully(SYNC_BYTES), sync)) {
        throw new CorruptFileException(
            location, position - SYNC_BYTES, "the mark after a block is wrong");
      }
      byte[] plain = codec.decompress(location, offset, block);
      return Optional.of(new AvroBytes(location, plain, plain.length, offset));
    } catch (IOException e) {
      throw failed(location, e);
    }
  }

  private Map<String, byte[]> readHeaderMap() throws IOException {
    Map<String, byte[]> entries = new LinkedHashMap<>();
    for (long count = readLong(readByte()); count != 0; count = readLong(readByte())) {
      if (count < 0) {
        readLong(readByte());
      }
      for (long i = 0; i < Math.abs(count); i++) {
        String key = text(readFully(readLength()));
        entries.put(key, readFully(readLength()));
      }
    }
    return entries;
  }

  private Schema parseSchema(byte @org.jspecify.annotations.Nullable [] json) {
    if (json == null) {
      throw new CorruptFileException(location, MAGIC.length, "the header has no Avro schema");
    }
    try {
      return KnownSchemas.parse(text(json));
    } catch (RuntimeException e) {
      throw new CorruptFileException(
          location, MAGIC.length, "the header's Avro schema is not valid: " + e.getMessage(), e);
    }
  }

  private int readLength() throws IOException {
    long length = readLong(readByte());
    if (length < 0 || length > Integer.MAX_VALUE) {
      throw new CorruptFileException(location, position, "a header entry of " + length + " bytes");
    }
    return (int) length;
  }

  private long readLong(int first) throws IOException {
    long raw = first & 0x7f;
    int b = first;
    for (int shift = 7; (b & 0x80) != 0; shift += 7) {
      if (shift > 63) {
        throw new CorruptFileException(location, position, "a number has more than 10 bytes");
      }
      b = readByte();
      raw |= (long) (b & 0x7f) << shift;
    }
    return (raw >>> 1) ^ -(raw & 1);
  }

  private int readByte() throws IOException {
    int b = in.read();
    if (b < 0) {
      throw truncated();
    }
    position++;
    return b;
  }

  private byte[] readFully(int length) throws IOException {
    byte[] bytes = in.readNBytes(length);
    position += bytes.length;
    if (bytes.length < length) {
      throw truncated();
    }
    return bytes;
  }

  private CorruptFileException truncated() {
    return new CorruptFileException(location, position, "the file ends too early");
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }

  private static RuntimeException failed(String location, IOException e) {
    return new StorageException("Cannot read " + location + ": " + e.getMessage(), e);
  }

  private static void closeAfterFailure(InputStream in) {
    try {
      in.close();
    } catch (IOException ignored) {
      // The failure that made the reader give up is the one to report.
    }
  }

  @Override
  public void close() {
    try {
      in.close();
    } catch (IOException e) {
      throw failed(location, e);
    }
  }
}
