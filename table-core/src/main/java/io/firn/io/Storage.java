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

  /**
   * The location with scheme and authority, as a file system resolves it; the location itself in a
   * storage that has neither.
   */
  default String qualified(String location) {
    return location;
  }

  /** Deletes one file. A file that does not exist is not an error. */
  void delete(String location);

  /**
   * Deletes all files, in parallel where that helps; returns the locations that could not be
   * deleted, with the reason logged.
   */
  List<String> deleteAll(Iterable<String> locations);

  /**
   * All files below the directory, recursively, in no particular order; empty when there are none.
   * Each location starts with {@code directory} as it was given. The stream reads on while it is
   * consumed and must be closed.
   */
  Stream<FileEntry> list(String directory);

  /**
   * Names of the directories directly below {@code directory}, without trailing slash; empty when
   * there are none.
   */
  List<String> listDirectories(String directory);

  /**
   * Whether the directory exists, be it empty; in a storage without directories: whether a file
   * lies below it.
   */
  boolean directoryExists(String directory);

  /** Creates the directory and those above it; not an error when it exists. */
  void createDirectory(String directory);

  /**
   * Deletes the directory if it holds nothing. Returns false, and changes nothing, if it holds
   * anything; true if it is gone or never was there.
   */
  boolean deleteEmptyDirectory(String directory);

  /**
   * Deletes everything below the directory, and the directory. Not an error when it does not exist.
   */
  void deleteTree(String directory);

  @Override
  default void close() {}
}
