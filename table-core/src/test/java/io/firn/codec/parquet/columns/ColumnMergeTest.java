package io.firn.codec.parquet.columns;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.firn.codec.oracle.RandomValues;
import io.firn.codec.oracle.TestTables;
import io.firn.codec.parquet.ParquetFooter;
import io.firn.codec.parquet.ParquetStats;
import io.firn.deletes.PositionSet;
import io.firn.error.CorruptFileException;
import io.firn.model.DataFile;
import io.firn.types.Field;
import io.firn.types.ListType;
import io.firn.types.ReservedFields;
import io.firn.types.Schema;
import io.firn.types.SimpleType;
import io.firn.types.StructType;
import io.firn.types.StructValue;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.parquet.column.Encoding;
import org.apache.parquet.column.ParquetProperties;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ColumnMergeTest {
  private static final Field ID = Field.required(1, "id", SimpleType.LONG);
  private static final Field NAME = Field.optional(2, "name", SimpleType.STRING);
  private static final ParquetProperties PROPERTIES = ParquetProperties.builder().build();
  private static final long LARGE = 1 << 20;

  @TempDir private Path directory;

  private final Merging merging = new Merging();

  private static Schema schema(Field... fields) {
    return new Schema(0, List.of(fields));
  }

  private MergeSource source(Schema schema, StructValue... rows) {
    return merging.source(
        schema, List.of(rows), Merging.settings("zstd", LARGE), new PositionSet());
  }

  private static StructValue row(Object... values) {
    return StructValue.of(values);
  }

  private Optional<ParquetStats> merge(Schema wanted) {
    return merging.merge(wanted, PROPERTIES, LARGE);
  }

  @Test
  void storedRowIdsStayAndOthersAreInherited() {
    Schema stored = schema(ID, ReservedFields.ROW_ID, ReservedFields.LAST_UPDATED_SEQUENCE_NUMBER);
    MergeSource mixed =
        merging.source(
            stored,
            List.of(row(10L, 3L, 2L), row(11L, null, null), row(12L, 900L, null), row(13L, 5L, 4L)),
            Merging.settings("zstd", LARGE),
            PositionSet.of(0));
    MergeSource plain = source(schema(ID), row(20L), row(21L));
    MergeSource unassigned = source(schema(ID), row(30L));
    merging.sources.clear();
    merging.sources.addAll(List.of(withFirstRowId(mixed, 500), withFirstRowId(plain, 600)));
    merging.sources.add(unassigned);
    assertEquals(6, merge(stored).orElseThrow().recordCount());
    assertEquals(
        List.of(
            row(11L, 501L, 7L),
            row(12L, 900L, 7L),
            row(13L, 5L, 4L),
            row(20L, 600L, 7L),
            row(21L, 601L, 7L),
            row(30L, null, null)),
        merging.read(stored));
  }

  private static MergeSource withFirstRowId(MergeSource source, long first) {
    return new MergeSource(
        source.file().withFirstRowId(OptionalLong.of(first)),
        source.start(),
        source.length(),
        source.sequenceNumber(),
        source.deleted(),
        source.constants());
  }

  /** Read by id, each of its columns would be absent, and null. */
  @Test
  void aFileWithoutFieldIdsIsRefused() throws IOException {
    MessageType message =
        MessageTypeParser.parseMessageType(
            "message spark_schema { optional int64 id; optional binary name (STRING); }");
    Path path = directory.resolve("imported.parquet");
    try (ParquetWriter<Group> writer =
        ExampleParquetWriter.builder(new LocalOutputFile(path)).withType(message).build()) {
      writer.write(new SimpleGroup(message).append("id", 1L).append("name", "a"));
    }
    try (OutputStream out = merging.storage.newOutputFile("mem:/imported.parquet").create()) {
      out.write(Files.readAllBytes(path));
    }
    source(schema(Field.optional(1, "id", SimpleType.LONG), NAME), row(2L, "b"));
    DataFile imported =
        DataFile.parquet("mem:/imported.parquet", 0, StructValue.empty(), 1, Files.size(path));
    merging.sources.add(
        new MergeSource(imported, 0, Files.size(path), 1, Optional.empty(), Map.of()));
    assertEquals(Optional.empty(), merge(schema(Field.optional(1, "id", SimpleType.LONG), NAME)));
  }

  @Test
  void absentColumnsGetTheirDefaultAndPartitionsTheirValue() {
    Field absent = NAME.withInitialDefault(Optional.of("none"));
    Field date = Field.optional(3, "day", SimpleType.DATE);
    MergeSource old = source(schema(ID, date), row(1L, 5), row(2L, 6));
    merging.sources.clear();
    merging.sources.add(
        new MergeSource(
            old.file(), 0, old.length(), 7, Optional.empty(), Map.of(3, Optional.of(19_000))));
    merge(schema(ID, absent, date));
    assertEquals(
        List.of(row(1L, "none", 19_000), row(2L, "none", 19_000)),
        merging.read(schema(ID, NAME, date)));
  }

  @Test
  void smallRowGroupsBecomeOneAndLargeOnesAreDivided() {
    RandomValues values = new RandomValues(3);
    Schema schema = schema(ID, NAME);
    List<StructValue> rows = new ArrayList<>();
    for (int i = 0; i < 2_000; i++) {
      rows.add(values.struct(schema.struct()));
    }
    for (int i = 0; i < 3; i++) {
      merging.source(schema, rows, Merging.settings("zstd", 10_000), new PositionSet());
    }
    int before =
        ParquetFooter.read(merging.storage.newInputFile("mem:/0.parquet")).getBlocks().size();
    assertTrue(before > 2, before + " row groups");
    assertEquals(1, merge(schema).orElseThrow().splitOffsets().size());
    long bytes = merging.sources.get(0).length();
    int divided = merging.merge(schema, PROPERTIES, bytes / 2).orElseThrow().splitOffsets().size();
    assertTrue(divided >= 6 && divided <= 8, divided + " row groups");
    List<StructValue> all = new ArrayList<>(rows);
    all.addAll(rows);
    all.addAll(rows);
    assertEquals(all, merging.read(schema));
  }

  @Test
  void valuesGetDictionariesIndexesAndBloomFilters() {
    for (int file = 0; file < 3; file++) {
      List<StructValue> rows = new ArrayList<>();
      for (long i = 0; i < 300; i++) {
        rows.add(row(file * 300 + i, "value " + (i % 7 + file)));
      }
      source(schema(ID, NAME), rows.toArray(StructValue[]::new));
    }
    ParquetProperties properties =
        ParquetProperties.builder()
            .withBloomFilterEnabled("id", true)
            .withBloomFilterNDV("id", 1000)
            .build();
    merging.merge(schema(ID, NAME), properties, LARGE);
    List<ColumnChunkMetaData> columns =
        ParquetFooter.read(merging.storage.newInputFile(Merging.TARGET))
            .getBlocks()
            .get(0)
            .getColumns();
    assertTrue(columns.get(0).getBloomFilterOffset() > 0, columns.toString());
    ColumnChunkMetaData name = columns.get(1);
    assertTrue(name.hasDictionaryPage());
    assertTrue(
        name.getEncodings().contains(Encoding.PLAIN_DICTIONARY)
            && !name.getEncodings().contains(Encoding.PLAIN),
        name.toString());
    assertTrue(name.getColumnIndexReference().getLength() > 0);
    assertTrue(name.getOffsetIndexReference().getLength() > 0);
    assertEquals("value 0", name.getStatistics().minAsString());
  }

  @Test
  void filesThatAreLaidOutDifferentlyAreLeftToOthers() {
    ListType numbers = new ListType(11, false, SimpleType.INT);
    Field list = Field.optional(10, "list", numbers);
    Field point =
        Field.optional(20, "point", StructType.of(Field.optional(21, "x", SimpleType.INT)));
    Field wider =
        Field.optional(
            20,
            "point",
            StructType.of(
                Field.optional(21, "x", SimpleType.INT), Field.optional(22, "y", SimpleType.INT)));
    Field other = Field.optional(10, "list", new ListType(12, false, SimpleType.INT));
    assertRefused(schema(list), schema(other), row(List.of(1)));
    assertRefused(schema(point), schema(wider), row(row(1)));
    assertRefused(schema(NAME), schema(NAME.withRequired(true)), row("n"));
    assertRefused(schema(NAME), schema(NAME.withType(SimpleType.BINARY)), row("n"));
    assertRefused(schema(ID), schema(ID, NAME.withRequired(true)), row(1L));
  }

  private void assertRefused(Schema stored, Schema wanted, StructValue row) {
    merging.sources.clear();
    merging.storage.deleteAll(List.of("mem:/0.parquet"));
    source(stored, row);
    assertEquals(Optional.empty(), merge(wanted), wanted.toString());
  }

  @Test
  void aDamagedFileIsNamed() throws IOException {
    Schema schema = TestTables.everyShape(3);
    RandomValues values = new RandomValues(5);
    for (int file = 0; file < 2; file++) {
      List<StructValue> rows = new ArrayList<>();
      for (int i = 0; i < 50; i++) {
        rows.add(values.struct(schema.struct()));
      }
      source(schema, rows.toArray(StructValue[]::new));
    }
    String location = "mem:/1.parquet";
    byte[] whole = merging.storage.newInputFile(location).readAll();
    for (int i = 10; i < whole.length / 2; i += 499) {
      byte[] flipped = whole.clone();
      flipped[i] ^= 16;
      assertNamed(location, flipped, schema);
    }
    for (int length : new int[] {0, 7, whole.length / 3, whole.length - 1}) {
      assertNamed(location, Arrays.copyOf(whole, length), schema);
    }
  }

  private void assertNamed(String location, byte[] bytes, Schema schema) throws IOException {
    try (OutputStream out = merging.storage.newOutputFile(location).create()) {
      out.write(bytes);
    }
    CorruptFileException e = assertThrows(CorruptFileException.class, () -> merge(schema));
    assertEquals(location, e.location());
  }
}
