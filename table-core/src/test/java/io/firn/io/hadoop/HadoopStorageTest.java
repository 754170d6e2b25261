package io.firn.io.hadoop;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.firn.error.InvalidInputException;
import io.firn.error.StorageException;
import io.firn.error.UnsupportedFeatureException;
import io.firn.io.CreateResult;
import io.firn.io.FileEntry;
import io.firn.io.Storage;
import io.firn.io.StorageContract;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** On the local disk; {@code HdfsStorageTest} has the other file system. */
final class HadoopStorageTest extends StorageContract {
  @TempDir Path directory;
  private final HadoopStorage storage = new HadoopStorage(new Configuration());

  @Override
  protected Storage storage() {
    return storage;
  }

  @Override
  protected String root() {
    return "file:" + directory;
  }

  /** Stands for an object store: reachable by its scheme, made of a local directory. */
  public static final class PretendedObjectStore extends RawLocalFileSystem {
    @Override
    public URI getUri() {
      return URI.create("s3a://bucket");
    }

    @Override
    protected void checkPath(org.apache.hadoop.fs.Path path) {}
  }

  @Test
  void objectStoreRefusesExclusiveCreateBeforeAnythingIsWritten() throws IOException {
    Configuration configuration = new Configuration();
    configuration.set("fs.s3a.impl", PretendedObjectStore.class.getName());
    HadoopStorage objects = new HadoopStorage(configuration);
    String location = "s3a://bucket" + directory + "/table/metadata/v1.metadata.json";
    UnsupportedFeatureException e =
        assertThrows(
            UnsupportedFeatureException.class,
            () -> objects.newOutputFile(location).createExclusive(new byte[10]));
    assertTrue(e.getMessage().contains(location), e.getMessage());
    assertTrue(e.getMessage().contains("file system s3a"), e.getMessage());
    assertTrue(e.getMessage().contains("jdbc catalog (type = jdbc)"), e.getMessage());
    try (var children = Files.list(directory)) {
      assertEquals(List.of(), children.toList());
    }
    try (OutputStream out = objects.newOutputFile(location).create()) {
      out.write(1);
    }
    assertEquals(1, objects.newInputFile(location).length(), "other writes work");
  }

  /** Stands for what wraps the local disk to count or trace. */
  public static final class WrappedLocalDisk extends LocalFileSystem {}

  @Test
  void wrappedLocalDiskCreatesExclusivelyToo() throws IOException {
    Configuration configuration = new Configuration();
    configuration.set("fs.file.impl", WrappedLocalDisk.class.getName());
    configuration.set("fs.file.impl.disable.cache", "true");
    HadoopStorage wrapped = new HadoopStorage(configuration);
    String location = root() + "/metadata/v1.metadata.json";
    assertEquals(
        CreateResult.CREATED, wrapped.newOutputFile(location).createExclusive(new byte[] {1}));
    assertEquals(
        CreateResult.EXISTS, wrapped.newOutputFile(location).createExclusive(new byte[] {2}));
    assertArrayEquals(new byte[] {1}, wrapped.newInputFile(location, 1).readAll());
    assertEquals(
        List.of(location), wrapped.list(root() + "/metadata").map(FileEntry::location).toList());
  }

  @Test
  void locationWithoutSchemeBelongsToTheDefaultFileSystem() throws IOException {
    String plain = directory + "/plain";
    try (OutputStream out = storage.newOutputFile(plain).create()) {
      out.write(1);
    }
    assertTrue(Files.exists(directory.resolve("plain")));
    assertEquals(
        List.of(plain), storage.list(directory.toString()).map(FileEntry::location).toList());
  }

  @Test
  void qualifiedLocationsHaveSchemeAndAuthority() throws IOException {
    String location = root() + "/f";
    try (OutputStream out = storage.newOutputFile(directory + "/f").create()) {
      out.write(1);
    }
    assertEquals(location, storage.qualified(directory + "/f"));
    assertEquals(location, storage.qualified("file://" + directory + "//f"));
    assertTrue(storage.newInputFile(location).exists());
    Configuration configuration = new Configuration();
    configuration.set("fs.s3a.impl", PretendedObjectStore.class.getName());
    configuration.set("fs.defaultFS", "s3a://bucket");
    assertEquals("s3a://bucket/t/f", new HadoopStorage(configuration).qualified("/t/f"));
  }

  @Test
  void unknownSchemeIsNamed() {
    StorageException e =
        assertThrows(StorageException.class, () -> storage.newInputFile("nosuch://host/f").open());
    assertTrue(e.getMessage().contains("nosuch://host/f"), e.getMessage());
    assertThrows(InvalidInputException.class, () -> storage.newInputFile(""));
  }

  @Test
  void writesNoChecksumFilesAndRemovesStaleOnes() throws IOException {
    FileSystem checksummed = FileSystem.get(URI.create("file:///"), new Configuration());
    assertEquals(LocalFileSystem.class, checksummed.getClass());
    org.apache.hadoop.fs.Path file =
        new org.apache.hadoop.fs.Path(root() + "/metadata/version-hint.text");
    try (FSDataOutputStream out = checksummed.create(file)) {
      out.write("1".getBytes(StandardCharsets.UTF_8));
    }
    Path checksums = directory.resolve("metadata/.version-hint.text.crc");
    assertTrue(Files.exists(checksums), "Hadoop wrote checksums");

    assertEquals(
        "1", new String(storage.newInputFile(file.toString()).readAll(), StandardCharsets.UTF_8));
    assertEquals(
        List.of(file.toString()),
        storage.list(root() + "/metadata").map(FileEntry::location).toList(),
        "checksum files are not listed");

    try (OutputStream out = storage.newOutputFile(file.toString()).create()) {
      out.write("22".getBytes(StandardCharsets.UTF_8));
    }
    assertFalse(Files.exists(checksums));
    try (var in = checksummed.open(file)) {
      assertEquals("22", new String(in.readAllBytes(), StandardCharsets.UTF_8));
    }

    try (FSDataOutputStream out = checksummed.create(file, true)) {
      out.write("333".getBytes(StandardCharsets.UTF_8));
    }
    assertTrue(Files.exists(checksums));
    storage.delete(file.toString());
    assertFalse(Files.exists(checksums));
  }
}
