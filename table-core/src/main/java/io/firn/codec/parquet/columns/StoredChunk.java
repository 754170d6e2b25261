package io.firn.codec.parquet.columns;

import io.firn.codec.parquet.FloatingColumn;
import java.io.IOException;
import java.util.Objects;
import org.apache.parquet.column.ColumnReader;
import org.apache.parquet.column.EncodingStats;
import org.apache.parquet.column.statistics.Statistics;
import org.apache.parquet.hadoop.ParquetFileWriter;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.hadoop.metadata.ColumnPath;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.internal.column.columnindex.ColumnIndex;
import org.apache.parquet.internal.column.columnindex.OffsetIndex;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;

/** A column chunk of an old file that goes to a new one as it is stored, with its indexes. */
record StoredChunk(
    BytesStream bytes, ColumnChunkMetaData chunk, ColumnIndex columnIndex, OffsetIndex pages) {

  /** Whether footers tell of the chunk what those of a new one would. */
  static boolean fits(ColumnChunkMetaData chunk, Leaf wanted, CompressionCodecName codec) {
    Statistics<?> statistics = chunk.getStatistics();
    EncodingStats encodings = chunk.getEncodingStats();
    return chunk.getCodec() == codec
        && sameType(chunk.getPrimitiveType(), wanted.column().getPrimitiveType())
        && chunk.getColumnIndexReference() != null
        && chunk.getOffsetIndexReference() != null
        && encodings != null
        && statistics != null
        && statistics.isNumNullsSet()
        && (statistics.hasNonNullValue() || statistics.getNumNulls() == chunk.getValueCount());
  }

  private static boolean sameType(PrimitiveType stored, PrimitiveType wanted) {
    return stored.getPrimitiveTypeName() == wanted.getPrimitiveTypeName()
        && stored.getTypeLength() == wanted.getTypeLength()
        && Objects.equals(stored.getLogicalTypeAnnotation(), wanted.getLogicalTypeAnnotation())
        && stored.columnOrder().equals(wanted.columnOrder());
  }

  /**
   * Whether the statistics are exact for floating-point numbers, if there are no NaNs. Those of
   * zeros are not: writers take both for either.
   */
  boolean hasExactBounds() {
    Statistics<?> statistics = chunk.getStatistics();
    return !statistics.hasNonNullValue()
        || (((Number) statistics.genericGetMin()).doubleValue() != 0
            && ((Number) statistics.genericGetMax()).doubleValue() != 0);
  }

  /** Lets {@code seen} know of exact bounds. */
  void noteBounds(FloatingColumn seen) {
    Statistics<?> statistics = chunk.getStatistics();
    if (statistics.hasNonNullValue()) {
      seen.see(((Number) statistics.genericGetMin()).doubleValue());
      seen.see(((Number) statistics.genericGetMax()).doubleValue());
    }
  }

  /** Lets {@code seen} know of all values of a column of floating-point numbers. */
  static void noteValues(Leaf stored, ColumnReader values, FloatingColumn seen) {
    boolean isFloat =
        stored.column().getPrimitiveType().getPrimitiveTypeName() == PrimitiveTypeName.FLOAT;
    for (long left = values.getTotalValueCount(); left > 0; left--) {
      if (values.getCurrentDefinitionLevel() == stored.maxDefinitionLevel()) {
        if (isFloat) {
          seen.see(values.getFloat());
        } else {
          seen.see(values.getDouble());
        }
      }
      values.consume();
    }
  }

  /** Writes the chunk as that of a new file's column. */
  void appendTo(ParquetFileWriter writer, Leaf leaf) throws IOException {
    ColumnChunkMetaData renamed =
        ColumnChunkMetaData.get(
            ColumnPath.get(leaf.column().getPath()),
            leaf.column().getPrimitiveType(),
            chunk.getCodec(),
            chunk.getEncodingStats(),
            chunk.getEncodings(),
            chunk.getStatistics(),
            chunk.getFirstDataPageOffset(),
            chunk.getDictionaryPageOffset(),
            chunk.getValueCount(),
            chunk.getTotalSize(),
            chunk.getTotalUncompressedSize());
    writer.appendColumnChunk(leaf.column(), bytes, renamed, null, columnIndex, pages);
  }
}
