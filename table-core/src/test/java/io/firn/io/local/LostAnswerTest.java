package io.firn.io.local;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.firn.error.StorageException;
import io.firn.error.UnsupportedFeatureException;
import io.firn.io.CreateResult;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An exclusive create whose one step fails, before or after it had its effect. */
final class LostAnswerTest {
  @TempDir Path directory;

  private CreateResult create(HardLink hardLink) {
    String location = location();
    return new LocalOutputFile(location, hardLink)
        .createExclusive("ours".getBytes(StandardCharsets.UTF_8));
  }

  private String location() {
    return directory + "/v1";
  }

  private List<String> names() throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.map(f -> f.getFileName().toString()).toList();
    }
  }

  @Test
  void linkThatHappenedIsCreated() throws IOException {
    CreateResult result =
        create(
            (name, file) -> {
              Files.createLink(name, file);
              throw new IOException("stale file handle");
            });
    assertEquals(CreateResult.CREATED, result);
    assertEquals("ours", Files.readString(directory.resolve("v1")));
    assertEquals(List.of("v1"), names());
  }

  @Test
  void repeatedRequestThatFindsItsOwnLinkIsCreated() throws IOException {
    CreateResult result =
        create(
            (name, file) -> {
              Files.createLink(name, file);
              throw new FileAlreadyExistsException(name.toString());
            });
    assertEquals(CreateResult.CREATED, result);
    assertEquals(List.of("v1"), names());
  }

  @Test
  void linkThatDidNotHappenIsAFailureThatNamesTheFile() throws IOException {
    StorageException e =
        assertThrows(
            StorageException.class,
            () ->
                create(
                    (name, file) -> {
                      throw new IOException("no space left on device");
                    }));
    assertTrue(e.getMessage().contains(location()), e.getMessage());
    assertTrue(e.getMessage().contains("no space left on device"), e.getMessage());
    assertEquals(List.of(), names());
  }

  @Test
  void anotherWritersFileIsExists() throws IOException {
    CreateResult result =
        create(
            (name, file) -> {
              Files.writeString(name, "theirs");
              throw new IOException("stale file handle");
            });
    assertEquals(CreateResult.EXISTS, result);
    assertEquals("theirs", Files.readString(directory.resolve("v1")));
    assertEquals(List.of("v1"), names());
  }

  @Test
  void unreadableResultIsUnknown() throws IOException {
    CreateResult result =
        create(
            (name, file) -> {
              Files.createDirectory(name);
              throw new IOException("stale file handle");
            });
    assertEquals(CreateResult.UNKNOWN, result);
  }

  @Test
  void fileSystemWithoutHardLinksIsUnsupported() throws IOException {
    UnsupportedFeatureException e =
        assertThrows(
            UnsupportedFeatureException.class,
            () ->
                create(
                    (name, file) -> {
                      throw new UnsupportedOperationException();
                    }));
    assertTrue(e.getMessage().contains(location()), e.getMessage());
    assertEquals(List.of(), names());
  }
}
