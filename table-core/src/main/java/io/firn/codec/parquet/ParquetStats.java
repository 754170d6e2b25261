package io.firn.codec.parquet;

import io.firn.model.ColumnStats;
import java.util.List;

/**
 * What a Parquet footer tells about its file: number of rows, column stats by field id, and the
 * start of each row group in bytes, ascending.
 */
public record ParquetStats(long recordCount, ColumnStats columnStats, List<Long> splitOffsets) {

  public ParquetStats {
    splitOffsets = List.copyOf(splitOffsets);
  }
}
