package io.firn.io.hadoop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.firn.error.StorageException;
import io.firn.io.CreateResult;
import io.firn.io.FileEntry;
import io.firn.io.Storage;
import io.firn.io.StorageContract;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileContext;
import org.apache.hadoop.fs.Options.Rename;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;

final class HdfsStorageTest extends StorageContract {
  private final Configuration configuration = HdfsCluster.configuration();
  private final String root = HdfsCluster.newDirectory();

  @Override
  protected Storage storage() {
    return new HadoopStorage(configuration);
  }

  @Override
  protected String root() {
    return root;
  }

  private CreateResult create(String location, String content, RenameWithoutOverwrite step) {
    HadoopPath at = HadoopPath.resolve(location, configuration);
    return new RenameExclusiveCreate(at, step).create(content.getBytes(StandardCharsets.UTF_8));
  }

  private void rename(Path source, Path target) throws IOException {
    FileContext.getFileContext(target.toUri(), configuration).rename(source, target, Rename.NONE);
  }

  private List<String> files() {
    try (Stream<FileEntry> entries = storage().list(root)) {
      return entries.map(FileEntry::location).toList();
    }
  }

  @Test
  void lostAnswerOfARenameThatHappenedIsCreated() {
    String location = root + "/v1";
    CreateResult result =
        create(
            location,
            "ours",
            (source, target) -> {
              rename(source, target);
              throw new IOException("connection reset");
            });
    assertEquals(CreateResult.CREATED, result);
    assertEquals(List.of(location), files());
  }

  @Test
  void lostRequestThatDidNotHappenIsAFailureAndCannotHappenLater() {
    String location = root + "/v1";
    StorageException e =
        assertThrows(
            StorageException.class,
            () ->
                create(
                    location,
                    "ours",
                    (source, target) -> {
                      throw new IOException("connection reset");
                    }));
    assertTrue(e.getMessage().contains(location), e.getMessage());
    assertEquals(List.of(), files());
  }

  @Test
  void lostAnswerWhileAnotherWriterWonIsExists() {
    String location = root + "/v1";
    CreateResult result =
        create(
            location,
            "ours",
            (source, target) -> {
              storage().newOutputFile(location).createExclusive(new byte[] {1});
              throw new IOException("connection reset");
            });
    assertEquals(CreateResult.EXISTS, result);
    assertEquals(List.of(location), files());
  }

  @Test
  void sameContentOfAnotherWriterIsNotTakenForOurs() {
    String location = root + "/v1";
    CreateResult result =
        create(
            location,
            "same",
            (source, target) -> {
              storage()
                  .newOutputFile(location)
                  .createExclusive("same".getBytes(StandardCharsets.UTF_8));
              rename(source, target);
            });
    assertEquals(CreateResult.EXISTS, result);
  }

  @Test
  void vanishedResultIsUnknown() {
    String location = root + "/v1";
    CreateResult result =
        create(
            location,
            "ours",
            (source, target) -> {
              rename(source, target);
              storage().delete(location);
              throw new IOException("connection reset");
            });
    assertEquals(CreateResult.UNKNOWN, result);
  }
}
