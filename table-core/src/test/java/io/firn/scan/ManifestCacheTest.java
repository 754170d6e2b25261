package io.firn.scan;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.firn.io.FileOperation.Kind;
import io.firn.io.RecordingStorage;
import io.firn.io.SeekableInput;
import io.firn.io.memory.MemoryStorage;
import java.io.EOFException;
import java.io.OutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ManifestCacheTest {
  private final RecordingStorage storage = new RecordingStorage(new MemoryStorage());

  @BeforeEach
  void files() throws Exception {
    for (int i = 0; i < 4; i++) {
      try (OutputStream out = storage.newOutputFile("mem://b/f" + i).create()) {
        out.write(new byte[] {(byte) i, 1, 2, 3, 4, 5, 6, 7, 8, 9});
      }
    }
    storage.clear();
  }

  @Test
  void aFileIsReadOnce() {
    ManifestCache cache = new ManifestCache(100, 100);
    read(cache, 0);
    read(cache, 0);
    assertEquals(1, storage.operations(Kind.OPEN).size());
    assertEquals(10, cache.size());
  }

  @Test
  void theFilesUsedLastAreKept() {
    ManifestCache cache = new ManifestCache(25, 100);
    read(cache, 0);
    read(cache, 1);
    read(cache, 0);
    read(cache, 2);
    storage.clear();
    read(cache, 0);
    read(cache, 2);
    assertEquals(0, storage.operations(Kind.OPEN).size());
    read(cache, 1);
    assertEquals(1, storage.operations(Kind.OPEN).size());
    assertEquals(20, cache.size());
  }

  @Test
  void largeFilesAreNotKept() {
    ManifestCache cache = new ManifestCache(1000, 9);
    read(cache, 0);
    read(cache, 0);
    assertEquals(0, cache.size());
    assertEquals(2, storage.operations(Kind.OPEN).size());
  }

  @Test
  void withoutACacheTheFileIsTheStorages() {
    read(ManifestCache.none(), 0);
    read(ManifestCache.none(), 0);
    assertEquals(2, storage.operations(Kind.OPEN).size());
  }

  @Test
  void aKeptFileReadsLikeAFile() throws Exception {
    ManifestCache cache = new ManifestCache(100, 100);
    try (SeekableInput in = cache.through(storage.newInputFile("mem://b/f3")).open()) {
      assertEquals(3, in.read());
      assertEquals(1, in.position());
      in.seek(8);
      assertEquals(8, in.read());
      byte[] buffer = new byte[4];
      assertEquals(1, in.read(buffer, 0, 4));
      assertEquals(-1, in.read(buffer, 0, 4));
      assertEquals(-1, in.read());
      in.readFully(6, buffer, 0, 4);
      assertArrayEquals(new byte[] {6, 7, 8, 9}, buffer);
      assertThrows(EOFException.class, () -> in.readFully(7, buffer, 0, 4));
      assertThrows(EOFException.class, () -> in.seek(11));
    }
  }

  private void read(ManifestCache cache, int i) {
    byte[] content = cache.through(storage.newInputFile("mem://b/f" + i, 10), 10).readAll();
    assertEquals(i, content[0]);
    assertEquals(10, content.length);
  }
}
