package io.firn.io.hadoop;

import io.firn.error.StorageException;
import io.firn.io.CreateResult;
import io.firn.io.InputFile;
import io.firn.io.OutputFile;
import io.firn.io.local.LocalStorage;
import java.io.IOException;
import java.io.OutputStream;
import org.apache.hadoop.conf.Configuration;

/** One file of a Hadoop file system for writing. */
final class HadoopOutputFile implements OutputFile {
  private final HadoopPath at;
  private final Configuration configuration;

  HadoopOutputFile(HadoopPath at, Configuration configuration) {
    this.at = at;
    this.configuration = configuration;
  }

  @Override
  public String location() {
    return at.location();
  }

  @Override
  public OutputStream create() {
    try {
      return at.fileSystem().create(at.path(), true);
    } catch (IOException e) {
      throw new StorageException("Cannot write " + location() + ": " + e, e);
    }
  }

  @Override
  public CreateResult createExclusive(byte[] content) {
    if (at.scheme().equals("file")) {
      // A wrapper around the local disk: below it, hard links work as always.
      return new LocalStorage().newOutputFile(at.path().toUri().getPath()).createExclusive(content);
    }
    return RenameExclusiveCreate.on(at, configuration).create(content);
  }

  @Override
  public InputFile toInputFile() {
    return new HadoopInputFile(at, HadoopInputFile.UNKNOWN_LENGTH);
  }
}
