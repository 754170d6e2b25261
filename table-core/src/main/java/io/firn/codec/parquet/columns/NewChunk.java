package io.firn.codec.parquet.columns;

import io.firn.codec.parquet.FloatingColumn;
import java.io.IOException;
import org.apache.parquet.hadoop.ColumnChunkPageWriteStore;
import org.apache.parquet.hadoop.ParquetFileWriter;

/** A column chunk that is complete and not in its file yet. */
sealed interface NewChunk extends AutoCloseable {

  Leaf leaf();

  /** What was seen of its values, if they are floating-point numbers. */
  FloatingColumn seen();

  /** Writes it as the next one of the open row group. */
  void appendTo(ParquetFileWriter writer) throws IOException;

  @Override
  void close();

  /** That of an old file. */
  record Stored(Leaf leaf, FloatingColumn seen, StoredChunk chunk) implements NewChunk {

    @Override
    public void appendTo(ParquetFileWriter writer) throws IOException {
      chunk.appendTo(writer, leaf);
    }

    @Override
    public void close() {
      // Bytes only.
    }
  }

  /** Pages that were made. */
  record Made(Leaf leaf, FloatingColumn seen, ColumnChunkPageWriteStore pages) implements NewChunk {

    @Override
    public void appendTo(ParquetFileWriter writer) throws IOException {
      pages.flushToFileWriter(writer);
    }

    @Override
    public void close() {
      pages.close();
    }
  }
}
