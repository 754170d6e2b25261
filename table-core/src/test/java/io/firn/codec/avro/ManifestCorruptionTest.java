package io.firn.codec.avro;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.firn.error.CorruptFileException;
import io.firn.error.FirnException;
import io.firn.error.MissingFileException;
import io.firn.error.UnsupportedFeatureException;
import io.firn.model.ColumnStats;
import io.firn.model.ManifestEntry;
import io.firn.model.ManifestFile;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Damaged manifests and lists end in one kind of error that names the file. */
final class ManifestCorruptionTest {
  private static final long SEED = 4711;
  private final ManifestFixture table = new ManifestFixture();

  private List<ManifestEntry> entries() {
    ColumnStats stats =
        new ColumnStats(
            Map.of(1, 10L, 2, 20L),
            Map.of(1, 3L, 2, 3L),
            Map.of(1, 0L, 2, 1L),
            Map.of(),
            Map.of(1, ByteBuffer.wrap(new byte[] {1, 0, 0, 0, 0, 0, 0, 0})),
            Map.of(2, ByteBuffer.wrap(new byte[] {'z'})));
    List<ManifestEntry> entries = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      entries.add(
          ManifestEntry.added(
              ManifestFixture.file(i + ".parquet", "c" + i, i)
                  .withStats(stats)
                  .withSplitOffsets(List.of(4L, 90L))));
    }
    return entries;
  }

  @Test
  void aTruncatedManifestIsCorruptWhereverItEnds() {
    ManifestFile manifest =
        table.write(
            "mem:/m.avro", ManifestFixture.settings(3, AvroCompression.Codec.GZIP), entries());
    byte[] whole = table.bytes("mem:/m.avro");
    for (int length = 0; length < whole.length; length++) {
      table.put("mem:/m.avro", Arrays.copyOf(whole, length));
      CorruptFileException e =
          assertThrows(CorruptFileException.class, () -> table.read(manifest), "length " + length);
      assertEquals("mem:/m.avro", e.location());
    }
  }

  @Test
  void aTruncatedListIsCorruptWhereverItEnds() {
    ManifestFile manifest =
        table.write(
            "mem:/m.avro", ManifestFixture.settings(3, AvroCompression.Codec.GZIP), entries());
    table.writeList("mem:/l.avro", 3, 9, List.of(manifest, manifest));
    byte[] whole = table.bytes("mem:/l.avro");
    for (int length = 0; length < whole.length; length++) {
      table.put("mem:/l.avro", Arrays.copyOf(whole, length));
      assertThrows(
          CorruptFileException.class,
          () -> ManifestListReader.read(table.storage.newInputFile("mem:/l.avro")),
          "length " + length);
    }
  }

  @Test
  void flippedBitsAreCorruptOrHarmlessButNeverAnotherError() {
    Random random = new Random(SEED);
    for (AvroCompression.Codec codec : AvroCompression.Codec.values()) {
      ManifestFile manifest =
          table.write("mem:/m.avro", ManifestFixture.settings(3, codec), entries());
      byte[] whole = table.bytes("mem:/m.avro");
      int found = 0;
      for (int i = 0; i < whole.length; i++) {
        byte[] damaged = whole.clone();
        damaged[i] ^= (byte) (1 << random.nextInt(8));
        table.put("mem:/m.avro", damaged);
        found += damageIsFound("byte " + i + " of " + codec, () -> table.read(manifest)) ? 1 : 0;
      }
      assertTrue(found > 100, codec + ": " + found + ", seed " + SEED);
    }
  }

  @Test
  void flippedBitsOfListsAreCorruptOrHarmlessButNeverAnotherError() {
    Random random = new Random(SEED);
    ManifestFile manifest =
        table.write(
            "mem:/m.avro", ManifestFixture.settings(3, AvroCompression.Codec.GZIP), entries());
    table.writeList("mem:/l.avro", 3, 9, List.of(manifest, manifest));
    byte[] whole = table.bytes("mem:/l.avro");
    int found = 0;
    for (int i = 0; i < whole.length; i++) {
      byte[] damaged = whole.clone();
      damaged[i] ^= (byte) (1 << random.nextInt(8));
      table.put("mem:/l.avro", damaged);
      found +=
          damageIsFound(
                  "byte " + i,
                  () -> ManifestListReader.read(table.storage.newInputFile("mem:/l.avro")))
              ? 1
              : 0;
    }
    assertTrue(found > 100, found + ", seed " + SEED);
  }

  private static boolean damageIsFound(String where, Runnable reading) {
    try {
      reading.run();
      return false;
    } catch (CorruptFileException e) {
      return true;
    } catch (UnsupportedFeatureException e) {
      // The version number itself may be hit.
      assertTrue(e.getMessage().contains("format version"), where + ": " + e.getMessage());
      return true;
    } catch (RuntimeException e) {
      throw new AssertionError(where + ", seed " + SEED, e);
    }
  }

  @Test
  void aMissingManifestIsNamed() {
    ManifestFile manifest =
        table.write(
            "mem:/m.avro", ManifestFixture.settings(2, AvroCompression.Codec.GZIP), List.of());
    table.storage.delete("mem:/m.avro");
    FirnException e = assertThrows(MissingFileException.class, () -> table.read(manifest));
    assertTrue(e.getMessage().contains("mem:/m.avro"), e.getMessage());
  }
}
