package io.firn.codec.parquet.columns;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.firn.codec.oracle.RandomValues;
import io.firn.codec.oracle.TestTables;
import io.firn.codec.parquet.ParquetFooter;
import io.firn.codec.parquet.ParquetInput;
import io.firn.codec.parquet.ParquetStats;
import io.firn.deletes.PositionSet;
import io.firn.error.CorruptFileException;
import io.firn.io.memory.MemoryStorage;
import io.firn.model.ColumnStats;
import io.firn.model.DataFile;
import io.firn.types.Field;
import io.firn.types.ReservedFields;
import io.firn.types.Schema;
import io.firn.types.SimpleType;
import io.firn.types.StructValue;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import org.apache.parquet.column.ParquetProperties;
import org.apache.parquet.column.ParquetProperties.WriterVersion;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.filter2.compat.FilterCompat;
import org.apache.parquet.filter2.predicate.FilterApi;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.ParquetReader;
import org.apache.parquet.hadoop.api.ReadSupport;
import org.apache.parquet.hadoop.example.GroupReadSupport;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.internal.column.columnindex.OffsetIndex;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Row groups that stay as they are go to the new file as bytes, as if by values. */
@Tag("iceberg-oracle")
final class StoredChunkTest {
  private static final String OLD = "mem:/old.parquet";
  private static final long SEED = 20261201;
  private static final List<CompressionCodecName> CODECS =
      List.of(
          CompressionCodecName.ZSTD,
          CompressionCodecName.SNAPPY,
          CompressionCodecName.GZIP,
          CompressionCodecName.UNCOMPRESSED);
  private static final Field ID = Field.required(100, "id", SimpleType.LONG);
  private static final Field NAME = Field.optional(2, "name", SimpleType.STRING);
  private static final Field NUMBER = Field.optional(3, "number", SimpleType.DOUBLE);
  private static final Schema SMALL = new Schema(0, List.of(ID, NAME, NUMBER));

  private final Merging merging = new Merging();

  private static Schema randomSchema(Random random) {
    List<Field> fields = new ArrayList<>();
    for (Field field : TestTables.everyShape(3).fields()) {
      if (random.nextInt(3) > 0 || field.id() == ID.id()) {
        fields.add(field);
      }
    }
    return new Schema(0, fields);
  }

  /** Ids ascend. */
  private static List<StructValue> rows(RandomValues values, Schema schema, int count) {
    List<StructValue> pool = new ArrayList<>();
    int distinct = values.random().nextBoolean() ? 7 : count;
    for (int i = 0; i < distinct; i++) {
      pool.add(values.struct(schema.struct()));
    }
    List<StructValue> rows = new ArrayList<>();
    for (long i = 0; i < count; i++) {
      StructValue drawn = pool.get((int) i % distinct);
      long id = i;
      List<Object> row = new ArrayList<>();
      for (int at = 0; at < schema.fields().size(); at++) {
        row.add(schema.fields().get(at).id() == ID.id() ? (Object) id : drawn.at(at));
      }
      rows.add(StructValue.of(row.toArray()));
    }
    return rows;
  }

  /** An old file of small pages and of about so many row groups. */
  private MergeSource lay(
      Schema schema, List<StructValue> rows, ParquetProperties properties, int rowGroups) {
    Merging layer = new Merging();
    layer.codec = merging.codec;
    String other = merging.codec == CompressionCodecName.ZSTD ? "snappy" : "zstd";
    MergeSource flat =
        layer.source(schema, rows, Merging.settings(other, 1 << 30), new PositionSet());
    long size =
        ParquetFooter.read(layer.storage.newInputFile(flat.location()))
            .getBlocks()
            .get(0)
            .getCompressedSize();
    layer.merge(schema, properties, Math.max(1, size / rowGroups));
    byte[] bytes = layer.storage.newInputFile(Merging.TARGET).readAll();
    write(merging.storage, bytes);
    DataFile file = DataFile.parquet(OLD, 0, StructValue.empty(), rows.size(), bytes.length);
    MergeSource source = new MergeSource(file, 0, bytes.length, 7, Optional.empty(), Map.of());
    merging.sources.add(source);
    return source;
  }

