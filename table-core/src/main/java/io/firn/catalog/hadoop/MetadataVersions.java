package io.firn.catalog.hadoop;

import io.firn.error.FirnException;
import io.firn.error.MissingFileException;
import io.firn.error.StorageException;
import io.firn.io.FileEntry;
import io.firn.io.Storage;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The numbered metadata files of one table directory. The current version is the highest one. The
 * file {@code version-hint.text} says where to begin to look; it may be missing, old or damaged.
 */
final class MetadataVersions {
  private static final Logger LOG = LoggerFactory.getLogger(MetadataVersions.class);

  private static final Pattern NAME =
      Pattern.compile("v(\\d{1,9})(\\.gz\\.metadata\\.json|\\.metadata\\.json(\\.gz)?)");
  private static final List<String> ENDINGS =
      List.of(".metadata.json", ".gz.metadata.json", ".metadata.json.gz");
  private static final String HINT = "version-hint.text";

  /** One version and its file. */
  record VersionFile(int version, String location) {}

  private final Storage storage;
  private final String directory;

  MetadataVersions(Storage storage, String tableLocation) {
    this.storage = storage;
    this.directory = tableLocation + "/metadata";
  }

  String directory() {
    return directory;
  }

  String location(int version, String ending) {
    return directory + "/v" + version + ending;
  }

  /** The version that a metadata file's name says; empty for a name of another kind. */
  static OptionalInt versionOf(String metadataLocation) {
    String name = metadataLocation.substring(metadataLocation.lastIndexOf('/') + 1);
    Matcher matcher = NAME.matcher(name);
    return matcher.matches()
        ? OptionalInt.of(Integer.parseInt(matcher.group(1)))
        : OptionalInt.empty();
  }

  /** The file of a version, in whichever way it is compressed. */
  Optional<VersionFile> file(int version) {
    for (String ending : ENDINGS) {
      String location = location(version, ending);
      if (storage.newInputFile(location).exists()) {
        return Optional.of(new VersionFile(version, location));
      }
    }
    return Optional.empty();
  }

  /** The highest version; empty if there is none. */
  Optional<VersionFile> current() {
    Optional<VersionFile> found = hinted().or(this::highestListed);
    if (found.isEmpty()) {
      return found;
    }
    VersionFile current = found.get();
    for (Optional<VersionFile> next = file(current.version() + 1);
        next.isPresent();
        next = file(current.version() + 1)) {
      current = next.get();
    }
    return Optional.of(current);
  }

  private Optional<VersionFile> hinted() {
    OptionalInt hint = hint();
    return hint.isPresent() ? file(hint.getAsInt()) : Optional.empty();
  }

  private OptionalInt hint() {
    try {
      byte[] bytes = storage.newInputFile(directory + "/" + HINT).readAll();
      return OptionalInt.of(Integer.parseInt(new String(bytes, StandardCharsets.UTF_8).trim()));
    } catch (MissingFileException e) {
      return OptionalInt.empty();
    } catch (NumberFormatException e) {
      LOG.warn("{}/{} holds no version; listing the directory instead", directory, HINT);
      return OptionalInt.empty();
    } catch (StorageException e) {
      // HDFS does not let a file be read to its end while another writer replaces it.
      LOG.warn("{}/{} cannot be read; listing the directory instead", directory, HINT, e);
      return OptionalInt.empty();
    }
  }

  private Optional<VersionFile> highestListed() {
    try (Stream<FileEntry> files = storage.list(directory)) {
      return files
          .map(FileEntry::location)
          .filter(location -> versionOf(location).isPresent())
          .map(location -> new VersionFile(versionOf(location).getAsInt(), location))
          .max((a, b) -> Integer.compare(a.version(), b.version()));
    }
  }

  /** Whether the directory holds metadata of any table format catalog. */
  boolean anyMetadata() {
    if (hint().isPresent()) {
      return true;
    }
    try (Stream<FileEntry> files = storage.list(directory)) {
      return files.anyMatch(file -> file.location().endsWith(".metadata.json"));
    }
  }

  /**
   * Lets readers begin at the version. Best effort: never fails, and leaves the file alone when a
   * higher version exists, whose writer does it.
   */
  void writeHint(int version) {
    try {
      if (file(version + 1).isPresent()) {
        return;
      }
      try (OutputStream out = storage.newOutputFile(directory + "/" + HINT).create()) {
        out.write(Integer.toString(version).getBytes(StandardCharsets.UTF_8));
      }
    } catch (FirnException | IOException e) {
      LOG.warn("{}/{} does not say version {} yet", directory, HINT, version, e);
    }
  }
}
