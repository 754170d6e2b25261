package io.firn.io;

import java.io.IOException;
import java.io.InputStream;

/** A stream with random access. Not thread-safe. */
public abstract class SeekableInput extends InputStream {

  /** Position of the next byte that is read. */
  public abstract long position() throws IOException;

  public abstract void seek(long newPosition) throws IOException;

  /**
   * Reads exactly {@code length} bytes from {@code position} on; fails with {@code EOFException}
   * when there are fewer. Leaves the stream's position undefined.
   */
  public abstract void readFully(long position, byte[] buffer, int offset, int length)
      throws IOException;
}
