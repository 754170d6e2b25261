package io.firn.io.local;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;

/** Buffers, and names the file when writing fails. */
final class LocalOutput extends OutputStream {
  private static final int BUFFER_BYTES = 64 * 1024;

  private final String location;
  private final OutputStream out;
  private boolean closed;

  LocalOutput(String location, OutputStream out) {
    this.location = location;
    this.out = new BufferedOutputStream(out, BUFFER_BYTES);
  }

  @Override
  public void write(int value) throws IOException {
    try {
      out.write(value);
    } catch (IOException e) {
      throw unwritable(e);
    }
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    try {
      out.write(bytes, offset, length);
    } catch (IOException e) {
      throw unwritable(e);
    }
  }

  @Override
  public void flush() throws IOException {
    try {
      out.flush();
    } catch (IOException e) {
      throw unwritable(e);
    }
  }

  @Override
  public void close() throws IOException {
    if (closed) {
      return;
    }
    closed = true;
    try {
      out.close();
    } catch (IOException e) {
      throw unwritable(e);
    }
  }

  private IOException unwritable(IOException e) {
    return new IOException("Cannot write " + location + ": " + e.getMessage(), e);
  }
}
