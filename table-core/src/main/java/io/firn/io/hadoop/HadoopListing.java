package io.firn.io.hadoop;

import io.firn.error.StorageException;
import io.firn.io.FileEntry;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.function.Consumer;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;

/** What is in a directory of a Hadoop file system. */
final class HadoopListing {
  private final HadoopPath at;

  HadoopListing(HadoopPath at) {
    this.at = at;
  }

  /** All files below, read page by page as the stream is consumed. */
  Stream<FileEntry> files() {
    try {
      FileStatus status = at.fileSystem().getFileStatus(at.path());
      if (!status.isDirectory()) {
        return Stream.empty();
      }
      // The status has the resolved path, with scheme and authority, as the listed ones have.
      Pages pages = new Pages(status.getPath(), at.fileSystem().listFiles(at.path(), true));
      return StreamSupport.stream(pages, false);
    } catch (FileNotFoundException e) {
      return Stream.empty();
    } catch (IOException e) {
      throw unlistable(e);
    }
  }

  List<String> directories() {
    List<String> names = new ArrayList<>();
    try {
      RemoteIterator<FileStatus> children = at.fileSystem().listStatusIterator(at.path());
      while (children.hasNext()) {
        FileStatus child = children.next();
        if (child.isDirectory()) {
          names.add(child.getPath().getName());
        }
      }
    } catch (FileNotFoundException e) {
      return List.of();
    } catch (IOException e) {
      throw unlistable(e);
    }
    names.sort(null);
    return names;
  }

  boolean holdsAnything() throws IOException {
    try {
      return at.fileSystem().listStatusIterator(at.path()).hasNext();
    } catch (FileNotFoundException e) {
      return false;
    }
  }

  private StorageException unlistable(IOException e) {
    return new StorageException("Cannot list " + at.location() + ": " + e, e);
  }

  private final class Pages extends Spliterators.AbstractSpliterator<FileEntry> {
    private final int rootLength;
    private final String stem;
    private final RemoteIterator<LocatedFileStatus> statuses;

    Pages(Path root, RemoteIterator<LocatedFileStatus> statuses) {
      super(Long.MAX_VALUE, Spliterator.NONNULL | Spliterator.DISTINCT);
      String rootText = root.toString();
      this.rootLength = rootText.endsWith("/") ? rootText.length() : rootText.length() + 1;
      this.stem = at.location().endsWith("/") ? at.location() : at.location() + "/";
      this.statuses = statuses;
    }

    @Override
    public boolean tryAdvance(Consumer<? super FileEntry> action) {
      try {
        if (!statuses.hasNext()) {
          return false;
        }
        LocatedFileStatus status = statuses.next();
        String relative = status.getPath().toString().substring(rootLength);
        action.accept(
            new FileEntry(stem + relative, status.getLen(), status.getModificationTime()));
        return true;
      } catch (IOException e) {
        throw unlistable(e);
      }
    }
  }
}
