package io.firn.codec.parquet.columns;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.firn.codec.oracle.IcebergModel;
import io.firn.codec.parquet.FileRow;
import io.firn.codec.parquet.MetricsConfig;
import io.firn.codec.parquet.ParquetRowWriter;
import io.firn.codec.parquet.ParquetRows;
import io.firn.codec.parquet.ParquetStats;
import io.firn.codec.parquet.RowFileSettings;
import io.firn.codec.parquet.RowRequest;
import io.firn.codec.parquet.SchemaToParquet;
import io.firn.deletes.PositionSet;
import io.firn.error.FirnException;
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
import org.apache.iceberg.StructLike;
import org.apache.iceberg.data.parquet.InternalReader;
import org.apache.iceberg.inmemory.InMemoryFileIO;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.parquet.Parquet;
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

  /**
   * The stats of the new file; empty if the sources cannot be merged. The file and the runs are the
   * same with several threads, and so is what is said of damage.
   */
  Optional<ParquetStats> merge(Schema wanted, ParquetProperties properties, long rowGroupBytes) {
    runs.clear();
    Optional<ParquetStats> stats;
    try {
      stats = merge(wanted, properties, rowGroupBytes, 1, TARGET);
    } catch (FirnException e) {
      FirnException again =
          assertThrows(
              e.getClass(), () -> merge(wanted, properties, rowGroupBytes, 3, TARGET + "-3"));
      assertEquals(e.getMessage(), again.getMessage());
      throw e;
    }
    List<String> seen = List.copyOf(runs);
    runs.clear();
    assertEquals(stats, merge(wanted, properties, rowGroupBytes, 3, TARGET + "-3"));
    assertEquals(seen, runs);
    if (stats.isPresent()) {
      assertArrayEquals(
          storage.newInputFile(TARGET).readAll(), storage.newInputFile(TARGET + "-3").readAll());
    }
    assertEquals(List.of(), threads());
    return stats;
  }

  private static List<String> threads() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().equals("firn-columns"))
        .filter(thread -> !ends(thread))
        .map(Thread::getName)
        .toList();
  }

  private static boolean ends(Thread thread) {
    try {
      thread.join(30_000);
      return !thread.isAlive();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private Optional<ParquetStats> merge(
      Schema wanted, ParquetProperties properties, long rowGroupBytes, int threads, String target) {
    MessageType message = SchemaToParquet.convert(wanted.struct(), "table");
    MergeSettings settings =
        new MergeSettings(
            properties,
            codec,
            new Configuration(false),
            rowGroupBytes,
            Map.of("iceberg.schema", "the schema"));
    Optional<ColumnMerge> planned =
        ColumnMerge.plan(
            storage, sources, message, wanted.struct(), rowGroupBytes, threads, () -> {});
    if (planned.isEmpty()) {
      return Optional.empty();
    }
    try (ColumnMerge merge = planned.get();
        MergedFile file = MergedFile.create(storage.newOutputFile(target), message, settings)) {
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

  /** The same as Apache Iceberg's library reads it. */
  List<StructValue> readAsIceberg(Schema wanted) {
    InMemoryFileIO io = new InMemoryFileIO();
    io.addFile(TARGET, storage.newInputFile(TARGET).readAll());
    org.apache.iceberg.Schema schema = IcebergModel.schema(wanted);
    List<StructValue> rows = new ArrayList<>();
    try (CloseableIterable<StructLike> file =
        Parquet.read(io.newInputFile(TARGET))
            .project(schema)
            .createReaderFunc(message -> InternalReader.create(schema, message))
            .build()) {
      file.forEach(row -> rows.add(IcebergModel.struct(row)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return rows;
  }
}
