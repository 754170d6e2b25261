package io.firn.codec.parquet;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.firn.codec.oracle.IcebergModel;
import io.firn.codec.oracle.RandomValues;
import io.firn.codec.oracle.TestTables;
import io.firn.io.memory.MemoryStorage;
import io.firn.model.ColumnStats;
import io.firn.types.Schema;
import io.firn.types.StructValue;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.iceberg.IcebergBuild;
import org.apache.iceberg.Metrics;
import org.apache.iceberg.SortOrder;
import org.apache.iceberg.StructLike;
import org.apache.iceberg.data.parquet.InternalReader;
import org.apache.iceberg.data.parquet.InternalWriter;
import org.apache.iceberg.inmemory.InMemoryFileIO;
import org.apache.iceberg.inmemory.InMemoryOutputFile;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.io.FileAppender;
import org.apache.iceberg.parquet.Parquet;
import org.apache.iceberg.parquet.ParquetUtil;
import org.apache.parquet.hadoop.metadata.ParquetMetadata;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Rows and stats of Parquet files as Iceberg writes and reads them, for each type and shape. */
@Tag("iceberg-oracle")
final class ParquetOracleTest {
  private static final long SEED = 1234;
  private static final int ROWS = 500;

  private final MemoryStorage storage = new MemoryStorage();
  private final InMemoryFileIO io = new InMemoryFileIO();

  private static List<StructValue> rows(Schema schema) {
    RandomValues values = new RandomValues(SEED);
    List<StructValue> rows = new ArrayList<>();
    for (int i = 0; i < ROWS; i++) {
      rows.add(values.struct(schema.struct()));
    }
    return rows;
  }

  private ParquetRowWriter write(
      String location, Schema schema, String codec, List<StructValue> rows) {
    RowFileSettings settings = new RowFileSettings(codec, OptionalInt.empty(), 100_000, Map.of());
    ParquetRowWriter writer =
        ParquetRowWriter.create(storage.newOutputFile(location), schema, settings);
    rows.forEach(writer::add);
    writer.close();
    io.addFile(location, storage.newInputFile(location).readAll());
    return writer;
  }

  private List<StructValue> read(String location, Schema schema) {
    List<StructValue> rows = new ArrayList<>();
    try (ParquetRows file =
        ParquetRows.open(storage.newInputFile(location), RowRequest.of(schema))) {
      for (FileRow row : file) {
        assertEquals(rows.size(), row.position());
        rows.add(row.values());
      }
    }
    return rows;
  }

  private static void assertRows(List<StructValue> expected, List<StructValue> actual) {
    assertEquals(expected.size(), actual.size());
    for (int i = 0; i < expected.size(); i++) {
      for (int column = 0; column < expected.get(i).size(); column++) {
        assertEquals(
            expected.get(i).at(column),
            actual.get(i).at(column),
            "row " + i + ", column " + column + ", seed " + SEED);
      }
    }
  }

  @Test
  void icebergAndFirnReadWhatFirnWrote() throws IOException {
    for (int version : List.of(2, 3)) {
      Schema schema = TestTables.everyShape(version);
      List<StructValue> rows = rows(schema);
      for (String codec : List.of("zstd", "gzip", "snappy", "uncompressed")) {
        String location = "mem:/firn-" + version + codec + ".parquet";
        write(location, schema, codec, rows);
        assertRows(rows, read(location, schema));
        List<StructValue> asIceberg = new ArrayList<>();
        org.apache.iceberg.Schema icebergSchema = IcebergModel.schema(schema);
        try (CloseableIterable<StructLike> file =
            Parquet.read(io.newInputFile(location))
                .project(icebergSchema)
                .createReaderFunc(message -> InternalReader.create(icebergSchema, message))
                .build()) {
          file.forEach(row -> asIceberg.add(IcebergModel.struct(row)));
        }
        assertRows(rows, asIceberg);
      }
    }
  }

  @Test
  void firnReadsWhatIcebergWrote() throws IOException {
    for (int version : List.of(2, 3)) {
      Schema schema = TestTables.everyShape(version);
      List<StructValue> rows = rows(schema);
      String location = "mem:/iceberg-" + version + ".parquet";
      icebergWrites(location, schema, rows);
      assertRows(rows, read(location, schema));
    }
  }

  private Metrics icebergWrites(String location, Schema schema, List<StructValue> rows)
      throws IOException {
    InMemoryOutputFile out = new InMemoryOutputFile(location);
    FileAppender<StructLike> appender =
        Parquet.write(out)
            .schema(IcebergModel.schema(schema))
            .set("write.parquet.row-group-size-bytes", "100000")
            .createWriterFunc(InternalWriter::createWriter)
            .build();
    try (appender) {
      for (StructValue row : rows) {
        appender.add(IcebergModel.struct(row));
      }
    }
    try (OutputStream file = storage.newOutputFile(location).create()) {
      file.write(out.toByteArray());
    }
    return appender.metrics();
  }

