package io.firn.codec.delta;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.firn.codec.puffin.DeletionVectorCodec;
import io.firn.deletes.PositionSet;
import io.firn.error.CorruptFileException;
import io.firn.io.memory.MemoryStorage;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class DeltaVectorTest {
  /** The example of the Delta protocol: rows 3, 4, 7, 11, 18 and 29. */
  private static final String INLINE = "wi5b=000010000siXQKl0rr91000f55c8Xg0@@D72lkbi5=-{L";

  private final MemoryStorage storage = new MemoryStorage();

  @Test
  void theProtocolsExampleIsRead() {
    DeltaVector vector = DeltaVector.of("/t", "i", INLINE, 0, 40, 6);
    assertArrayEquals(
        new long[] {3, 4, 7, 11, 18, 29}, vector.read(storage, "/t/f.parquet").toArray());
  }

  @Test
  void vectorsInFilesAreFoundByUuidOrPath() {
    DeltaVector relative = DeltaVector.of("/t", "u", "ab^-aqEH.-t@S}K{vb[*k^", 4, 40, 6);
    assertEquals(
        Optional.of("/t/ab/deletion_vector_d2c639aa-8816-431a-aaf6-d3fe2512ff61.bin"),
        relative.location());
    assertEquals(
        Optional.of("s3://b/x y.bin"),
        DeltaVector.of("/t", "p", "s3://b/x%20y.bin", 4, 40, 6).location());
  }

  @Test
  void theBytesInAFileStartAtTheOffset() {
    byte[] blob = DeletionVectorCodec.encode(PositionSet.of(1, 5));
    byte[] file = new byte[blob.length + 1];
    System.arraycopy(blob, 0, file, 1, blob.length);
    storage.newOutputFile("/t/dv.bin").createExclusive(file);
    DeltaVector vector = DeltaVector.of("/t", "p", "/t/dv.bin", 1, blob.length - 8, 2);
    assertEquals(PositionSet.of(1, 5), vector.read(storage, "/t/f.parquet"));
    DeltaVector tooMany = DeltaVector.of("/t", "p", "/t/dv.bin", 1, blob.length - 8, 3);
    CorruptFileException e =
        assertThrows(CorruptFileException.class, () -> tooMany.read(storage, "/t/f.parquet"));
    assertEquals(
        "Corrupt file /t/dv.bin at byte 1: the deletion vector of /t/f.parquet has 2 deletes, and"
            + " the Delta log says 3",
        e.getMessage());
  }

  @Test
  void damagedTextIsCorrupt() {
    for (String text :
        new String[] {"wi5b", "wi5b~", "%%%%%", new String(new char[] {'a', 'b', 'c', 'd', 300})}) {
      DeltaVector vector = DeltaVector.of("/t", "i", text, 0, 40, 6);
      assertThrows(CorruptFileException.class, () -> vector.read(storage, "/t/f.parquet"), text);
    }
    assertThrows(CorruptFileException.class, () -> DeltaVector.of("/t", "u", "short", 4, 40, 6));
    assertThrows(CorruptFileException.class, () -> DeltaVector.of("/t", "z", INLINE, 4, 40, 6));
  }

  @Test
  void aHelloIsDecodedAsInTheSpecification() {
    assertArrayEquals(
        new byte[] {(byte) 0x86, 0x4f, (byte) 0xd2, 0x6f, (byte) 0xb5, 0x59, (byte) 0xf7, 0x5b},
        Z85.decode("f", "HelloWorld"));
    assertEquals("", new String(Z85.decode("f", ""), StandardCharsets.UTF_8));
  }
}
