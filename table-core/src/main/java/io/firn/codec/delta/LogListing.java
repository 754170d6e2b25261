package io.firn.codec.delta;

import io.firn.error.CorruptFileException;
import io.firn.error.NotFoundException;
import io.firn.io.FileEntry;
import io.firn.io.Storage;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The commits and complete checkpoints of a log by version (Delta protocol: Delta Log Entries,
 * Checkpoints). Other files of a log only repeat what these say.
 */
final class LogListing {
  private static final Pattern COMMIT = Pattern.compile("(\\d{20})\\.json");
  private static final Pattern WHOLE =
      Pattern.compile("(\\d{20})\\.checkpoint(\\.[-0-9a-fA-F]{36})?\\.(parquet|json)");
  private static final Pattern PART =
      Pattern.compile("(\\d{20})\\.checkpoint\\.(\\d{10})\\.(\\d{10})\\.parquet");

  private final String directory;
  private final NavigableMap<Long, FileEntry> commits = new TreeMap<>();
  private final NavigableMap<Long, List<FileEntry>> checkpoints = new TreeMap<>();
  private final Map<List<Long>, List<FileEntry>> parts = new HashMap<>();

  private LogListing(String directory) {
    this.directory = directory;
  }

  /**
   * Lists the log of the table at {@code root}.
   *
   * @throws NotFoundException if there is none
   */
  static LogListing read(Storage storage, String root) {
    LogListing listing = new LogListing(DeltaLog.directory(root));
    try (Stream<FileEntry> files = storage.list(listing.directory)) {
      files.forEach(listing::add);
    }
    listing.parts.forEach(
        (key, files) -> {
          if (files.size() == key.get(1)) {
            listing.checkpoints.putIfAbsent(key.get(0), files);
          }
        });
    if (listing.commits.isEmpty() && listing.checkpoints.isEmpty()) {
      throw new NotFoundException(
          "Cannot find a Delta table at " + root + ": there is no log in " + listing.directory);
    }
    return listing;
  }

  private void add(FileEntry file) {
    String name = file.location().substring(directory.length() + 1);
    Matcher commit = COMMIT.matcher(name);
    Matcher whole = WHOLE.matcher(name);
    Matcher part = PART.matcher(name);
    if (commit.matches()) {
      commits.put(Long.valueOf(commit.group(1)), file);
    } else if (whole.matches()) {
      checkpoints.put(Long.valueOf(whole.group(1)), List.of(file));
    } else if (part.matches()) {
      List<Long> key = List.of(Long.valueOf(part.group(1)), Long.valueOf(part.group(3)));
      parts.computeIfAbsent(key, k -> new ArrayList<>()).add(file);
    }
  }

  long latest() {
    return Math.max(
        commits.isEmpty() ? -1 : commits.lastKey(),
        checkpoints.isEmpty() ? -1 : checkpoints.lastKey());
  }

  /**
   * The oldest version from which on nothing is missing: 0, or one with a checkpoint.
   *
   * @throws CorruptFileException if there is none
   */
  long first() {
    long missing = latest();
    while (commits.containsKey(missing)) {
      missing--;
    }
    if (missing < 0) {
      return 0;
    }
    Optional<Long> start = checkpoints.tailMap(missing, true).keySet().stream().findFirst();
    if (start.isEmpty()) {
      throw new CorruptFileException(
          directory,
          -1,
          "the commit of version "
              + missing
              + " is missing, and there is no complete checkpoint of it or of a later one");
    }
    return start.get();
  }

  Optional<FileEntry> commit(long version) {
    return Optional.ofNullable(commits.get(version));
  }

  /** The files of the checkpoint of that version. */
  List<FileEntry> checkpoint(long version) {
    return checkpoints.getOrDefault(version, List.of());
  }
}
