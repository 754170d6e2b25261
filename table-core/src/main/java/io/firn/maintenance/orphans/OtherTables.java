package io.firn.maintenance.orphans;

import io.firn.catalog.StoredMetadata;
import io.firn.error.CorruptFileException;
import io.firn.error.InvalidInputException;
import io.firn.error.MissingFileException;
import io.firn.io.FileEntry;
import io.firn.io.Storage;
import io.firn.model.TableMetadata;
import io.firn.model.TableProperties;
import io.firn.table.Table;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps a search away from the files of another table, which all look like orphan files: refuses a
 * location in which there is the metadata of another table, and one that is in the directory of
 * another table and not of this one. A table is known by a metadata file with another uuid.
 */
final class OtherTables {
  private static final Logger LOG = LoggerFactory.getLogger(OtherTables.class);

  private final Table table;
  private final String searched;
  private final Set<String> own = new HashSet<>();
  private final Set<String> settled = new HashSet<>();

  /** {@code metadataFiles} are this table's. */
  OtherTables(Table table, String searched, Set<String> metadataFiles) {
    this.table = table;
    this.searched = searched;
    metadataFiles.forEach(file -> own.add(directoryPath(file)));
    TableMetadata metadata = table.metadata();
    own.add(FileAddress.of(metadata.location() + "/metadata").path());
    Optional.ofNullable(metadata.properties().get(TableProperties.WRITE_METADATA_PATH))
        .ifPresent(path -> own.add(FileAddress.of(withoutSlash(path)).path()));
  }

  /** Looks into the directories above the location, unless that is in the table's own. */
  void requireNoneAbove() {
    String path = FileAddress.of(searched).path() + "/";
    String ownPath = FileAddress.of(withoutSlash(table.metadata().location())).path() + "/";
    if (path.startsWith(ownPath)) {
      return;
    }
    String directory = searched;
    for (int slash = directory.lastIndexOf('/');
        slash > 0 && directory.charAt(slash - 1) != '/' && directory.charAt(slash - 1) != ':';
        slash = directory.lastIndexOf('/')) {
      directory = directory.substring(0, slash);
      requireNoneIn(directory + "/metadata");
    }
  }

  private void requireNoneIn(String directory) {
    if (own.contains(FileAddress.of(directory).path())) {
      return;
    }
    Storage storage = table.storage();
    try (Stream<FileEntry> files = storage.list(directory)) {
      files.map(FileEntry::location).filter(OtherTables::isMetadata).forEach(this::require);
    }
  }

  /** Looks at a file that was found. */
  void require(String location) {
    if (!isMetadata(location)) {
      return;
    }
    String directory = directoryPath(location);
    if (own.contains(directory) || settled.contains(directory)) {
      return;
    }
    Optional<TableMetadata> metadata = read(location);
    if (metadata.isPresent()) {
      settled.add(directory);
      if (!metadata.get().tableUuid().equals(table.metadata().tableUuid())) {
        throw new InvalidInputException(
            ("Cannot remove orphan files of %s in %s: another table has files there, %s says. Name a"
                    + " location that belongs to this table only")
                .formatted(table.name(), searched, location));
      }
    }
  }

  private Optional<TableMetadata> read(String location) {
    try {
      return Optional.of(StoredMetadata.read(table.storage(), "another table", location));
    } catch (MissingFileException e) {
      LOG.info("Gone meanwhile: {}", location, e);
      return Optional.empty();
    } catch (CorruptFileException e) {
      throw new InvalidInputException(
          ("Cannot remove orphan files of %s in %s: %s may be metadata of another table, but it"
                  + " cannot be read. Mend or remove it, or name a location that belongs to this"
                  + " table only: %s")
              .formatted(table.name(), searched, location, e.getMessage()),
          e);
    }
  }

  private static boolean isMetadata(String location) {
    return location.endsWith(".metadata.json") || location.endsWith(".metadata.json.gz");
  }

  private static String directoryPath(String location) {
    String path = FileAddress.of(location).path();
    return path.substring(0, Math.max(0, path.lastIndexOf('/')));
  }

  private static String withoutSlash(String location) {
    return location.endsWith("/") ? location.substring(0, location.length() - 1) : location;
  }
}
