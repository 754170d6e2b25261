package io.firn.io.local;

import io.firn.io.SeekableInput;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.Objects;

/** A local file's bytes, unbuffered: callers read blocks. */
final class LocalInput extends SeekableInput {
  private final String location;
  private final FileChannel channel;

  LocalInput(String location, FileChannel channel) {
    this.location = location;
    this.channel = channel;
  }

  @Override
  public long position() throws IOException {
    return channel.position();
  }

  @Override
  public void seek(long newPosition) throws IOException {
    if (newPosition < 0) {
      throw new EOFException("Cannot seek to " + newPosition + " in " + location);
    }
    channel.position(newPosition);
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
  }

  @Override
  public int read(byte[] buffer, int offset, int length) throws IOException {
    Objects.checkFromIndexSize(offset, length, buffer.length);
    return length == 0 ? 0 : channel.read(ByteBuffer.wrap(buffer, offset, length));
  }

  @Override
  public long skip(long count) throws IOException {
    long here = channel.position();
    long skipped = Math.max(0, Math.min(count, channel.size() - here));
    channel.position(here + skipped);
    return skipped;
  }

  @Override
  public int available() throws IOException {
    return (int) Math.max(0, Math.min(Integer.MAX_VALUE, channel.size() - channel.position()));
  }

  @Override
  public void readFully(long position, byte[] buffer, int offset, int length) throws IOException {
    Objects.checkFromIndexSize(offset, length, buffer.length);
    ByteBuffer target = ByteBuffer.wrap(buffer, offset, length);
    long next = position;
    while (target.hasRemaining()) {
      int count = channel.read(target, next);
      if (count < 0) {
        throw new EOFException(
            "Cannot read "
                + length
                + " bytes at "
                + position
                + " of "
                + location
                + ", which has "
                + channel.size());
      }
      next += count;
    }
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
