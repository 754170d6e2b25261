package io.firn.io.local;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.firn.error.InvalidInputException;
import io.firn.error.MissingFileException;
import io.firn.error.StorageException;
import io.firn.io.FileEntry;
import io.firn.io.Storage;
import io.firn.io.StorageContract;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class LocalStorageTest {

  @Nested
  final class WithPlainPaths extends StorageContract {
    @TempDir Path directory;
    private final LocalStorage storage = new LocalStorage();

    @Override
    protected Storage storage() {
      return storage;
    }

    @Override
    protected String root() {
      return directory.toString();
    }
  }

  @Nested
  final class WithUris extends StorageContract {
    @TempDir Path directory;
    private final LocalStorage storage = new LocalStorage();

    @Override
    protected Storage storage() {
      return storage;
    }

    @Override
    protected String root() {
      return "file://" + directory;
    }
  }

  @Test
  void nothingIsBelowAFile(@TempDir Path directory) throws IOException {
    Path file = Files.writeString(directory.resolve("file"), "content");
    String location = file + "/metadata/version-hint.text";
    MissingFileException e =
        assertThrows(
            MissingFileException.class, () -> new LocalStorage().newInputFile(location).readAll());
    assertEquals("File does not exist: " + location, e.getMessage());
  }

  @Test
  void locationsOfOtherFileSystemsAreRefused() {
    LocalStorage storage = new LocalStorage();
    InvalidInputException e =
        assertThrows(
            InvalidInputException.class, () -> storage.newInputFile("s3://bucket/key").exists());
    assertTrue(e.getMessage().contains("s3://bucket/key"), e.getMessage());
    assertThrows(InvalidInputException.class, () -> storage.newInputFile("file://host/f"));
    assertThrows(InvalidInputException.class, () -> storage.newInputFile(""));
  }

  @Test
  void listDoesNotFollowLinksToDirectories(@TempDir Path directory) throws IOException {
    new LocalStorage().newOutputFile(directory + "/d/f").createExclusive(new byte[] {1});
    Files.createSymbolicLink(directory.resolve("d/loop"), directory);
    assertEquals(
        List.of(directory + "/d/f"),
        new LocalStorage().list(directory.toString()).map(FileEntry::location).toList());
  }

  @Test
  void percentSignsAreTakenLiterally(@TempDir Path directory) throws IOException {
    String location = "file://" + directory + "/p=a%20b";
    new LocalStorage().newOutputFile(location).createExclusive(new byte[] {1});
    assertTrue(Files.exists(directory.resolve("p=a%20b")));
  }

  @Test
  void writingBelowAFileNamesTheLocation(@TempDir Path directory) {
    LocalStorage storage = new LocalStorage();
    storage.newOutputFile(directory + "/f").createExclusive(new byte[] {1});
    StorageException e =
        assertThrows(
            StorageException.class, () -> storage.newOutputFile(directory + "/f/g").create());
    assertTrue(e.getMessage().contains(directory + "/f/g"), e.getMessage());
    e =
        assertThrows(
            StorageException.class,
            () -> storage.newOutputFile(directory + "/f/g").createExclusive(new byte[] {1}));
    assertTrue(e.getMessage().contains(directory + "/f/g"), e.getMessage());
  }
}