  private static void write(MemoryStorage storage, byte[] bytes) {
    try (OutputStream out = storage.newOutputFile(OLD).create()) {
      out.write(bytes);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static ParquetProperties properties(Random random) {
    return Merging.smallPages()
        .withDictionaryEncoding(random.nextInt(3) > 0)
        .withWriterVersion(
            random.nextBoolean() ? WriterVersion.PARQUET_1_0 : WriterVersion.PARQUET_2_0)
        .build();
  }

  private List<BlockMetaData> blocks(String location) {
    return ParquetFooter.read(merging.storage.newInputFile(location)).getBlocks();
  }

  /** So that each row group of the old file is large enough. */
  private long limit() {
    return blocks(OLD).stream().mapToLong(BlockMetaData::getCompressedSize).max().getAsLong();
  }

  private byte[] stored(String location, ColumnChunkMetaData chunk) {
    byte[] file = merging.storage.newInputFile(location).readAll();
    int start = (int) chunk.getStartingPos();
    return Arrays.copyOfRange(file, start, start + (int) chunk.getTotalSize());
  }

  private boolean isCopied(BlockMetaData old, BlockMetaData made, int column) {
    return Arrays.equals(
        stored(OLD, old.getColumns().get(column)),
        stored(Merging.TARGET, made.getColumns().get(column)));
  }

  @Test
  void bytesReadAsValuesDo() {
    int copied = 0;
    int all = 0;
    for (int i = 0; i < 24; i++) {
      String where = "seed " + (SEED + i);
      RandomValues values = new RandomValues(SEED + i);
      Random random = values.random();
      merging.sources.clear();
      merging.runs.clear();
      merging.codec = CODECS.get(i % CODECS.size());
      Schema schema = randomSchema(random);
      List<StructValue> rows = rows(values, schema, 1 + random.nextInt(400));
      lay(schema, rows, properties(random), 1 + random.nextInt(4));
      ParquetProperties properties = Merging.smallPages().build();
      ParquetStats asBytes = merging.merge(schema, properties, limit()).orElseThrow();
      List<BlockMetaData> old = blocks(OLD);
      List<BlockMetaData> made = blocks(Merging.TARGET);
      for (int block = 0; block < Math.min(old.size(), made.size()); block++) {
        for (int column = 0; column < old.get(block).getColumns().size(); column++) {
          all++;
          copied += isCopied(old.get(block), made.get(block), column) ? 1 : 0;
        }
      }
      assertEquals(rows, merging.read(schema), where);
      assertEquals(rows, merging.readAsIceberg(schema), where);
      List<String> found = found(rows.size(), Merging.TARGET);
      assertEquals(found(rows.size(), OLD), found, where);
      List<String> runs = List.copyOf(merging.runs);
      merging.runs.clear();
      merging.codec = CODECS.get((i + 1) % CODECS.size());
      ParquetStats asValues = merging.merge(schema, properties, limit()).orElseThrow();
      assertEquals(rows, merging.read(schema), where);
      assertEquals(merging.runs, runs, where);
      assertStats(asValues, asBytes, where);
    }
    assertTrue(copied > all * 3 / 4, copied + " of " + all);
  }

  private static void assertStats(ParquetStats expected, ParquetStats actual, String where) {
    assertEquals(expected.recordCount(), actual.recordCount(), where);
    ColumnStats wanted = expected.columnStats();
    ColumnStats stats = actual.columnStats();
    assertEquals(wanted.columnSizes().keySet(), stats.columnSizes().keySet(), where);
    assertEquals(wanted.valueCounts(), stats.valueCounts(), where);
    assertEquals(wanted.nullValueCounts(), stats.nullValueCounts(), where);
    assertEquals(wanted.nanValueCounts(), stats.nanValueCounts(), where);
    assertEquals(wanted.lowerBounds(), stats.lowerBounds(), where);
    assertEquals(wanted.upperBounds(), stats.upperBounds(), where);
  }

  /** Whole rows that parquet-java finds by the indexes of pages. */
  private List<String> found(long rows, String location) {
    List<String> found = new ArrayList<>();
    ParquetReader.Builder<Group> builder =
        new ParquetReader.Builder<>(new ParquetInput(merging.storage.newInputFile(location))) {
          @Override
          protected ReadSupport<Group> getReadSupport() {
            return new GroupReadSupport();
          }
        };
    FilterCompat.Filter middle =
        FilterCompat.get(
            FilterApi.and(
                FilterApi.gtEq(FilterApi.longColumn("id"), rows / 2),
                FilterApi.lt(FilterApi.longColumn("id"), rows / 2 + 20)));
    try (ParquetReader<Group> reader = builder.withFilter(middle).build()) {
      for (Group row = reader.read(); row != null; row = reader.read()) {
        found.add(row.toString());
      }
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    assertEquals(Math.min(20, rows - rows / 2), found.size());
    return found;
  }

  private static List<StructValue> small(int count) {
    List<StructValue> rows = new ArrayList<>();
    for (long i = 0; i < count; i++) {
      Object number =
          i % 50 == 7 ? (Object) Double.NaN : i % 50 == 8 ? (Object) null : i % 3 * -0.0;
      rows.add(StructValue.of(i, "name " + i * 37 % count, number));
    }
    return rows;
  }

  @Test
  void onlyRowGroupsWithoutDeletedRowsGoAsBytes() {
    List<StructValue> rows = new ArrayList<>(small(900));
    MergeSource old = lay(SMALL, rows, Merging.smallPages().build(), 3);
    assertEquals(3, blocks(OLD).size());
    merging.sources.set(
        0,
        new MergeSource(
            old.file(), 0, old.length(), 7, Optional.of(PositionSet.of(350)), Map.of()));
    merging.merge(SMALL, Merging.smallPages().build(), limit());
    List<BlockMetaData> made = blocks(Merging.TARGET);
    assertEquals(3, made.size());
    for (int block = 0; block < 3; block++) {
      assertEquals(block != 1, isCopied(blocks(OLD).get(block), made.get(block), 0), "" + block);
    }
    rows.remove(350);
    assertEquals(rows, merging.read(SMALL));
    assertEquals(
        List.of(OLD + " 0+300", OLD + " 300+50", OLD + " 351+249", OLD + " 600+300"), merging.runs);
  }

  @Test
  void columnsAreRenamedWidenedAndInheritedBesideThoseThatGoAsBytes() {
    List<StructValue> rows = small(300);
    MergeSource old = lay(SMALL, rows, Merging.smallPages().build(), 1);
    merging.sources.set(
        0,
        new MergeSource(
            old.file().withFirstRowId(OptionalLong.of(5_000)),
            0,
            old.length(),
            7,
            Optional.empty(),
            Map.of()));
    Schema wanted =
        new Schema(
            0,
            List.of(
                NAME.withName("called"),
                ID.withRequired(false),
                NUMBER,
                ReservedFields.ROW_ID,
                ReservedFields.LAST_UPDATED_SEQUENCE_NUMBER));
    merging.merge(wanted, Merging.smallPages().build(), 1 << 20);
    List<StructValue> expected = new ArrayList<>();
    for (long i = 0; i < rows.size(); i++) {
      StructValue row = rows.get((int) i);
      expected.add(StructValue.of(row.at(1), row.at(0), row.at(2), 5_000 + i, 7L));
    }
    assertEquals(expected, merging.read(wanted));
    ColumnChunkMetaData called = blocks(Merging.TARGET).get(0).getColumns().get(0);
    assertEquals("[called]", called.getPath().toString());
    assertTrue(
        Arrays.equals(
            stored(OLD, blocks(OLD).get(0).getColumns().get(1)), stored(Merging.TARGET, called)));
  }

  @Test
  void aColumnWithBloomFilterIsDecoded() {
    lay(SMALL, small(300), Merging.smallPages().build(), 1);
    ParquetProperties properties =
        Merging.smallPages()
            .withBloomFilterEnabled("id", true)
            .withBloomFilterNDV("id", 1000)
            .build();
    merging.merge(SMALL, properties, 1 << 20);
    assertTrue(blocks(Merging.TARGET).get(0).getColumns().get(0).getBloomFilterOffset() > 0);
  }

  @Test
  void aDamagedPageIsNamed() throws IOException {
    lay(SMALL, small(300), Merging.smallPages().build(), 1);
    byte[] whole = merging.storage.newInputFile(OLD).readAll();
    for (ColumnChunkMetaData chunk : blocks(OLD).get(0).getColumns()) {
      OffsetIndex pages = pages(chunk);
      assertTrue(pages.getPageCount() > 1, chunk.toString());
      for (int page = 0; page < pages.getPageCount(); page++) {
        byte[] damaged = whole.clone();
        damaged[(int) pages.getOffset(page) + pages.getCompressedPageSize(page) - 1] ^= 1;
        write(merging.storage, damaged);
        CorruptFileException e =
            assertThrows(
                CorruptFileException.class,
                () -> merging.merge(SMALL, Merging.smallPages().build(), 1 << 20));
        assertEquals(OLD, e.location());
        write(merging.storage, whole);
      }
    }
  }

  private OffsetIndex pages(ColumnChunkMetaData chunk) throws IOException {
    try (ParquetFileReader reader =
        ParquetFileReader.open(new ParquetInput(merging.storage.newInputFile(OLD)))) {
      return reader.readOffsetIndex(chunk);
    }
  }

  @Test
  void aDamagedIndexOfPagesIsMadeAnew() {
    List<StructValue> rows = small(300);
    lay(SMALL, rows, Merging.smallPages().build(), 1);
    byte[] whole = merging.storage.newInputFile(OLD).readAll();
    List<String> expected = found(rows.size(), OLD);
    ColumnChunkMetaData name = blocks(OLD).get(0).getColumns().get(1);
    int start = (int) name.getOffsetIndexReference().getOffset();
    for (int at = start; at < start + name.getOffsetIndexReference().getLength(); at++) {
      byte[] damaged = whole.clone();
      damaged[at] ^= 2;
      write(merging.storage, damaged);
      merging.merge(SMALL, Merging.smallPages().build(), 1 << 20);
      assertEquals(expected, found(rows.size(), Merging.TARGET), "byte " + (at - start));
    }
  }
}
