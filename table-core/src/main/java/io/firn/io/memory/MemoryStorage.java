package io.firn.io.memory;

import io.firn.error.StorageException;
import io.firn.io.FileEntry;
import io.firn.io.InputFile;
import io.firn.io.OutputFile;
import io.firn.io.Storage;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;

/**
 * Files in a map, by location. Any text is a location; levels are separated by {@code /} and two
 * spellings of a path are two files. Deterministic: lists are sorted, and unless a clock is given
 * the n-th change of the storage happens n milliseconds after the epoch.
 */
public final class MemoryStorage implements Storage {

  record Content(byte[] bytes, long modifiedMillis) {}

  private final InstantSource clock;
  private final NavigableMap<String, Content> files = new TreeMap<>();
  private final NavigableMap<String, Boolean> directories = new TreeMap<>();

  public MemoryStorage() {
    this(changeCounter());
  }

  public MemoryStorage(InstantSource clock) {
    this.clock = clock;
  }

  private static InstantSource changeCounter() {
    AtomicLong changes = new AtomicLong();
    return () -> Instant.ofEpochMilli(changes.incrementAndGet());
  }

  @Override
  public InputFile newInputFile(String location) {
    return new MemoryFile(this, location, OptionalLong.empty());
  }

  @Override
  public InputFile newInputFile(String location, long length) {
    return new MemoryFile(this, location, OptionalLong.of(length));
  }

  @Override
  public OutputFile newOutputFile(String location) {
    return new MemoryFile(this, location, OptionalLong.empty());
  }

  synchronized Optional<Content> content(String location) {
    return Optional.ofNullable(files.get(location));
  }

  synchronized void put(String location, byte[] bytes) {
    requireFileName(location);
    files.put(location, new Content(bytes, clock.millis()));
  }

  synchronized boolean putIfAbsent(String location, byte[] bytes) {
    requireFileName(location);
    if (files.containsKey(location)) {
      return false;
    }
    put(location, bytes);
    return true;
  }

  private void requireFileName(String location) {
    if (location.endsWith("/") || directories.containsKey(location) || holdsFiles(location)) {
      throw new StorageException("Cannot write " + location + ": it is a directory");
    }
  }

  @Override
  public synchronized void delete(String location) {
    files.remove(location);
  }

  @Override
  public List<String> deleteAll(Iterable<String> locations) {
    locations.forEach(this::delete);
    return List.of();
  }

  @Override
  public synchronized Stream<FileEntry> list(String directory) {
    List<FileEntry> found = new ArrayList<>();
    below(files, directory)
        .forEach(
            (location, content) ->
                found.add(
                    new FileEntry(location, content.bytes().length, content.modifiedMillis())));
    return found.stream();
  }

  @Override
  public synchronized List<String> listDirectories(String directory) {
    String stem = withSlash(directory);
    NavigableMap<String, Boolean> names = new TreeMap<>();
    for (String location : below(files, directory).keySet()) {
      String rest = location.substring(stem.length());
      if (rest.contains("/")) {
        names.put(rest.substring(0, rest.indexOf('/')), true);
      }
    }
    for (String location : below(directories, directory).keySet()) {
      String rest = location.substring(stem.length());
      names.put(rest.contains("/") ? rest.substring(0, rest.indexOf('/')) : rest, true);
    }
    return List.copyOf(names.keySet());
  }

  @Override
  public synchronized boolean directoryExists(String directory) {
    return directories.containsKey(withoutSlash(directory))
        || holdsFiles(directory)
        || !below(directories, directory).isEmpty();
  }

  @Override
  public synchronized void createDirectory(String directory) {
    if (files.containsKey(withoutSlash(directory))) {
      throw new StorageException("Cannot create the directory " + directory + ": it is a file");
    }
    directories.put(withoutSlash(directory), true);
  }

  @Override
  public synchronized boolean deleteEmptyDirectory(String directory) {
    if (holdsFiles(directory) || !below(directories, directory).isEmpty()) {
      return false;
    }
    directories.remove(withoutSlash(directory));
    return true;
  }

  @Override
  public synchronized void deleteTree(String directory) {
    below(files, directory).clear();
    below(directories, directory).clear();
    directories.remove(withoutSlash(directory));
  }

  private boolean holdsFiles(String directory) {
    return !below(files, directory).isEmpty();
  }

  /** The part of the map whose keys are below the directory; a view. */
  private static <V> Map<String, V> below(NavigableMap<String, V> map, String directory) {
    String stem = withSlash(directory);
    // '0' is the character after '/'.
    return map.subMap(stem, false, stem.substring(0, stem.length() - 1) + "0", false);
  }

  private static String withSlash(String directory) {
    return directory.endsWith("/") ? directory : directory + "/";
  }

  private static String withoutSlash(String directory) {
    return directory.endsWith("/") ? directory.substring(0, directory.length() - 1) : directory;
  }
}
