package io.firn.codec.parquet.columns;

import java.io.ByteArrayInputStream;
import java.util.zip.CRC32;
import org.apache.parquet.io.DelegatingSeekableInputStream;

/** A file that was read whole, or a part of one. */
final class BytesStream extends DelegatingSeekableInputStream {
  private final Bytes bytes;
  private final long start;

  BytesStream(byte[] file) {
    this(file, 0);
  }

  /** {@code start} is where the part begins in its file; positions are those of the file. */
  BytesStream(byte[] part, long start) {
    this(new Bytes(part), start);
  }

  private BytesStream(Bytes bytes, long start) {
    super(bytes);
    this.bytes = bytes;
    this.start = start;
  }

  @Override
  public long getPos() {
    return start + bytes.position();
  }

  @Override
  public void seek(long newPosition) {
    bytes.seek(newPosition - start);
  }

  /** The checksum of the next bytes, which it goes past. */
  int checksum(int length) {
    return bytes.checksum(length);
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

    int checksum(int length) {
      CRC32 crc = new CRC32();
      crc.update(buf, pos, length);
      pos += length;
      return (int) crc.getValue();
    }
  }
}
