package io.firn.codec.puffin;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdInputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import net.jpountz.lz4.LZ4FrameInputStream;
import net.jpountz.lz4.LZ4FrameOutputStream;

/** Fixed bytes of the format, and its compressions. */
final class PuffinFormat {
  static final byte[] MAGIC = {0x50, 0x46, 0x41, 0x31};

  /** Payload size, flags and magic, behind the payload. */
  static final int FOOTER_END_BYTES = 4 + 4 + 4;

  static final int FLAG_PAYLOAD_COMPRESSED = 1;

  /** More than any blob or footer; protects the memory against damaged lengths. */
  private static final int MAX_PLAIN_BYTES = 1 << 30;

  private PuffinFormat() {}

  static byte[] decompress(PuffinCompression compression, byte[] bytes) throws IOException {
    return switch (compression) {
      case NONE -> bytes;
      case LZ4 -> drain(new LZ4FrameInputStream(new ByteArrayInputStream(bytes)));
      case ZSTD -> drain(new ZstdInputStream(new ByteArrayInputStream(bytes)));
    };
  }

  private static byte[] drain(InputStream in) throws IOException {
    try (in) {
      byte[] plain = in.readNBytes(MAX_PLAIN_BYTES);
      if (plain.length == MAX_PLAIN_BYTES) {
        throw new IOException("more than " + MAX_PLAIN_BYTES + " bytes");
      }
      return plain;
    }
  }

  static byte[] compress(PuffinCompression compression, byte[] bytes) throws IOException {
    return switch (compression) {
      case NONE -> bytes;
      case LZ4 -> lz4(bytes);
      // In one call, so that the frame says how long its content is, as the spec wants.
      case ZSTD -> Zstd.compress(bytes);
    };
  }

  private static byte[] lz4(byte[] bytes) throws IOException {
    ByteArrayOutputStream compressed = new ByteArrayOutputStream();
    try (OutputStream out =
        new LZ4FrameOutputStream(
            compressed,
            LZ4FrameOutputStream.BLOCKSIZE.SIZE_1MB,
            bytes.length,
            LZ4FrameOutputStream.FLG.Bits.BLOCK_INDEPENDENCE,
            LZ4FrameOutputStream.FLG.Bits.CONTENT_SIZE)) {
      out.write(bytes);
    }
    return compressed.toByteArray();
  }
}
