package io.firn.codec.parquet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.firn.codec.oracle.RandomValues;
import io.firn.codec.oracle.TestTables;
import io.firn.error.CorruptFileException;
import io.firn.error.UnsupportedFeatureException;
import io.firn.io.memory.MemoryStorage;
import io.firn.types.Field;
import io.firn.types.Schema;
import io.firn.types.SimpleType;
import io.firn.types.StructValue;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Random;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.junit.jupiter.api.Test;

/** Damaged Parquet files end in one kind of error that names the file. */
final class ParquetCorruptionTest {
  private static final long SEED = 77;
  private static final String LOCATION = "mem:/f.parquet";
  private static final int ROWS = 40;

  private final MemoryStorage storage = new MemoryStorage();
  private final Schema schema = TestTables.everyShape(3);

  private List<StructValue> write(String codec) {
    RandomValues values = new RandomValues(SEED);
    ParquetRowWriter writer =
        ParquetRowWriter.create(
            storage.newOutputFile(LOCATION),
            schema,
            new RowFileSettings(codec, OptionalInt.empty(), 1 << 20, Map.of()));
    List<StructValue> rows = new ArrayList<>();
    for (int i = 0; i < ROWS; i++) {
      rows.add(values.struct(schema.struct()));
      writer.add(rows.get(i));
    }
    writer.close();
    return rows;
  }

  private void put(byte[] bytes) {
    try (OutputStream out = storage.newOutputFile(LOCATION).create()) {
      out.write(bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private List<StructValue> read() {
    List<StructValue> rows = new ArrayList<>();
    try (ParquetRows file =
        ParquetRows.open(storage.newInputFile(LOCATION), RowRequest.of(schema))) {
      file.forEach(row -> rows.add(row.values()));
    }
    return rows;
  }

  @Test
  void aTruncatedFileIsCorruptWhereverItEnds() {
    write("zstd");
    byte[] whole = storage.newInputFile(LOCATION).readAll();
    for (int length = 0; length < whole.length; length += length < 20 ? 1 : 61) {
      put(Arrays.copyOf(whole, length));
      CorruptFileException e =
          assertThrows(CorruptFileException.class, this::read, "length " + length);
      assertEquals(LOCATION, e.location());
      assertThrows(
          CorruptFileException.class, () -> ParquetFooter.read(storage.newInputFile(LOCATION)));
    }
  }

  @Test
  void flippedBitsAreCorruptOrHarmlessButNeverAnotherError() {
    Random random = new Random(SEED);
    for (String codec : List.of("zstd", "gzip", "snappy", "uncompressed")) {
      List<StructValue> rows = write(codec);
      byte[] whole = storage.newInputFile(LOCATION).readAll();
      int found = 0;
      for (int i = random.nextInt(5); i < whole.length; i += 1 + random.nextInt(10)) {
        byte[] damaged = whole.clone();
        damaged[i] ^= (byte) (1 << random.nextInt(8));
        put(damaged);
        found += damageIsFound("byte " + i + " of " + codec, rows) ? 1 : 0;
      }
      assertTrue(found > 100, codec + ": " + found + ", seed " + SEED);
    }
  }

  private boolean damageIsFound(String where, List<StructValue> rows) {
    try {
      List<StructValue> read = read();
      return !read.equals(rows);
    } catch (CorruptFileException e) {
      assertEquals(LOCATION, e.location());
      return true;
    } catch (UnsupportedFeatureException e) {
      assertTrue(e.getMessage().contains(LOCATION), e.getMessage());
      return true;
    } catch (RuntimeException | Error e) {
      throw new AssertionError(where + ", seed " + SEED, e);
    }
  }

  /** Checksums cover a page's bytes, not its header, whose count decides how much is allocated. */
  @Test
  void pagesThatCountMoreValuesThanThereAreAreCorrupt() {
    Schema text = new Schema(0, List.of(Field.required(1, "s", SimpleType.STRING)));
    RowFileSettings settings =
        new RowFileSettings("uncompressed", OptionalInt.empty(), 1 << 20, Map.of());
    ParquetRowWriter writer =
        ParquetRowWriter.create(storage.newOutputFile(LOCATION), text, settings);
    for (int i = 0; i < ROWS; i++) {
      writer.add(StructValue.of(i % 2 == 0 ? "a" : "b"));
    }
    writer.close();
    byte[] whole = storage.newInputFile(LOCATION).readAll();
    ColumnChunkMetaData chunk =
        ParquetFooter.read(storage.newInputFile(LOCATION)).getBlocks().get(0).getColumns().get(0);

    assertCorrupt(
        text,
        withCountOf63(whole, (int) chunk.getFirstDataPageOffset(), ROWS),
        "Expected 40 values in column chunk");
    assertCorrupt(
        text,
        withCountOf63(whole, (int) chunk.getDictionaryPageOffset(), 2),
        "a dictionary of 63 values in 10 bytes");
  }

  private void assertCorrupt(Schema text, byte[] bytes, String what) {
    put(bytes);
    CorruptFileException e =
        assertThrows(
            CorruptFileException.class,
            () -> {
              try (ParquetRows file =
                  ParquetRows.open(storage.newInputFile(LOCATION), RowRequest.of(text))) {
                file.forEach(row -> assertEquals(1, row.values().size()));
              }
            });
    assertTrue(e.getMessage().contains(what), e.getMessage());
  }

  /**
   * Changes the number of values in the page header there, in Thrift's compact protocol: fields of
   * the header are i32 (type 5) up to the first struct, whose first field is the number.
   */
  private static byte[] withCountOf63(byte[] file, int headerOffset, int count) {
    byte[] changed = file.clone();
    int place = headerOffset;
    while ((changed[place] & 0x0f) == 5) {
      place++;
      while (changed[place++] < 0) {
        // A varint goes on while its highest bit is set.
      }
    }
    place += 2;
    assertEquals(2 * count, changed[place]);
    changed[place] = 2 * 63;
    return changed;
  }
}
