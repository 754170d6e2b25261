package io.firn.io.local;

import io.firn.error.StorageException;
import io.firn.io.CreateResult;
import io.firn.io.InputFile;
import io.firn.io.OutputFile;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** One local file for writing. */
final class LocalOutputFile implements OutputFile {
  private final String location;
  private final Path path;
  private final HardLink hardLink;

  LocalOutputFile(String location, HardLink hardLink) {
    this.location = location;
    this.path = LocalPaths.path(location);
    this.hardLink = hardLink;
  }

  @Override
  public String location() {
    return location;
  }

  @Override
  public OutputStream create() {
    try {
      return new LocalOutput(location, open());
    } catch (IOException e) {
      throw new StorageException("Cannot write " + location + ": " + e, e);
    }
  }

  private OutputStream open() throws IOException {
    OutputStream opened;
    try {
      opened = Files.newOutputStream(path);
    } catch (NoSuchFileException missingDirectory) {
      Files.createDirectories(path.resolveSibling(""));
      opened = Files.newOutputStream(path);
    }
    Files.deleteIfExists(LocalPaths.checksumsOf(path));
    return opened;
  }

  @Override
  public CreateResult createExclusive(byte[] content) {
    return new LocalExclusiveCreate(location, path, hardLink).create(content);
  }

  @Override
  public InputFile toInputFile() {
    return new LocalInputFile(location);
  }
}
