package io.firn.io.memory;

import io.firn.error.MissingFileException;
import io.firn.io.CreateResult;
import io.firn.io.InputFile;
import io.firn.io.OutputFile;
import io.firn.io.SeekableInput;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.OptionalLong;

/** Both ends of one file of a {@link MemoryStorage}. */
final class MemoryFile implements InputFile, OutputFile {
  private final MemoryStorage storage;
  private final String location;
  private final OptionalLong knownLength;

  MemoryFile(MemoryStorage storage, String location, OptionalLong knownLength) {
    this.storage = storage;
    this.location = location;
    this.knownLength = knownLength;
  }

  @Override
  public String location() {
    return location;
  }

  @Override
  public long length() {
    return knownLength.isPresent() ? knownLength.getAsLong() : bytes().length;
  }

  @Override
  public boolean exists() {
    return storage.content(location).isPresent();
  }

  @Override
  public SeekableInput open() {
    return new MemoryInput(location, bytes());
  }

  @Override
  public byte[] readAll() {
    return bytes().clone();
  }

  private byte[] bytes() {
    return storage
        .content(location)
        .orElseThrow(() -> new MissingFileException("File does not exist: " + location))
        .bytes();
  }

  /** The file appears when the stream is closed. */
  @Override
  public OutputStream create() {
    return new ByteArrayOutputStream() {
      private boolean closed;

      @Override
      public void close() throws IOException {
        super.close();
        if (!closed) {
          closed = true;
          storage.put(location, toByteArray());
        }
      }
    };
  }

  @Override
  public CreateResult createExclusive(byte[] content) {
    return storage.putIfAbsent(location, content.clone())
        ? CreateResult.CREATED
        : CreateResult.EXISTS;
  }

  @Override
  public InputFile toInputFile() {
    return new MemoryFile(storage, location, OptionalLong.empty());
  }
}
