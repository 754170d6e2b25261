package io.firn.codec.parquet;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.compression.CompressionCodecFactory;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/** Decompressors that refuse to make room for more bytes than a page of the file can have. */
public final class CheckedCodecs implements CompressionCodecFactory {
  private final CompressionCodecFactory codecs;
  private final long largestPage;

  public CheckedCodecs(CompressionCodecFactory codecs, long largestPage) {
    this.codecs = codecs;
    this.largestPage = largestPage;
  }

  @Override
  public BytesInputCompressor getCompressor(CompressionCodecName codecName) {
    return codecs.getCompressor(codecName);
  }

  @Override
  public BytesInputDecompressor getDecompressor(CompressionCodecName codecName) {
    BytesInputDecompressor decompressor = codecs.getDecompressor(codecName);
    return new BytesInputDecompressor() {
      @Override
      public BytesInput decompress(BytesInput bytes, int decompressedSize) throws IOException {
        requireSize(decompressedSize);
        return decompressor.decompress(bytes, decompressedSize);
      }

      @Override
      public void decompress(
          ByteBuffer input, int compressedSize, ByteBuffer output, int decompressedSize)
          throws IOException {
        requireSize(decompressedSize);
        decompressor.decompress(input, compressedSize, output, decompressedSize);
      }

      @Override
      public void release() {
        decompressor.release();
      }
    };
  }

  private void requireSize(int decompressedSize) throws IOException {
    if (decompressedSize < 0 || decompressedSize > largestPage) {
      throw new IOException("a page of " + decompressedSize + " bytes");
    }
  }

  @Override
  public void release() {
    codecs.release();
  }
}
