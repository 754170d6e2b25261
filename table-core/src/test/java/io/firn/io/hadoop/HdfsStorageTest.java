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
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileContext;
import org.apache.hadoop.fs.Options.Rename;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** On a real name node and data node in this process. */
final class HdfsStorageTest extends StorageContract {
  private static final AtomicInteger DIRECTORIES = new AtomicInteger();

  @TempDir static Path clusterDirectory;
  private static MiniDFSCluster cluster;
  private static Configuration configuration;

  private String root = "";

  @BeforeAll
  static void startCluster() throws IOException {
    Configuration settings = new Configuration();
    settings.set(MiniDFSCluster.HDFS_MINIDFS_BASEDIR, clusterDirectory.toString());
    settings.setInt("dfs.replication", 1);
    cluster = new MiniDFSCluster.Builder(settings).numDataNodes(1).build();
    configuration = new Configuration();
    configuration.setInt("dfs.replication", 1);
  }

  @AfterAll
  static void stopCluster() {
    cluster.shutdown(true);
  }

  @BeforeEach
  void newDirectory() {
    root = cluster.getURI() + "/test/" + DIRECTORIES.incrementAndGet();
  }

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

  private static void rename(org.apache.hadoop.fs.Path source, org.apache.hadoop.fs.Path target)
      throws IOException {
    FileContext.getFileContext(cluster.getURI(), configuration).rename(source, target, Rename.NONE);
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
