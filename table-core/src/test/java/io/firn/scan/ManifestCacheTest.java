package io.firn.scan;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.firn.io.FileOperation.Kind;
import io.firn.io.RecordingStorage;
import io.firn.io.SeekableInput;
import io.firn.io.memory.MemoryStorage;
import io.firn.model.ManifestContent;
import io.firn.model.ManifestFile;
import java.io.EOFException;
import java.io.OutputStream;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;
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

  @Test
  void aFileThatIsNotWantedForAWhileIsForgotten() {
    AtomicLong now = new AtomicLong();
    ManifestCache cache = new ManifestCache(100, 100, 50, () -> Instant.ofEpochMilli(now.get()));
    read(cache, 0);
    read(cache, 1);
    now.set(40);
    read(cache, 0);
    now.set(60);
    assertEquals(10, cache.size());
    read(cache, 0);
    assertEquals(2, storage.operations(Kind.OPEN).size());
    now.set(110);
    assertEquals(0, cache.size());
  }

  @Test
  void manifestsAreSharedAndOtherFilesAreNot() {
    ManifestCache shared = new ManifestCache(100, 10);
    ManifestCache first = new ManifestCache(100, 100).before(shared);
    ManifestCache second = new ManifestCache(100, 100).before(shared);
    read(first, manifest(0, 10, 7));
    read(second, manifest(0, 10, 7));
    assertEquals(1, storage.operations(Kind.OPEN).size());
    assertEquals(10, shared.size());
    read(first, 1);
    read(second, 1);
    assertEquals(3, storage.operations(Kind.OPEN).size());
    assertEquals(10, shared.size());
  }

  @Test
  void anotherManifestAtThePathIsNotMistakenForIt() {
    ManifestCache cache = new ManifestCache(100, 100).before(new ManifestCache(100, 100));
    read(cache, manifest(0, 10, 7));
    read(cache, manifest(0, 10, 8));
    read(cache, manifest(0, 10, 8));
    assertEquals(2, storage.operations(Kind.OPEN).size());
  }

  @Test
  void whatIsForgottenIsReadAgain() {
    ManifestCache shared = new ManifestCache(100, 100);
    ManifestCache cache = new ManifestCache(100, 100).before(shared);
    read(cache, manifest(0, 10, 7));
    cache.forget("mem://b/f0");
    assertEquals(0, shared.size());
    read(cache, manifest(0, 10, 7));
    assertEquals(2, storage.operations(Kind.OPEN).size());
  }

  private static ManifestFile manifest(int i, long length, long addedSnapshotId) {
    return new ManifestFile(
        "mem://b/f" + i,
        length,
        0,
        ManifestContent.DATA,
        1,
        1,
        addedSnapshotId,
        OptionalInt.empty(),
        OptionalInt.empty(),
        OptionalInt.empty(),
        OptionalLong.empty(),
        OptionalLong.empty(),
        OptionalLong.empty(),
        Optional.empty(),
        Optional.empty(),
        OptionalLong.empty());
  }

  private void read(ManifestCache cache, ManifestFile manifest) {
    var file = storage.newInputFile(manifest.manifestPath(), manifest.manifestLength());
    assertEquals(10, cache.through(file, manifest).readAll().length);
  }

  private void read(ManifestCache cache, int i) {
    byte[] content = cache.through(storage.newInputFile("mem://b/f" + i, 10), 10).readAll();
    assertEquals(i, content[0]);
    assertEquals(10, content.length);
  }
}
