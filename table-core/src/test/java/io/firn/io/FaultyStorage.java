package io.firn.io;

import io.firn.error.StorageException;
import io.firn.io.memory.MemoryStorage;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * Misbehaves as told. A fault concerns the files whose location its predicate takes, for the given
 * number of times; the fault that was injected first is used up first.
 */
public final class FaultyStorage implements Storage {
  /** For faults that never end. */
  public static final int ALWAYS = Integer.MAX_VALUE;

  private enum Point {
    READ,
    FAIL_READ,
    WRITE,
    LOSE_ANSWER,
    LOSE_REQUEST,
    BEFORE_CREATE_EXCLUSIVE,
    AFTER_CREATE_EXCLUSIVE,
    AFTER_LIST,
    FAIL_DELETE
  }

  private static final class Fault {
    final Point point;
    final Predicate<String> where;
    final long limit;
    final UnaryOperator<byte[]> change;
    final Runnable action;
    int timesLeft;

    Fault(
        Point point,
        Predicate<String> where,
        int times,
        long limit,
        UnaryOperator<byte[]> change,
        Runnable action) {
      this.point = point;
      this.where = where;
      this.timesLeft = times;
      this.limit = limit;
      this.change = change;
      this.action = action;
    }
  }

  private final Storage delegate;
  private final List<Fault> faults = new ArrayList<>();

  public FaultyStorage(Storage delegate) {
    this.delegate = delegate;
  }

  /** The disk is full once so many bytes are written to the file; exclusive creates fail too. */
  public FaultyStorage diskFullAfter(long bytes, Predicate<String> where, int times) {
    return inject(new Fault(Point.WRITE, where, times, bytes, b -> b, () -> {}));
  }

  /** The exclusive create is carried out, but the answer is lost. */
  public FaultyStorage loseAnswer(Predicate<String> where, int times) {
    return inject(new Fault(Point.LOSE_ANSWER, where, times, 0, b -> b, () -> {}));
  }

  /** The exclusive create is not carried out, and nobody can tell. */
  public FaultyStorage loseRequest(Predicate<String> where, int times) {
    return inject(new Fault(Point.LOSE_REQUEST, where, times, 0, b -> b, () -> {}));
  }

  /** Runs the action before the file is created exclusively: another writer, for instance. */
  public FaultyStorage beforeCreateExclusive(Predicate<String> where, int times, Runnable action) {
    return inject(new Fault(Point.BEFORE_CREATE_EXCLUSIVE, where, times, 0, b -> b, action));
  }

  /** Runs the action after the file is created exclusively, before its creator knows. */
  public FaultyStorage afterCreateExclusive(Predicate<String> where, int times, Runnable action) {
    return inject(new Fault(Point.AFTER_CREATE_EXCLUSIVE, where, times, 0, b -> b, action));
  }

  /** Runs the action after the directory is listed, before the result is looked at. */
  public FaultyStorage afterList(Predicate<String> where, int times, Runnable action) {
    return inject(new Fault(Point.AFTER_LIST, where, times, 0, b -> b, action));
  }

  /** Readers see only so many bytes of the file. */
  public FaultyStorage truncateReads(int bytes, Predicate<String> where, int times) {
    return changeReads(b -> Arrays.copyOf(b, Math.min(bytes, b.length)), where, times);
  }

  /** Readers see one bit of the file flipped. */
  public FaultyStorage flipBit(int bit, Predicate<String> where, int times) {
    return changeReads(
        bytes -> {
          byte[] changed = bytes.clone();
          changed[bit / 8] ^= (byte) (1 << (bit % 8));
          return changed;
        },
        where,
        times);
  }

  /** Readers see the bytes that the function makes of the file's. */
  public FaultyStorage changeReads(
      UnaryOperator<byte[]> change, Predicate<String> where, int times) {
    return inject(new Fault(Point.READ, where, times, 0, change, () -> {}));
  }

  public FaultyStorage failReads(Predicate<String> where, int times) {
    return inject(new Fault(Point.FAIL_READ, where, times, 0, b -> b, () -> {}));
  }

  public FaultyStorage failDeletes(Predicate<String> where, int times) {
    return inject(new Fault(Point.FAIL_DELETE, where, times, 0, b -> b, () -> {}));
  }

  /** Behaves well from now on. */
  public synchronized void heal() {
    faults.clear();
  }

  private synchronized FaultyStorage inject(Fault fault) {
    faults.add(fault);
    return this;
  }

  private synchronized List<Fault> next(Point point, String location) {
    for (Fault fault : faults) {
      if (fault.point == point && fault.timesLeft > 0 && fault.where.test(location)) {
        fault.timesLeft -= fault.timesLeft == ALWAYS ? 0 : 1;
        return List.of(fault);
      }
    }
    return List.of();
  }

