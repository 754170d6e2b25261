package io.firn.io.local;

import io.firn.error.FirnException;
import io.firn.error.StorageException;
import io.firn.io.FileEntry;
import io.firn.io.InputFile;
import io.firn.io.OutputFile;
import io.firn.io.Storage;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Files of the local file system, by plain path or {@code file:} URI. Exclusive create is safe
 * between processes as well, on every file system with hard links.
 *
 * <p>Checksum files ({@code .name.crc}) that Hadoop's local file system put beside a file are not
 * read and not listed; they go when their file is replaced or deleted, because Hadoop would take
 * stale ones for damage.
 */
public final class LocalStorage implements Storage {
  private static final Logger LOG = LoggerFactory.getLogger(LocalStorage.class);

  @Override
  public InputFile newInputFile(String location) {
    return new LocalInputFile(location);
  }

  @Override
  public InputFile newInputFile(String location, long length) {
    return new LocalInputFile(location, length);
  }

  @Override
  public OutputFile newOutputFile(String location) {
    return new LocalOutputFile(location, Files::createLink);
  }

  @Override
  public void delete(String location) {
    Path path = LocalPaths.path(location);
    try {
      if (Files.isDirectory(path)) {
        throw new StorageException("Cannot delete the file " + location + ": it is a directory");
      }
      Files.deleteIfExists(path);
      Files.deleteIfExists(LocalPaths.checksumsOf(path));
    } catch (IOException e) {
      throw new StorageException("Cannot delete " + location + ": " + e, e);
    }
  }

  @Override
  public List<String> deleteAll(Iterable<String> locations) {
    List<String> failed = new ArrayList<>();
    for (String location : locations) {
      try {
        delete(location);
      } catch (FirnException e) {
        LOG.warn("Left behind: {}", location, e);
        failed.add(location);
      }
    }
    return failed;
  }

  @Override
  public Stream<FileEntry> list(String directory) {
    Path root = LocalPaths.path(directory);
    if (!Files.isDirectory(root)) {
      return Stream.empty();
    }
    return StreamSupport.stream(new LocalListing(directory, root), false);
  }

  @Override
  public List<String> listDirectories(String directory) {
    List<String> names = new ArrayList<>();
    try (DirectoryStream<Path> children =
        Files.newDirectoryStream(LocalPaths.path(directory), Files::isDirectory)) {
      children.forEach(child -> names.add(child.getFileName().toString()));
    } catch (NoSuchFileException | NotDirectoryException e) {
      return List.of();
    } catch (IOException | DirectoryIteratorException e) {
      throw new StorageException("Cannot list " + directory + ": " + e, e);
    }
    names.sort(null);
    return names;
  }

  @Override
  public boolean directoryExists(String directory) {
    return Files.isDirectory(LocalPaths.path(directory));
  }

  @Override
  public void createDirectory(String directory) {
    try {
      Files.createDirectories(LocalPaths.path(directory));
    } catch (IOException e) {
      throw new StorageException("Cannot create the directory " + directory + ": " + e, e);
    }
  }

  @Override
  public boolean deleteEmptyDirectory(String directory) {
    try {
      Files.deleteIfExists(LocalPaths.path(directory));
      return true;
    } catch (DirectoryNotEmptyException e) {
      return false;
    } catch (IOException e) {
      throw new StorageException("Cannot delete the directory " + directory + ": " + e, e);
    }
  }

  @Override
  public void deleteTree(String directory) {
    Path root = LocalPaths.path(directory);
    try {
      if (Files.exists(root)) {
        Files.walkFileTree(root, new DeletingVisitor());
      }
    } catch (IOException e) {
      throw new StorageException("Cannot delete everything below " + directory + ": " + e, e);
    }
  }

  private static final class DeletingVisitor extends SimpleFileVisitor<Path> {
    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
      Files.deleteIfExists(file);
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFileFailed(Path file, IOException e) throws IOException {
      if (e instanceof NoSuchFileException) {
        return FileVisitResult.CONTINUE;
      }
      throw e;
    }

    @Override
    public FileVisitResult postVisitDirectory(Path directory, @Nullable IOException e)
        throws IOException {
      if (e != null) {
        throw e;
      }
      Files.deleteIfExists(directory);
      return FileVisitResult.CONTINUE;
    }
  }
}
