package io.firn.codec.parquet.columns;

import java.io.ByteArrayInputStream;
import org.apache.parquet.io.DelegatingSeekableInputStream;

/** A file that was read whole. */
final class BytesStream extends DelegatingSeekableInputStream {
  private final Bytes bytes;

  BytesStream(byte[] file) {
    this(new Bytes(file));
  }

  private BytesStream(Bytes bytes) {
    super(bytes);
    this.bytes = bytes;
  }

  @Override
  public long getPos() {
    return bytes.position();
  }

  @Override
  public void seek(long newPosition) {
    bytes.seek(newPosition);
  }

  private static final class Bytes extends ByteArrayInputStream {
    Bytes(byte[] file) {
      super(file);
    }

    long position() {
      return pos;
    }

    void seek(long newPosition) {
      pos = (int) Math.max(0, Math.min(newPosition, count));
    }
  }
}
