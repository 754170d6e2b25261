package io.firn.race;

import io.firn.error.StorageException;
import io.firn.io.CreateResult;
import io.firn.io.FileEntry;
import io.firn.io.InputFile;
import io.firn.io.OutputFile;
import io.firn.io.SeekableInput;
import io.firn.io.Storage;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** A storage as one writer meets it: others move before each call, and calls may fail. */
final class ShakyStorage implements Storage {
  private final Storage storage;
  private final Writer writer;

  ShakyStorage(Storage storage, Writer writer) {
    this.storage = storage;
    this.writer = writer;
  }

  private void before(String location) {
    if (writer.beforeCall(Writer.Target.STORAGE).contains(Trouble.STORAGE_FAILS)) {
      throw new StorageException("Cannot reach " + location + ": injected fault");
    }
  }

  @Override
  public InputFile newInputFile(String location) {
    return new Input(storage.newInputFile(location));
  }

  @Override
  public InputFile newInputFile(String location, long length) {
    return new Input(storage.newInputFile(location, length));
  }

  @Override
  public OutputFile newOutputFile(String location) {
    return new Output(storage.newOutputFile(location));
  }

  @Override
  public void delete(String location) {
    before(location);
    storage.delete(location);
  }

  @Override
  public List<String> deleteAll(Iterable<String> locations) {
    List<String> left = new ArrayList<>();
    for (String location : locations) {
      if (writer.beforeCall(Writer.Target.STORAGE).contains(Trouble.STORAGE_FAILS)) {
        left.add(location);
      } else {
        storage.delete(location);
      }
    }
    return left;
  }

  @Override
  public Stream<FileEntry> list(String directory) {
    before(directory);
    return storage.list(directory);
  }

  @Override
  public List<String> listDirectories(String directory) {
    before(directory);
    return storage.listDirectories(directory);
  }

  @Override
  public boolean directoryExists(String directory) {
    before(directory);
    return storage.directoryExists(directory);
  }

  @Override
  public void createDirectory(String directory) {
    before(directory);
    storage.createDirectory(directory);
  }

  @Override
  public boolean deleteEmptyDirectory(String directory) {
    before(directory);
    return storage.deleteEmptyDirectory(directory);
  }

  @Override
  public void deleteTree(String directory) {
    before(directory);
    storage.deleteTree(directory);
  }

  private final class Input implements InputFile {
    private final InputFile file;

    Input(InputFile file) {
      this.file = file;
    }

    @Override
    public String location() {
      return file.location();
    }

    @Override
    public long length() {
      return file.length();
    }

    @Override
    public boolean exists() {
      before(file.location());
      return file.exists();
    }

    @Override
    public SeekableInput open() {
      before(file.location());
      return file.open();
    }

    @Override
    public byte[] readAll() {
      before(file.location());
      return file.readAll();
    }
  }

  private final class Output implements OutputFile {
    private final OutputFile file;

    Output(OutputFile file) {
      this.file = file;
    }

    @Override
    public String location() {
      return file.location();
    }

    @Override
    public OutputStream create() {
      before(file.location());
      return file.create();
    }

    @Override
    public CreateResult createExclusive(byte[] content) {
      before(file.location());
      return file.createExclusive(content);
    }

    @Override
    public InputFile toInputFile() {
      return new Input(file.toInputFile());
    }
  }
}
