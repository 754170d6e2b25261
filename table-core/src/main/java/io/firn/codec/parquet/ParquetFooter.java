package io.firn.codec.parquet;

import io.firn.error.CorruptFileException;
import io.firn.io.InputFile;
import java.io.IOException;
import org.apache.parquet.ParquetReadOptions;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.hadoop.metadata.FileMetaData.EncryptionType;
import org.apache.parquet.hadoop.metadata.ParquetMetadata;
import org.apache.parquet.io.SeekableInputStream;

/** Reads footers and checks them against the file they are in. */
public final class ParquetFooter {
  private static final int MAGIC_BYTES = 4;

  private ParquetFooter() {}

  /**
   * The footer of a file.
   *
   * @throws CorruptFileException if the file is no Parquet file, is cut off, or has a footer that
   *     does not fit it
   * @throws io.firn.error.UnsupportedFeatureException if the file is encrypted
   */
  public static ParquetMetadata read(InputFile file) {
    try (SeekableInputStream in = new ParquetInput(file).newStream()) {
      return read(file, in);
    } catch (IOException e) {
      throw ParquetErrors.reading(file.location(), e);
    }
  }

  static ParquetMetadata read(InputFile file, SeekableInputStream in) {
    return read(file, in, 0, Long.MAX_VALUE);
  }

  /**
   * The footer of a file with those row groups whose middle lies in the part of {@code length}
   * bytes from {@code start} on.
   */
  public static ParquetMetadata read(
      InputFile file, SeekableInputStream in, long start, long length) {
    ParquetMetadata footer;
    try {
      ParquetReadOptions.Builder builder =
          new ParquetReadOptions.Builder(new PlainParquetConfiguration());
      if (start > 0 || length < file.length()) {
        builder.withRange(start, start + length);
      }
      ParquetReadOptions options = builder.build();
      footer = ParquetFileReader.readFooter(new ParquetInput(file), options, in);
      if (footer.getFileMetaData().getEncryptionType() != EncryptionType.UNENCRYPTED) {
        throw ParquetErrors.encrypted(file.location(), new IOException("encrypted columns"));
      }
      for (BlockMetaData block : footer.getBlocks()) {
        check(file, footer, block);
      }
    } catch (IOException | RuntimeException e) {
      throw ParquetErrors.reading(file.location(), e);
    }
    return footer;
  }

  private static void check(InputFile file, ParquetMetadata footer, BlockMetaData block) {
    for (ColumnChunkMetaData chunk : block.getColumns()) {
      long start = chunk.getStartingPos();
      boolean inside =
          start >= MAGIC_BYTES
              && chunk.getTotalSize() >= 0
              && chunk.getTotalUncompressedSize() >= 0
              && chunk.getTotalSize() <= file.length() - start;
      boolean isFlat =
          footer
                  .getFileMetaData()
                  .getSchema()
                  .getColumnDescription(chunk.getPath().toArray())
                  .getMaxRepetitionLevel()
              == 0;
      long rows = block.getRowCount();
      boolean countsFit =
          rows >= 0 && (isFlat ? chunk.getValueCount() == rows : chunk.getValueCount() >= rows);
      if (!inside || !countsFit) {
        throw new CorruptFileException(
            file.location(),
            start,
            "the footer has a column chunk %s there of %d bytes and %d values for %d rows"
                .formatted(chunk.getPath(), chunk.getTotalSize(), chunk.getValueCount(), rows));
      }
    }
  }
}