  @Test
  void statsOfTheFooterAreIcebergs() {
    for (int version : List.of(2, 3)) {
      Schema schema = TestTables.everyShape(version);
      String location = "mem:/stats-" + version + ".parquet";
      write(location, schema, "zstd", rows(schema));
      ParquetMetadata footer = ParquetFooter.read(storage.newInputFile(location));
      for (Map<String, String> properties :
          List.<Map<String, String>>of(
              Map.of(),
              Map.of("write.metadata.metrics.default", "full"),
              Map.of("write.metadata.metrics.default", "truncate(3)"),
              Map.of("write.metadata.metrics.default", "counts"),
              Map.of("write.metadata.metrics.default", "none"),
              Map.of(
                  "write.metadata.metrics.default",
                  "none",
                  "write.metadata.metrics.column.id",
                  "full",
                  "write.metadata.metrics.column.point.x",
                  "truncate(2)",
                  "write.metadata.metrics.column.tags.element",
                  "full"),
              Map.of("write.metadata.metrics.max-inferred-column-defaults", "5"),
              Map.of("write.metadata.metrics.max-inferred-column-defaults", "25"),
              Map.of("write.metadata.metrics.max-inferred-column-defaults", "27"),
              Map.of("write.metadata.metrics.max-inferred-column-defaults", "30"))) {
        org.apache.iceberg.Schema icebergSchema = IcebergModel.schema(schema);
        Metrics expected =
            ParquetUtil.footerMetrics(
                footer,
                Stream.empty(),
                org.apache.iceberg.MetricsConfig.from(
                    properties, icebergSchema, SortOrder.unsorted()));
        ParquetStats actual =
            FooterStats.of(
                footer, schema, MetricsConfig.of(schema, properties, new int[0]), Map.of());
        assertEquals(expected.recordCount(), actual.recordCount());
        assertStats(IcebergModel.stats(expected), actual.columnStats(), properties.toString());
        assertEquals(ParquetUtil.getSplitOffsets(footer), actual.splitOffsets());
      }
    }
  }

  private static void assertStats(ColumnStats expected, ColumnStats actual, String where) {
    String message = where + ", seed " + SEED;
    assertEquals(sorted(expected.columnSizes()), sorted(actual.columnSizes()), message);
    assertEquals(sorted(expected.valueCounts()), sorted(actual.valueCounts()), message);
    assertEquals(sorted(expected.nullValueCounts()), sorted(actual.nullValueCounts()), message);
    assertEquals(sorted(expected.nanValueCounts()), sorted(actual.nanValueCounts()), message);
    assertEquals(sorted(expected.lowerBounds()), sorted(actual.lowerBounds()), message);
    assertEquals(sorted(expected.upperBounds()), sorted(actual.upperBounds()), message);
  }

  private static <V> Map<Integer, V> sorted(Map<Integer, V> map) {
    return new TreeMap<>(map);
  }

  @Test
  void statsOfAWrittenFileAreIcebergs() throws IOException {
    Schema schema = TestTables.everyShape(3);
    List<StructValue> rows = rows(schema);
    Metrics expected = icebergWrites("mem:/i.parquet", schema, rows);
    ParquetRowWriter writer = write("mem:/f.parquet", schema, "gzip", rows);
    ColumnStats actual = writer.stats(MetricsConfig.of(schema, Map.of(), new int[0])).columnStats();
    ColumnStats iceberg = IcebergModel.stats(expected);
    // Sizes depend on how each writer cuts pages.
    assertStats(
        new ColumnStats(
            actual.columnSizes(),
            withNestedFloats(iceberg.valueCounts(), actual.valueCounts()),
            withNestedFloats(iceberg.nullValueCounts(), actual.nullValueCounts()),
            iceberg.nanValueCounts(),
            iceberg.lowerBounds(),
            iceberg.upperBounds()),
        actual,
        "written");
  }

  /**
   * Iceberg 1.11 leaves out floating-point values below a null struct; 1.12 counts them as nulls,
   * as Parquet does.
   */
  private static Map<Integer, Long> withNestedFloats(
      Map<Integer, Long> counts, Map<Integer, Long> parquet) {
    if (!IcebergBuild.version().startsWith("1.11")) {
      return counts;
    }
    Map<Integer, Long> all = new TreeMap<>(counts);
    for (int id : new int[] {102, 104}) {
      all.put(id, parquet.getOrDefault(id, -1L));
    }
    return all;
  }
}
