package io.firn.codec.parquet.columns;

import io.firn.codec.parquet.CheckedCodecs;
import org.apache.parquet.compression.CompressionCodecFactory;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.hadoop.CodecFactory;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/** Decompressors that many files share: a reader that closes leaves them to the others. */
final class KeptCodecs implements CompressionCodecFactory, AutoCloseable {
  private final CompressionCodecFactory codecs;

  /** {@code largestPage} is that of all files, in bytes. */
  KeptCodecs(long largestPage) {
    codecs = new CheckedCodecs(new CodecFactory(new PlainParquetConfiguration(), 0), largestPage);
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
}
