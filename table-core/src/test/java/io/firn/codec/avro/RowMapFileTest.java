package io.firn.codec.avro;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import io.firn.error.CorruptFileException;
import io.firn.error.FirnException;
import io.firn.error.MissingFileException;
import io.firn.io.memory.MemoryStorage;
import io.firn.rowmap.RandomRowMaps;
import io.firn.rowmap.RowMap;
import io.firn.rowmap.RowMapKind;
import io.firn.rowmap.SourceFile;
import io.firn.rowmap.SourceFileBuilder;
import io.firn.rowmap.TargetFile;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.function.LongSupplier;
import org.apache.avro.file.DataFileReader;
import org.apache.avro.file.SeekableByteArrayInput;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericRecord;
import org.junit.jupiter.api.Test;

final class RowMapFileTest {
  private static final String LOCATION = "memory:/t/metadata/7-row-map.avro";

  private final MemoryStorage storage = new MemoryStorage();

  private long write(RowMap map) {
    return RowMapWriter.write(storage.newOutputFile(LOCATION), map);
  }

  private RowMap read() {
    return RowMapReader.read(storage.newInputFile(LOCATION));
  }

  private void put(byte[] bytes) throws IOException {
    try (OutputStream out = storage.newOutputFile(LOCATION).create()) {
      out.write(bytes);
    }
  }

  /** Ten files with names as Firn gives them, all rewritten into one. */
  private static RowMap tenSources(int runsEach, LongSupplier lengths) {
    Random names = new Random(11);
    UUID query = new UUID(names.nextLong(), names.nextLong());
    List<SourceFile> sources = new ArrayList<>();
    long row = 0;
    for (int i = 0; i < 10; i++) {
      String path =
          "s3://warehouse-bucket/lake/sales/orders/data/order_date=2026-03-14/%05d-%d-%s-%05d.parquet"
              .formatted(i * 3, 4711 + i, query, 1);
      SourceFileBuilder source = new SourceFileBuilder(path, Integer.MAX_VALUE);
      for (int run = 0; run < runsEach; run++) {
        long length = lengths.getAsLong();
        source.run(0, row, 1, length);
        row += length;
      }
      sources.add(source.build());
    }
    String target =
        "s3://warehouse-bucket/lake/sales/orders/data/order_date=2026-03-14/00000-9-%s-00001.parquet"
            .formatted(new UUID(names.nextLong(), names.nextLong()));
    return new RowMap(
        RowMapKind.COMPACTION,
        names.nextLong() >>> 1,
        List.of(new TargetFile(target, row)),
        sources);
  }

  @Test
  void whatWasWrittenIsRead() {
    for (long seed = 1; seed <= 30; seed++) {
      Random random = new Random(seed);
      RowMap map =
          RandomRowMaps.rewrite(random, random.nextInt(8), 1 + random.nextInt(3000), 3).map();
      long length = write(map);
      assertEquals(map, read(), "seed " + seed);
      assertEquals(storage.newInputFile(LOCATION).length(), length);
      assertTrue(
          map.estimatedBytes() > map.runCount() && length < map.estimatedBytes() + 1000,
          "seed " + seed);
    }
  }

  @Test
  void aMapOfTenCleanRunsIsSmall() {
    assertWithin(2_600, tenSources(1, () -> 1_000_000));
  }

  @Test
  void evenlySpacedRunsCostNextToNothing() {
    assertWithin(8_900, tenSources(1000, () -> 999));
  }

  @Test
  void randomRunsCostTwoOrThreeBytes() {
    Random random = new Random(5);
    assertWithin(
        32 * 1024, tenSources(1000, () -> 1 + (long) (-1000 * Math.log(1 - random.nextDouble()))));
    assertWithin(
        32 * 1024, tenSources(1000, () -> 1 + (long) (-100 * Math.log(1 - random.nextDouble()))));
  }

  private void assertWithin(long limit, RowMap map) {
    long length = write(map);
    assertEquals(map, read());
    assertTrue(length <= limit, length + " bytes");
  }

  /** Anybody's Avro reader can read the file. */
  @Test
  void avrosOwnReaderSeesTheSources() throws IOException {
    write(tenSources(3, () -> 7));
    try (DataFileReader<GenericRecord> reader =
        new DataFileReader<>(
            new SeekableByteArrayInput(storage.newInputFile(LOCATION).readAll()),
            new GenericDatumReader<>())) {
      GenericRecord first = reader.next();
      assertEquals(Integer.MAX_VALUE, ((Long) first.get("record_count")).intValue());
      assertEquals(
          "[{\"target\": 0, \"target_start\": 0, \"runs\": [{\"skip\": 1, \"length\": 7},"
              + " {\"skip\": 1, \"length\": 7}, {\"skip\": 1, \"length\": 7}]}]",
          first.get("segments").toString());
    }
  }

  @Test
  void aMissingMapIsToldFromADamagedOne() throws IOException {
    assertThrows(MissingFileException.class, this::read);
    put(new byte[] {1, 2, 3});
    assertThrows(CorruptFileException.class, this::read);
  }

  /** Whatever happens to the bytes: the same map, or an exception that says so. */
  @Test
  void damageNeverGivesAnotherMap() throws IOException {
    RowMap map = RandomRowMaps.rewrite(new Random(3), 3, 300, 2).map();
    write(map);
    byte[] good = storage.newInputFile(LOCATION).readAll();
    int corrupt = 0;
    for (int i = 0; i < good.length; i++) {
      for (int bit : new int[] {1, 8, 128}) {
        byte[] bad = good.clone();
        bad[i] ^= (byte) bit;
        put(bad);
        corrupt += outcome(map, "bit " + bit + " of byte " + i) ? 0 : 1;
      }
    }
    assertTrue(corrupt > 2 * good.length, corrupt + " of " + 3 * good.length);
    for (int length = 0; length < good.length; length++) {
      put(java.util.Arrays.copyOf(good, length));
      assertTrue(!outcome(map, "cut off after " + length), "cut off after " + length);
    }
  }

  private boolean outcome(RowMap expected, String damage) {
    try {
      assertEquals(expected, read(), damage);
      return true;
    } catch (FirnException e) {
      return false;
    } catch (RuntimeException | Error e) {
      return fail(damage, e);
    }
  }
}
