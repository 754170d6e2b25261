package io.firn.codec.parquet.columns;

import io.firn.codec.parquet.FileRow;
import io.firn.codec.parquet.MetricsConfig;
import io.firn.codec.parquet.ParquetRowWriter;
import io.firn.codec.parquet.ParquetRows;
import io.firn.codec.parquet.ParquetStats;
import io.firn.codec.parquet.RowFileSettings;
import io.firn.codec.parquet.RowRequest;
import io.firn.codec.parquet.SchemaToParquet;
import io.firn.deletes.PositionSet;
import io.firn.io.memory.MemoryStorage;
import io.firn.model.DataFile;
import io.firn.types.Schema;
import io.firn.types.StructValue;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.column.ParquetProperties;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.schema.MessageType;

/** Old files in memory, and the new one that is made of them. */
final class Merging {
  static final String TARGET = "mem:/merged.parquet";

  final MemoryStorage storage = new MemoryStorage();
  final List<MergeSource> sources = new ArrayList<>();
  final List<String> runs = new ArrayList<>();
  CompressionCodecName codec = CompressionCodecName.ZSTD;

  /** Writes an old file. */
  MergeSource source(
      Schema schema, List<StructValue> rows, RowFileSettings settings, PositionSet deleted) {
    String location = "mem:/" + sources.size() + ".parquet";
    ParquetRowWriter writer =
        ParquetRowWriter.create(storage.newOutputFile(location), schema, settings);
    rows.forEach(writer::add);
    writer.close();
    DataFile file =
        DataFile.parquet(location, 0, StructValue.empty(), rows.size(), writer.fileSizeInBytes());
    MergeSource source =
        new MergeSource(
            file,
            0,
            file.fileSizeInBytes(),
            7,
            deleted.isEmpty() ? Optional.empty() : Optional.of(deleted),
            Map.of());
    sources.add(source);
    return source;
  }

  static RowFileSettings settings(String codec, long rowGroupBytes) {
    return new RowFileSettings(codec, OptionalInt.empty(), rowGroupBytes, Map.of());
  }

  static ParquetProperties.Builder smallPages() {
    return ParquetProperties.builder()
        .withPageSize(600)
        .withDictionaryPageSize(1500)
        .withMinRowCountForPageSizeCheck(10)
        .withMaxRowCountForPageSizeCheck(50);
  }

  /** The stats of the new file; empty if the sources cannot be merged. */
  Optional<ParquetStats> merge(Schema wanted, ParquetProperties properties, long rowGroupBytes) {
    MessageType message = SchemaToParquet.convert(wanted.struct(), "table");
    MergeSettings settings =
        new MergeSettings(
            properties,
            codec,
            new Configuration(false),
            rowGroupBytes,
            Map.of("iceberg.schema", "the schema"));
    Optional<ColumnMerge> planned =
        ColumnMerge.plan(storage, sources, message, wanted.struct(), rowGroupBytes, () -> {});
    if (planned.isEmpty()) {
      return Optional.empty();
    }
    try (ColumnMerge merge = planned.get();
        MergedFile file = MergedFile.create(storage.newOutputFile(TARGET), message, settings)) {
      while (merge.hasNext()) {
        merge.writeNext(
            file,
            (source, position, count) ->
                runs.add(source.file().filePath() + " " + position + "+" + count));
      }
      file.finish();
      return Optional.of(file.stats(wanted, MetricsConfig.of(wanted, Map.of(), new int[0])));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  List<StructValue> read(Schema schema) {
    List<StructValue> rows = new ArrayList<>();
    try (ParquetRows file = ParquetRows.open(storage.newInputFile(TARGET), RowRequest.of(schema))) {
      for (FileRow row : file) {
        rows.add(row.values());
      }
    }
    return rows;
  }
}
