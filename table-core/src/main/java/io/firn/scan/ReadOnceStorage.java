package io.firn.scan;

import io.firn.io.FileEntry;
import io.firn.io.InputFile;
import io.firn.io.OutputFile;
import io.firn.io.SeekableInput;
import io.firn.io.Storage;
import java.util.List;
import java.util.stream.Stream;

/**
 * A storage that remembers the manifests and manifest lists that are read through it, so that a
 * commit reads none of them again in its next attempt. These files never change, so that what each
 * attempt makes of them is still decided anew. Everything else goes straight to the storage.
 */
public final class ReadOnceStorage implements Storage {
  private static final String MANIFEST_SUFFIX = ".avro";
  private static final long MAX_BYTES = 64L << 20;
  private static final long MAX_FILE_BYTES = 16L << 20;

  private final Storage storage;
  private final ManifestCache cache = new ManifestCache(MAX_BYTES, MAX_FILE_BYTES);

  public ReadOnceStorage(Storage storage) {
    this.storage = storage;
  }

  @Override
  public InputFile newInputFile(String location) {
    InputFile file = storage.newInputFile(location);
    return isManifest(location) ? new OnDemand(file, -1) : file;
  }

  @Override
  public InputFile newInputFile(String location, long length) {
    InputFile file = storage.newInputFile(location, length);
    return isManifest(location) ? new OnDemand(file, length) : file;
  }

  private static boolean isManifest(String location) {
    return location.endsWith(MANIFEST_SUFFIX);
  }

  @Override
  public OutputFile newOutputFile(String location) {
    return storage.newOutputFile(location);
  }

  @Override
  public String qualified(String location) {
    return storage.qualified(location);
  }

  @Override
  public void delete(String location) {
    storage.delete(location);
  }

  @Override
  public List<String> deleteAll(Iterable<String> locations) {
    return storage.deleteAll(locations);
  }

  @Override
  public Stream<FileEntry> list(String directory) {
    return storage.list(directory);
  }

  @Override
  public List<String> listDirectories(String directory) {
    return storage.listDirectories(directory);
  }

  @Override
  public boolean directoryExists(String directory) {
    return storage.directoryExists(directory);
  }

  @Override
  public void createDirectory(String directory) {
    storage.createDirectory(directory);
  }

  @Override
  public boolean deleteEmptyDirectory(String directory) {
    return storage.deleteEmptyDirectory(directory);
  }

  @Override
  public void deleteTree(String directory) {
    storage.deleteTree(directory);
  }

  @Override
  public void close() {
    storage.close();
  }

  /** A file whose content is taken from what is remembered, once somebody wants it. */
  private final class OnDemand implements InputFile {
    private final InputFile file;
    private final long knownLength;

    /** {@code knownLength} is negative if it is not known. */
    OnDemand(InputFile file, long knownLength) {
      this.file = file;
      this.knownLength = knownLength;
    }

    @Override
    public String location() {
      return file.location();
    }

    @Override
    public long length() {
      return knownLength < 0 ? content().length() : knownLength;
    }

    @Override
    public boolean exists() {
      return file.exists();
    }

    @Override
    public SeekableInput open() {
      return content().open();
    }

    @Override
    public byte[] readAll() {
      return content().readAll();
    }

    private InputFile content() {
      return knownLength < 0 ? cache.through(file) : cache.through(file, knownLength);
    }
  }
}
