package io.firn.io;

import io.firn.io.FileOperation.Kind;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Notes every operation that really reaches the storage behind it. */
public final class RecordingStorage implements Storage {
  private final Storage delegate;
  private final List<FileOperation> operations = new ArrayList<>();

  public RecordingStorage(Storage delegate) {
    this.delegate = delegate;
  }

  /** All operations since the beginning or the last {@link #clear}, in order. */
  public synchronized List<FileOperation> operations() {
    return List.copyOf(operations);
  }

  public List<FileOperation> operations(Kind kind) {
    return operations().stream().filter(operation -> operation.kind() == kind).toList();
  }

  /** How often each kind was asked for, for locations that contain the text. */
  public Map<Kind, Integer> counts(String locationPart) {
    Map<Kind, Integer> counts = new EnumMap<>(Kind.class);
    operations().stream()
        .filter(operation -> operation.location().contains(locationPart))
        .forEach(operation -> counts.merge(operation.kind(), 1, Integer::sum));
    return counts;
  }

  public Map<Kind, Integer> counts() {
    return counts("");
  }

  public synchronized void clear() {
    operations.clear();
  }

  private synchronized void note(Kind kind, String location, long bytes) {
    operations.add(new FileOperation(kind, location, bytes));
  }

  @Override
  public InputFile newInputFile(String location) {
    return new RecordingInput(delegate.newInputFile(location), false);
  }

  @Override
  public InputFile newInputFile(String location, long length) {
    return new RecordingInput(delegate.newInputFile(location, length), true);
  }

  @Override
  public OutputFile newOutputFile(String location) {
    return new RecordingOutput(delegate.newOutputFile(location));
  }

  @Override
  public String qualified(String location) {
    return delegate.qualified(location);
  }

  @Override
  public void delete(String location) {
    note(Kind.DELETE, location, 0);
    delegate.delete(location);
  }

  @Override
  public List<String> deleteAll(Iterable<String> locations) {
    locations.forEach(location -> note(Kind.DELETE, location, 0));
    return delegate.deleteAll(locations);
  }

  @Override
  public Stream<FileEntry> list(String directory) {
    note(Kind.LIST, directory, 0);
    return delegate.list(directory);
  }

  @Override
  public List<String> listDirectories(String directory) {
    note(Kind.LIST_DIRECTORIES, directory, 0);
    return delegate.listDirectories(directory);
  }

  @Override
  public boolean directoryExists(String directory) {
    note(Kind.DIRECTORY_EXISTS, directory, 0);
    return delegate.directoryExists(directory);
  }

  @Override
  public void createDirectory(String directory) {
    note(Kind.CREATE_DIRECTORY, directory, 0);
    delegate.createDirectory(directory);
  }

  @Override
  public boolean deleteEmptyDirectory(String directory) {
    note(Kind.DELETE_DIRECTORY, directory, 0);
    return delegate.deleteEmptyDirectory(directory);
  }

  @Override
  public void deleteTree(String directory) {
    note(Kind.DELETE_DIRECTORY, directory, 0);
    delegate.deleteTree(directory);
  }

  @Override
  public void close() {
    delegate.close();
  }

  private final class RecordingInput implements InputFile {
    private final InputFile file;
    private boolean lengthKnown;

    RecordingInput(InputFile file, boolean lengthKnown) {
      this.file = file;
      this.lengthKnown = lengthKnown;
    }

    @Override
    public String location() {
      return file.location();
    }

    @Override
    public synchronized long length() {
      if (!lengthKnown) {
        note(Kind.LENGTH, location(), 0);
        lengthKnown = true;
      }
      return file.length();
    }

    @Override
    public boolean exists() {
      note(Kind.EXISTS, location(), 0);
      return file.exists();
    }

    @Override
    public SeekableInput open() {
      note(Kind.OPEN, location(), 0);
      return new RecordingStream(location(), file.open());
    }

    @Override
    public byte[] readAll() {
      note(Kind.OPEN, location(), 0);
      byte[] bytes = file.readAll();
      note(Kind.READ, location(), bytes.length);
      return bytes;
    }
  }

  private final class RecordingStream extends SeekableInput {
    private final String location;
    private final SeekableInput in;
    private long bytes;
    private boolean closed;

    RecordingStream(String location, SeekableInput in) {
      this.location = location;
      this.in = in;
    }

    @Override
    public long position() throws IOException {
      return in.position();
    }

    @Override
    public void seek(long newPosition) throws IOException {
      in.seek(newPosition);
    }

    @Override
    public int read() throws IOException {
      int value = in.read();
      bytes += value < 0 ? 0 : 1;
      return value;
    }

    @Override
    public int read(byte[] buffer, int offset, int length) throws IOException {
      int count = in.read(buffer, offset, length);
      bytes += Math.max(0, count);
      return count;
    }

    @Override
    public long skip(long count) throws IOException {
      return in.skip(count);
    }

    @Override
    public int available() throws IOException {
      return in.available();
    }

    @Override
    public void readFully(long position, byte[] buffer, int offset, int length) throws IOException {
      in.readFully(position, buffer, offset, length);
      bytes += length;
    }

    @Override
    public void close() throws IOException {
      if (!closed) {
        closed = true;
        note(Kind.READ, location, bytes);
      }
      in.close();
    }
  }

  private final class RecordingOutput implements OutputFile {
    private final OutputFile file;

    RecordingOutput(OutputFile file) {
      this.file = file;
    }

    @Override
    public String location() {
      return file.location();
    }

    @Override
    public OutputStream create() {
      note(Kind.CREATE, location(), 0);
      return new FilterOutputStream(file.create()) {
        private long bytes;
        private boolean closed;

        @Override
        public void write(int value) throws IOException {
          out.write(value);
          bytes++;
        }

        @Override
        public void write(byte[] buffer, int offset, int length) throws IOException {
          out.write(buffer, offset, length);
          bytes += length;
        }

        @Override
        public void close() throws IOException {
          if (!closed) {
            closed = true;
            out.close();
            note(Kind.WRITE, location(), bytes);
          }
        }
      };
    }

    @Override
    public CreateResult createExclusive(byte[] content) {
      note(Kind.CREATE_EXCLUSIVE, location(), content.length);
      return file.createExclusive(content);
    }

    @Override
    public InputFile toInputFile() {
      return new RecordingInput(file.toInputFile(), false);
    }
  }
}
