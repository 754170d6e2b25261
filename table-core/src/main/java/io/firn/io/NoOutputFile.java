package io.firn.io;

import java.io.OutputStream;

/**
 * Takes what is written and keeps nothing of it, for those who only want to know how long it is.
 */
public record NoOutputFile(String location) implements OutputFile {

  @Override
  public OutputStream create() {
    return OutputStream.nullOutputStream();
  }

  @Override
  public CreateResult createExclusive(byte[] content) {
    throw new IllegalStateException("Nothing is created at " + location);
  }

  @Override
  public InputFile toInputFile() {
    throw new IllegalStateException("There is nothing to read at " + location);
  }
}
