package io.firn.io.local;

import io.firn.error.MissingFileException;
import io.firn.error.StorageException;
import io.firn.io.InputFile;
import io.firn.io.SeekableInput;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** One local file for reading. */
final class LocalInputFile implements InputFile {
  private static final long UNKNOWN_LENGTH = -1;

  private final String location;
  private final Path path;
  private volatile long length;

  LocalInputFile(String location) {
    this(location, UNKNOWN_LENGTH);
  }

  LocalInputFile(String location, long length) {
    this.location = location;
    this.path = LocalPaths.path(location);
    this.length = length;
  }

  @Override
  public String location() {
    return location;
  }

  @Override
  public long length() {
    if (length == UNKNOWN_LENGTH) {
      try {
        length = Files.size(path);
      } catch (IOException e) {
        throw unreadable(e);
      }
    }
    return length;
  }

  @Override
  public boolean exists() {
    return Files.isRegularFile(path);
  }

  @Override
  public SeekableInput open() {
    try {
      return new LocalInput(location, FileChannel.open(path, StandardOpenOption.READ));
    } catch (IOException e) {
      throw unreadable(e);
    }
  }

  @Override
  public byte[] readAll() {
    try {
      return Files.readAllBytes(path);
    } catch (IOException e) {
      throw unreadable(e);
    }
  }

  // The JDK has no exception of its own for a path that goes on below a file.
  private static boolean isBelowAFile(IOException e) {
    return e instanceof FileSystemException failure
        && "Not a directory".equals(failure.getReason());
  }

  private RuntimeException unreadable(IOException e) {
    return e instanceof NoSuchFileException || isBelowAFile(e)
        ? new MissingFileException("File does not exist: " + location, e)
        : new StorageException("Cannot read " + location + ": " + e, e);
  }
}
