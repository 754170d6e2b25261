package io.firn.codec.parquet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.firn.codec.oracle.RandomValues;
import io.firn.codec.oracle.TestTables;
import io.firn.error.CorruptFileException;
import io.firn.error.UnsupportedFeatureException;
import io.firn.io.memory.MemoryStorage;
import io.firn.types.Schema;
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
}
