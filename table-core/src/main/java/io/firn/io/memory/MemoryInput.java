package io.firn.io.memory;

import io.firn.io.SeekableInput;
import java.io.EOFException;
import java.io.IOException;
import java.util.Objects;

/** Reads an array that nobody changes. */
final class MemoryInput extends SeekableInput {
  private final String location;
  private final byte[] bytes;
  private int position;

  MemoryInput(String location, byte[] bytes) {
    this.location = location;
    this.bytes = bytes;
  }

  @Override
  public long position() {
    return position;
  }

  @Override
  public void seek(long newPosition) throws IOException {
    if (newPosition < 0 || newPosition > bytes.length) {
      throw new EOFException(
          "Cannot seek to " + newPosition + " in " + location + " of " + bytes.length + " bytes");
    }
    position = (int) newPosition;
  }

  @Override
  public int read() {
    return position < bytes.length ? bytes[position++] & 0xFF : -1;
  }

  @Override
  public int read(byte[] buffer, int offset, int length) {
    Objects.checkFromIndexSize(offset, length, buffer.length);
    if (length == 0) {
      return 0;
    }
    int count = Math.min(length, bytes.length - position);
    if (count <= 0) {
      return -1;
    }
    System.arraycopy(bytes, position, buffer, offset, count);
    position += count;
    return count;
  }

  @Override
  public long skip(long count) {
    int skipped = (int) Math.max(0, Math.min(count, bytes.length - position));
    position += skipped;
    return skipped;
  }

  @Override
  public int available() {
    return bytes.length - position;
  }

  @Override
  public void readFully(long start, byte[] buffer, int offset, int length) throws IOException {
    Objects.checkFromIndexSize(offset, length, buffer.length);
    if (start < 0 || start + length > bytes.length) {
      throw new EOFException(
          "Cannot read "
              + length
              + " bytes at "
              + start
              + " of "
              + location
              + ", which has "
              + bytes.length);
    }
    System.arraycopy(bytes, (int) start, buffer, offset, length);
  }
}
