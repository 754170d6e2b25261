package io.firn.io.hadoop;

import io.firn.error.StorageException;
import io.firn.io.FileEntry;
import io.firn.io.InputFile;
import io.firn.io.OutputFile;
import io.firn.io.Storage;
import io.firn.io.local.LocalStorage;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.PathIsNotEmptyDirectoryException;

/**
 * Files of every file system that the Hadoop configuration knows; a location without scheme belongs
 * to {@code fs.defaultFS}. Locations are Hadoop paths: nothing in them is percent-decoded.
 *
 * <p>Hadoop's plain local file system is replaced by {@link LocalStorage}, which writes no checksum
 * files, starts no processes to set permissions, and can create exclusively. On HDFS, exclusive
 * create is a rename that does not overwrite. No other file system promises an atomic one, so there
 * it is refused.
 */
public final class HadoopStorage implements Storage {
  private final Configuration configuration;
  private final LocalStorage local = new LocalStorage();

  public HadoopStorage(Configuration configuration) {
    this.configuration = configuration;
  }

  /** The configuration that this storage works with; not a copy. */
  public Configuration configuration() {
    return configuration;
  }

  @Override
  public InputFile newInputFile(String location) {
    HadoopPath at = resolve(location);
    return at.isLocal()
        ? local.newInputFile(location)
        : new HadoopInputFile(at, HadoopInputFile.UNKNOWN_LENGTH);
  }

  @Override
  public InputFile newInputFile(String location, long length) {
    HadoopPath at = resolve(location);
    return at.isLocal() ? local.newInputFile(location, length) : new HadoopInputFile(at, length);
  }

  @Override
  public OutputFile newOutputFile(String location) {
    HadoopPath at = resolve(location);
    return at.isLocal() ? local.newOutputFile(location) : new HadoopOutputFile(at, configuration);
  }

  @Override
  public String qualified(String location) {
    HadoopPath at = resolve(location);
    return at.fileSystem().makeQualified(at.path()).toString();
  }

  @Override
  public void delete(String location) {
    HadoopPath at = resolve(location);
    if (at.isLocal()) {
      local.delete(location);
      return;
    }
    try {
      // Not recursive: a directory that holds anything is never deleted here.
      at.fileSystem().delete(at.path(), false);
    } catch (IOException e) {
      throw new StorageException("Cannot delete " + location + ": " + e, e);
    }
  }

  @Override
  public List<String> deleteAll(Iterable<String> locations) {
    List<String> nearby = new ArrayList<>();
    List<String> remote = new ArrayList<>();
    for (String location : locations) {
      (resolve(location).isLocal() ? nearby : remote).add(location);
    }
    List<String> failed = new ArrayList<>(local.deleteAll(nearby));
    failed.addAll(new ParallelDelete(this::delete).deleteAll(remote));
    return failed;
  }

  @Override
  public Stream<FileEntry> list(String directory) {
    HadoopPath at = resolve(directory);
    return at.isLocal() ? local.list(directory) : new HadoopListing(at).files();
  }

  @Override
  public List<String> listDirectories(String directory) {
    HadoopPath at = resolve(directory);
    return at.isLocal() ? local.listDirectories(directory) : new HadoopListing(at).directories();
  }

  @Override
  public boolean directoryExists(String directory) {
    HadoopPath at = resolve(directory);
    if (at.isLocal()) {
      return local.directoryExists(directory);
    }
    try {
      FileStatus status = at.fileSystem().getFileStatus(at.path());
      return status.isDirectory();
    } catch (FileNotFoundException e) {
      return false;
    } catch (IOException e) {
      throw new StorageException("Cannot look at " + directory + ": " + e, e);
    }
  }

  @Override
  public void createDirectory(String directory) {
    HadoopPath at = resolve(directory);
    if (at.isLocal()) {
      local.createDirectory(directory);
      return;
    }
    try {
      if (!at.fileSystem().mkdirs(at.path())) {
        throw new StorageException("Cannot create the directory " + directory);
      }
    } catch (IOException e) {
      throw new StorageException("Cannot create the directory " + directory + ": " + e, e);
    }
  }

  @Override
  public boolean deleteEmptyDirectory(String directory) {
    HadoopPath at = resolve(directory);
    if (at.isLocal()) {
      return local.deleteEmptyDirectory(directory);
    }
    try {
      if (new HadoopListing(at).holdsAnything()) {
        return false;
      }
      at.fileSystem().delete(at.path(), false);
      return true;
    } catch (PathIsNotEmptyDirectoryException e) {
      return false;
    } catch (IOException e) {
      throw new StorageException("Cannot delete the directory " + directory + ": " + e, e);
    }
  }

  @Override
  public void deleteTree(String directory) {
    HadoopPath at = resolve(directory);
    if (at.isLocal()) {
      local.deleteTree(directory);
      return;
    }
    try {
      at.fileSystem().delete(at.path(), true);
    } catch (IOException e) {
      throw new StorageException("Cannot delete everything below " + directory + ": " + e, e);
    }
  }

  private HadoopPath resolve(String location) {
    return HadoopPath.resolve(location, configuration);
  }
}
