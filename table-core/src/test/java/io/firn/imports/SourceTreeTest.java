package io.firn.imports;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.firn.error.InvalidInputException;
import io.firn.error.MissingFileException;
import io.firn.io.memory.MemoryStorage;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class SourceTreeTest {
  private final MemoryStorage storage = new MemoryStorage();
  private final SourceTree tree = new SourceTree(storage);

  private void files(String... locations) {
    for (String location : locations) {
      storage.newOutputFile(location).createExclusive(new byte[] {1});
    }
  }

  private static String text(SourceDirectory directory) {
    return directory.location()
        + directory.partition()
        + directory.files().stream()
            .map(f -> f.location().substring(f.location().lastIndexOf('/') + 1))
            .toList();
  }

  @Test
  void directoriesOfPairsArePartitions() {
    files("/t/d=1/p=a%2Fb%25/f2", "/t/d=1/p=a%2Fb%25/f1", "/t/d=1/p=%zz/sub/f", "/t/d=2/p=/f");
    assertEquals(
        List.of(
            "/t/d=1/p=%zz/sub{d=Optional[1], p=Optional[%zz]}[f]",
            "/t/d=1/p=a%2Fb%25{d=Optional[1], p=Optional[a/b%]}[f1, f2]",
            "/t/d=2/p={d=Optional[2], p=Optional[]}[f]"),
        tree.partitions("/t/").stream().map(SourceTreeTest::text).toList());
  }

  @Test
  void hiddenNamesDoNotCount() {
    files("/t/_SUCCESS", "/t/.crc", "/t/_tmp/p=1/f", "/t/.x/f", "/t/_p=1/f", "/t/_p=1/_f");
    assertEquals(
        List.of("/t/_p=1{_p=Optional[1]}[f]"),
        tree.partitions("/t").stream().map(SourceTreeTest::text).toList());
  }

  @Test
  void withoutPartitionsOnlyTheFilesOfTheDirectoryCount() {
    files("/t/f", "/t/_f", "/t/sub/f");
    assertEquals(
        List.of("/t{}[f]"), tree.partitions("/t").stream().map(SourceTreeTest::text).toList());
    assertEquals("/t{}[f]", text(tree.flat("/t/")));
  }

  @Test
  void whatHasNoPartitionOrAnotherOneIsRefused() {
    files("/t/p=1/f", "/t/f");
    InvalidInputException outside =
        assertThrows(InvalidInputException.class, () -> tree.partitions("/t"));
    assertTrue(outside.getMessage().contains("Cannot tell the partition of /t/f"));
    files("/u/p=1/f", "/u/q=1/f");
    InvalidInputException other =
        assertThrows(InvalidInputException.class, () -> tree.partitions("/u"));
    assertTrue(other.getMessage().contains("/u/p=1 and /u/q=1"));
    assertThrows(MissingFileException.class, () -> tree.partitions("/nowhere"));
    assertThrows(MissingFileException.class, () -> tree.flat("/nowhere"));
  }

  @Test
  void nullsAreEmpty() {
    files("/t/p=__HIVE_DEFAULT_PARTITION__/f");
    assertEquals(Map.of("p", Optional.empty()), tree.partitions("/t").get(0).partition());
  }
}
