package io.firn.io.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.firn.io.FileEntry;
import io.firn.io.Storage;
import io.firn.io.StorageContract;
import java.util.List;
import org.junit.jupiter.api.Test;

final class MemoryStorageTest extends StorageContract {
  private final MemoryStorage storage = new MemoryStorage();

  @Override
  protected Storage storage() {
    return storage;
  }

  @Override
  protected String root() {
    return "memory://test/root";
  }

  @Test
  void listsAreSortedAndTimesCountChanges() {
    MemoryStorage fresh = new MemoryStorage();
    fresh.newOutputFile("/t/b").createExclusive(new byte[] {1, 2});
    fresh.newOutputFile("/t/a").createExclusive(new byte[] {3});
    assertEquals(
        List.of(new FileEntry("/t/a", 1, 2), new FileEntry("/t/b", 2, 1)),
        fresh.list("/t").toList());
  }
}
