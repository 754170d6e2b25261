package io.firn.io.local;

import io.firn.error.StorageException;
import io.firn.io.FileEntry;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * All files below a directory, one directory read at a time. Files that go away meanwhile, such as
 * the temporary ones of an exclusive create, are not an error.
 */
final class LocalListing extends Spliterators.AbstractSpliterator<FileEntry> {
  private static final Logger LOG = LoggerFactory.getLogger(LocalListing.class);

  private final String stem;
  private final Path root;
  private final Deque<Path> directories = new ArrayDeque<>();
  private final Deque<FileEntry> files = new ArrayDeque<>();

  LocalListing(String directory, Path root) {
    super(Long.MAX_VALUE, Spliterator.NONNULL | Spliterator.DISTINCT);
    this.stem = directory.endsWith("/") ? directory : directory + "/";
    this.root = root;
    directories.add(root);
  }

  @Override
  public boolean tryAdvance(Consumer<? super FileEntry> action) {
    while (files.isEmpty() && !directories.isEmpty()) {
      read(directories.remove());
    }
    if (files.isEmpty()) {
      return false;
    }
    action.accept(files.remove());
    return true;
  }

  private void read(Path directory) {
    try (DirectoryStream<Path> children = Files.newDirectoryStream(directory)) {
      for (Path child : children) {
        add(child);
      }
    } catch (NoSuchFileException e) {
      LOG.debug("Deleted while it was listed: {}", directory, e);
    } catch (IOException | DirectoryIteratorException e) {
      throw new StorageException("Cannot list " + directory + ": " + e, e);
    }
  }

  private void add(Path path) throws IOException {
    BasicFileAttributes attributes;
    try {
      attributes = Files.readAttributes(path, BasicFileAttributes.class);
    } catch (NoSuchFileException e) {
      LOG.debug("Deleted while it was listed: {}", path, e);
      return;
    }
    if (attributes.isDirectory()) {
      // A link could lead out of the tree, or round in it.
      if (!Files.isSymbolicLink(path)) {
        directories.add(path);
      }
    } else if (attributes.isRegularFile() && !LocalPaths.isChecksums(path)) {
      String relative = root.relativize(path).toString().replace('\\', '/');
      files.add(
          new FileEntry(
              stem + relative, attributes.size(), attributes.lastModifiedTime().toMillis()));
    }
  }
}
