package io.firn.codec.parquet.columns;

import com.github.luben.zstd.ZstdDecompressCtx;
import io.firn.codec.parquet.CheckedCodecs;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.compression.CompressionCodecFactory;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.hadoop.CodecFactory;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/**
 * Decompressors that many files share: a reader that closes leaves them to the others. Zstandard's
 * is one of our own, since parquet-java's makes a context for each page, and small files have as
 * many of these as large ones.
 */
final class KeptCodecs implements CompressionCodecFactory, AutoCloseable {
  private final CompressionCodecFactory codecs;

  /** {@code largestPage} is that of all files, in bytes. */
  KeptCodecs(long largestPage) {
    codecs =
        new CheckedCodecs(
            new WithZstd(new CodecFactory(new PlainParquetConfiguration(), 0)), largestPage);
  }

  @Override
  public BytesInputCompressor getCompressor(CompressionCodecName codecName) {
    return codecs.getCompressor(codecName);
  }

  @Override
  public BytesInputDecompressor getDecompressor(CompressionCodecName codecName) {
    return codecs.getDecompressor(codecName);
  }

  @Override
  public void release() {
    // Not yet: see close.
  }

  @Override
  public void close() {
    codecs.release();
  }

  private static final class WithZstd implements CompressionCodecFactory {
    private final CompressionCodecFactory others;
    private final Zstd zstd = new Zstd();

    WithZstd(CompressionCodecFactory others) {
      this.others = others;
    }

    @Override
    public BytesInputCompressor getCompressor(CompressionCodecName codecName) {
      return others.getCompressor(codecName);
    }

    @Override
    public BytesInputDecompressor getDecompressor(CompressionCodecName codecName) {
      return codecName == CompressionCodecName.ZSTD ? zstd : others.getDecompressor(codecName);
    }

    @Override
    public void release() {
      zstd.release();
      others.release();
    }
  }

  private static final class Zstd implements CompressionCodecFactory.BytesInputDecompressor {
    private final ZstdDecompressCtx context = new ZstdDecompressCtx();

    @Override
    public BytesInput decompress(BytesInput bytes, int decompressedSize) throws IOException {
      byte[] compressed = bytes.toByteArray();
      byte[] plain = new byte[decompressedSize];
      int size =
          context.decompressByteArray(plain, 0, decompressedSize, compressed, 0, compressed.length);
      requireSize(size, decompressedSize);
      return BytesInput.from(plain);
    }

    @Override
    public void decompress(
        ByteBuffer input, int compressedSize, ByteBuffer output, int decompressedSize)
        throws IOException {
      byte[] compressed = new byte[compressedSize];
      input.get(compressed);
      output.put(decompress(BytesInput.from(compressed), decompressedSize).toByteArray());
    }

    private static void requireSize(int size, int expected) throws IOException {
      if (size != expected) {
        throw new IOException("a page of " + size + " bytes that should have " + expected);
      }
    }

    @Override
    public void release() {
      context.close();
    }
  }
}
