package io.firn.codec.parquet.columns;

import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.column.ParquetProperties;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/**
 * How a merged file is laid out.
 *
 * @param conf has the level of the codec
 * @param rowGroupSizeBytes at about how many bytes a row group ends
 * @param metadata goes into the footer
 */
public record MergeSettings(
    ParquetProperties properties,
    CompressionCodecName codec,
    Configuration conf,
    long rowGroupSizeBytes,
    Map<String, String> metadata) {

  public MergeSettings {
    metadata = Map.copyOf(metadata);
  }
}
