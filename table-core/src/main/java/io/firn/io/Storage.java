package io.firn.io;

import java.util.List;
import java.util.stream.Stream;

/**
 * Files by absolute location (a URI or a path of the storage). Implementations are thread-safe.
 * Every failure is an unchecked {@code io.firn.error} exception that names the location: {@code
 * MissingFileException} for a file that is not there, {@code StorageException} otherwise.
 */
public interface Storage extends AutoCloseable {

  /** A handle; nothing is touched until it is used. */
  InputFile newInputFile(String location);

  /** A handle whose length is known from metadata, which saves a look-up. Lengths are in bytes. */
  InputFile newInputFile(String location, long length);

  /** A handle; nothing is touched until it is used. */
  OutputFile newOutputFile(String location);

  /** Deletes one file. A file that does not exist is not an error. */
  void delete(String location);

  /**
   * Deletes all files, in parallel where that helps; returns the locations that could not be
   * deleted, with the reason logged.
   */
  List<String> deleteAll(Iterable<String> locations);

  /**
   * All files below the directory or prefix, recursively; empty when there are none. The stream
   * must be closed.
   */
  Stream<FileEntry> list(String prefix);

  /**
   * Names of the directories directly below {@code directory}, without trailing slash; empty when
   * there are none.
   */
  List<String> listDirectories(String directory);

  /**
   * Deletes everything below the directory, and the directory. Not an error when it does not exist.
   */
  void deleteTree(String directory);

  @Override
  default void close() {}
}
