package io.firn.codec.puffin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.firn.deletes.PositionSet;
import io.firn.error.CorruptFileException;
import io.firn.error.MissingFileException;
import io.firn.io.memory.MemoryStorage;
import io.firn.model.DataFile;
import io.firn.types.StructValue;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Deletion vectors in Puffin files, whole and damaged. */
final class DeletionVectorTest {
  private static final long SEED = 99;
  private static final String LOCATION = "mem:/deletes.puffin";

  private final MemoryStorage storage = new MemoryStorage();

  private List<DataFile> write(PositionSet... vectors) {
    DeletionVectorWriter writer =
        DeletionVectorWriter.create(storage.newOutputFile(LOCATION), "Firn test");
    for (int i = 0; i < vectors.length; i++) {
      writer.add("mem:/" + i + ".parquet", 4, StructValue.of(i), vectors[i]);
    }
    writer.close();
    return writer.toDataFiles();
  }

  private void put(byte[] bytes) {
    try (OutputStream out = storage.newOutputFile(LOCATION).create()) {
      out.write(bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void manyVectorsShareOneFile() {
    PositionSet first = PositionSet.of(1, 5, 1L << 33);
    PositionSet second = PositionSet.ofRange(10, 100_000);
    List<DataFile> files = write(first, second);
    byte[] bytes = storage.newInputFile(LOCATION).readAll();

    DataFile file = files.get(1);
    assertTrue(file.isDeletionVector());
    assertEquals(Optional.of("mem:/1.parquet"), file.referencedDataFile());
    assertEquals(99_990, file.recordCount());
    assertEquals(bytes.length, file.fileSizeInBytes());
    assertEquals(4, file.specId());
    assertEquals(StructValue.of(1), file.partition());
    assertEquals(OptionalLong.of(4), files.get(0).contentOffset());
    assertEquals(
        4 + files.get(0).contentSizeInBytes().getAsLong(), file.contentOffset().getAsLong());

    assertEquals(first, DeletionVectorFile.read(storage, files.get(0)));
    assertEquals(second, DeletionVectorFile.read(storage, files.get(1)));
    assertEquals(
        Map.of("mem:/0.parquet", first, "mem:/1.parquet", second),
        DeletionVectorFile.readAll(storage.newInputFile(LOCATION)));
  }

  @Test
  void aBlobHasLengthMagicVectorAndChecksum() {
    // 36 bytes are checked: the magic, and the vector, which PositionSetTest takes apart.
    assertEquals(
        "00000024"
            + "d1d33964"
            + "0100000000000000"
            + "000000003a30000001000000000001001000000001000500"
            + "3e6e302f",
        HexFormat.of().formatHex(DeletionVectorCodec.encode(PositionSet.of(1, 5))));
  }

  @Test
  void damageIsFoundWhereverItIs() {
    DataFile vector = write(PositionSet.of(1, 5, 70_000), PositionSet.ofRange(3, 60)).get(0);
    byte[] whole = storage.newInputFile(LOCATION).readAll();
    int end = (int) (vector.contentOffset().getAsLong() + vector.contentSizeInBytes().getAsLong());
    Random random = new Random(SEED);
    for (int i = 4; i < end; i++) {
      byte[] damaged = whole.clone();
      damaged[i] ^= (byte) (1 << random.nextInt(8));
      put(damaged);
      CorruptFileException e =
          assertThrows(
              CorruptFileException.class,
              () -> DeletionVectorFile.read(storage, vector),
              "byte " + i + ", seed " + SEED);
      assertEquals(LOCATION, e.location());
      assertEquals(4, e.offset());
    }
    for (int length = 0; length < end; length++) {
      put(Arrays.copyOf(whole, length));
      assertThrows(
          CorruptFileException.class,
          () -> DeletionVectorFile.read(storage, vector),
          "length " + length);
    }
    for (int length = 0; length < whole.length; length++) {
      put(Arrays.copyOf(whole, length));
      assertThrows(
          CorruptFileException.class,
          () -> DeletionVectorFile.readAll(storage.newInputFile(LOCATION)),
          "length " + length);
    }
  }

  @Test
  void aDamagedFooterIsCorruptOrHarmlessButNeverAnotherError() {
    write(PositionSet.of(1, 5, 70_000), PositionSet.ofRange(3, 60));
    byte[] whole = storage.newInputFile(LOCATION).readAll();
    Random random = new Random(SEED);
    for (int i = 0; i < whole.length; i++) {
      byte[] damaged = whole.clone();
      damaged[i] ^= (byte) (1 << random.nextInt(8));
      put(damaged);
      try {
        DeletionVectorFile.readAll(storage.newInputFile(LOCATION));
      } catch (CorruptFileException | io.firn.error.UnsupportedFeatureException e) {
        assertTrue(e.getMessage().contains(LOCATION), e.getMessage());
      }
    }
  }

  @Test
  void anotherNumberOfDeletesThanTheManifestSaysIsCorrupt() {
    DataFile vector = write(PositionSet.of(1, 5)).get(0);
    DataFile wrong =
        new DataFile(
            vector.content(),
            vector.filePath(),
            vector.fileFormat(),
            vector.specId(),
            vector.partition(),
            3,
            vector.fileSizeInBytes(),
            vector.stats(),
            vector.keyMetadata(),
            vector.splitOffsets(),
            vector.equalityIds(),
            vector.sortOrderId(),
            vector.firstRowId(),
            vector.referencedDataFile(),
            vector.contentOffset(),
            vector.contentSizeInBytes());
    CorruptFileException e =
        assertThrows(CorruptFileException.class, () -> DeletionVectorFile.read(storage, wrong));
    assertEquals(
        "Corrupt file mem:/deletes.puffin at byte 4: the deletion vector has 2 positions, not 3",
        e.getMessage());
  }

  @Test
  void aMissingFileIsNamed() {
    DataFile vector = write(PositionSet.of(1, 5)).get(0);
    storage.delete(LOCATION);
    assertThrows(MissingFileException.class, () -> DeletionVectorFile.read(storage, vector));
    assertThrows(
        MissingFileException.class,
        () -> DeletionVectorFile.readAll(storage.newInputFile(LOCATION)));
  }

  @Test
  void emptyAndRepeatedVectorsAreRefused() {
    DeletionVectorWriter writer =
        DeletionVectorWriter.create(storage.newOutputFile(LOCATION), "Firn test");
    StructValue none = StructValue.empty();
    assertThrows(IllegalArgumentException.class, () -> writer.add("a", 0, none, new PositionSet()));
    writer.add("a", 0, none, PositionSet.of(1));
    assertThrows(IllegalArgumentException.class, () -> writer.add("a", 0, none, PositionSet.of(2)));
    assertThrows(IllegalStateException.class, writer::toDataFiles);
  }
}
