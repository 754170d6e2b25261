package io.firn.codec.avro;

import io.firn.error.CorruptFileException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Decodes Avro's binary encoding from one decompressed block. Every length is checked against the
 * bytes that are left before anything is allocated, so damaged bytes end in a {@link
 * CorruptFileException}.
 */
final class AvroBytes {
  private final String location;
  private final byte[] bytes;
  private final int limit;
  private final long blockOffset;
  private int position;

  /** {@code blockOffset} is where the block starts in the file, for messages. */
  AvroBytes(String location, byte[] bytes, int length, long blockOffset) {
    this.location = location;
    this.bytes = bytes;
    this.limit = length;
    this.blockOffset = blockOffset;
  }

  int position() {
    return position;
  }

  /** The bytes from one position to another. */
  byte[] copy(int from, int to) {
    return Arrays.copyOfRange(bytes, from, to);
  }

  int remaining() {
    return limit - position;
  }

  CorruptFileException corrupt(String what) {
    return new CorruptFileException(location, blockOffset, what + " (in the block there)");
  }

  private byte readByte() {
    if (position >= limit) {
      throw corrupt("the block ends in the middle of a record");
    }
    return bytes[position++];
  }

  boolean readBoolean() {
    byte value = readByte();
    if (value != 0 && value != 1) {
      throw corrupt("a boolean has the value " + value);
    }
    return value == 1;
  }

  long readLong() {
    long raw = 0;
    for (int shift = 0; shift <= 63; shift += 7) {
      byte b = readByte();
      raw |= (long) (b & 0x7f) << shift;
      if (b >= 0) {
        return (raw >>> 1) ^ -(raw & 1);
      }
    }
    throw corrupt("a number has more than 10 bytes");
  }

  int readInt() {
    long value = readLong();
    if ((int) value != value) {
      throw corrupt("the number " + value + " does not fit an int");
    }
    return (int) value;
  }

  void skipNumber() {
    for (int i = 0; i < 10; i++) {
      if (readByte() >= 0) {
        return;
      }
    }
    throw corrupt("a number has more than 10 bytes");
  }

  float readFloat() {
    return Float.intBitsToFloat((int) readLittleEndian(4));
  }

  double readDouble() {
    return Double.longBitsToDouble(readLittleEndian(8));
  }

  private long readLittleEndian(int length) {
    int start = take(length);
    long value = 0;
    for (int i = length - 1; i >= 0; i--) {
      value = value << 8 | (bytes[start + i] & 0xff);
    }
    return value;
  }

  String readString() {
    int length = readLength();
    int start = take(length);
    return new String(bytes, start, length, StandardCharsets.UTF_8);
  }

  byte[] readBytes() {
    return readFixed(readLength());
  }

  ByteBuffer readBuffer() {
    return ByteBuffer.wrap(readBytes());
  }

  byte[] readFixed(int length) {
    int start = take(length);
    return Arrays.copyOfRange(bytes, start, start + length);
  }

  void skipBytes() {
    take(readLength());
  }

  void skip(int length) {
    take(length);
  }

  /** The branch of a union that comes next. */
  int readBranch(int branches) {
    long branch = readLong();
    if (branch < 0 || branch >= branches) {
      throw corrupt("a union has no branch " + branch);
    }
    return (int) branch;
  }

  /**
   * The number of items in the next block of an array or map, 0 at its end. Items take at least one
   * byte each in all that manifests hold, so a greater number is damage.
   */
  int readItemCount() {
    long count = readLong();
    if (count < 0) {
      count = -count;
      skipNumber();
    }
    if (count < 0 || count > remaining()) {
      throw corrupt("a list of " + count + " items in a block with " + remaining() + " bytes left");
    }
    return (int) count;
  }

  private int readLength() {
    long length = readLong();
    if (length < 0 || length > remaining()) {
      throw corrupt("a value of " + length + " bytes in a block with " + remaining() + " left");
    }
    return (int) length;
  }

  private int take(int length) {
    if (length > remaining()) {
      throw corrupt("a value of " + length + " bytes in a block with " + remaining() + " left");
    }
    int start = position;
    position += length;
    return start;
  }
}