  @Override
  public InputFile newInputFile(String location) {
    return new FaultyInput(delegate.newInputFile(location));
  }

  @Override
  public InputFile newInputFile(String location, long length) {
    return new FaultyInput(delegate.newInputFile(location, length));
  }

  @Override
  public OutputFile newOutputFile(String location) {
    return new FaultyOutput(delegate.newOutputFile(location));
  }

  @Override
  public String qualified(String location) {
    return delegate.qualified(location);
  }

  @Override
  public void delete(String location) {
    if (!next(Point.FAIL_DELETE, location).isEmpty()) {
      throw new StorageException("Cannot delete " + location + ": injected fault");
    }
    delegate.delete(location);
  }

  @Override
  public List<String> deleteAll(Iterable<String> locations) {
    List<String> failed = new ArrayList<>();
    for (String location : locations) {
      try {
        delete(location);
      } catch (StorageException e) {
        failed.add(location);
      }
    }
    return failed;
  }

  @Override
  public Stream<FileEntry> list(String directory) {
    List<FileEntry> found;
    try (Stream<FileEntry> files = delegate.list(directory)) {
      found = files.toList();
    }
    next(Point.AFTER_LIST, directory).forEach(fault -> fault.action.run());
    return found.stream();
  }

  @Override
  public List<String> listDirectories(String directory) {
    return delegate.listDirectories(directory);
  }

  @Override
  public boolean directoryExists(String directory) {
    return delegate.directoryExists(directory);
  }

  @Override
  public void createDirectory(String directory) {
    delegate.createDirectory(directory);
  }

  @Override
  public boolean deleteEmptyDirectory(String directory) {
    return delegate.deleteEmptyDirectory(directory);
  }

  @Override
  public void deleteTree(String directory) {
    delegate.deleteTree(directory);
  }

  @Override
  public void close() {
    delegate.close();
  }

  private static IOException diskFull() {
    return new IOException("No space left on device (injected fault)");
  }

  private final class FaultyInput implements InputFile {
    private final InputFile file;

    FaultyInput(InputFile file) {
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
      return file.exists();
    }

    @Override
    public SeekableInput open() {
      failIfTold();
      List<Fault> change = next(Point.READ, location());
      return change.isEmpty() ? file.open() : changed(change.get(0)).open();
    }

    @Override
    public byte[] readAll() {
      failIfTold();
      List<Fault> change = next(Point.READ, location());
      return change.isEmpty() ? file.readAll() : change.get(0).change.apply(file.readAll());
    }

    private void failIfTold() {
      if (!next(Point.FAIL_READ, location()).isEmpty()) {
        throw new StorageException("Cannot read " + location() + ": injected fault");
      }
    }

    private InputFile changed(Fault fault) {
      MemoryStorage copy = new MemoryStorage();
      copy.newOutputFile(location()).createExclusive(fault.change.apply(file.readAll()));
      return copy.newInputFile(location());
    }
  }

  private final class FaultyOutput implements OutputFile {
    private final OutputFile file;

    FaultyOutput(OutputFile file) {
      this.file = file;
    }

    @Override
    public String location() {
      return file.location();
    }

    @Override
    public OutputStream create() {
      List<Fault> full = next(Point.WRITE, location());
      return full.isEmpty() ? file.create() : new FullDisk(file.create(), full.get(0).limit);
    }

    @Override
    public CreateResult createExclusive(byte[] content) {
      next(Point.BEFORE_CREATE_EXCLUSIVE, location()).forEach(fault -> fault.action.run());
      if (!next(Point.WRITE, location()).isEmpty()) {
        throw new StorageException("Cannot create " + location() + ": " + diskFull(), diskFull());
      }
      if (!next(Point.LOSE_REQUEST, location()).isEmpty()) {
        return CreateResult.UNKNOWN;
      }
      CreateResult result = file.createExclusive(content);
      next(Point.AFTER_CREATE_EXCLUSIVE, location()).forEach(fault -> fault.action.run());
      return next(Point.LOSE_ANSWER, location()).isEmpty() ? result : CreateResult.UNKNOWN;
    }

    @Override
    public InputFile toInputFile() {
      return new FaultyInput(file.toInputFile());
    }
  }

  private static final class FullDisk extends FilterOutputStream {
    private long left;

    FullDisk(OutputStream out, long left) {
      super(out);
      this.left = left;
    }

    @Override
    public void write(int value) throws IOException {
      if (left-- <= 0) {
        throw diskFull();
      }
      out.write(value);
    }

    @Override
    public void write(byte[] buffer, int offset, int length) throws IOException {
      for (int i = offset; i < offset + length; i++) {
        write(buffer[i]);
      }
    }
  }
}
