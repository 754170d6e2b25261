package io.firn.delta;

import io.firn.codec.json.MetadataJson;
import io.firn.error.StorageException;
import io.firn.io.Storage;
import io.firn.model.MetadataBuilder;
import io.firn.model.TableChange;
import io.firn.model.TableMetadata;
import io.firn.model.TableProperties;
import io.firn.operation.MetadataFiles;
import io.firn.operation.Operation;
import io.firn.operation.Planning;
import java.io.IOException;
import java.io.OutputStream;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A table that comes to be out of sight, one operation after the other, each at a time of its own.
 * Nobody else knows it, so that nothing can conflict. It becomes a table when a catalog registers
 * its metadata file.
 */
final class TableDraft {
  private static final Logger LOG = LoggerFactory.getLogger(TableDraft.class);

  private final Storage storage;
  private final String name;
  private final LongSupplier newSnapshotId;
  private final Set<String> written = new LinkedHashSet<>();
  private final DraftHistory history = new DraftHistory();
  private Optional<TableMetadata> current = Optional.empty();

  TableDraft(Storage storage, String name, LongSupplier newSnapshotId) {
    this.storage = storage;
    this.name = name;
    this.newSnapshotId = newSnapshotId;
  }

  boolean isEmpty() {
    return current.isEmpty();
  }

  /** With the current snapshot only; see {@link DraftHistory}. */
  TableMetadata metadata() {
    return current.orElseThrow();
  }

  /** Does the operation as if it were that time. */
  void apply(Operation operation, long timeMillis) {
    MetadataFiles files = new MetadataFiles(storage, UUID.randomUUID(), newSnapshotId);
    files.beginAttempt();
    try {
      TableChange change = operation.planOn(new Planning(name, current, files, timeMillis, 1, 0));
      apply(change, timeMillis);
    } finally {
      written.addAll(files.written());
    }
    storage.deleteAll(files.unused());
    written.removeAll(files.unused());
  }

  /** Tags the current snapshot, as if it were that time. */
  void tag(String tag, long timeMillis) {
    history.tag(tag, metadata().currentSnapshotId().orElseThrow(), timeMillis);
  }

  private void apply(TableChange change, long timeMillis) {
    TableMetadata changed =
        current.isPresent()
            ? MetadataBuilder.apply(current.get(), change, timeMillis)
            : MetadataBuilder.create(change, timeMillis);
    current = Optional.of(history.takeFrom(changed));
  }

  /** A file that belongs to the draft. */
  void owns(String location) {
    written.add(location);
  }

  /** Writes the metadata file and returns its location. */
  String write() {
    String directory =
        metadata()
            .properties()
            .getOrDefault(TableProperties.WRITE_METADATA_PATH, metadata().location() + "/metadata");
    String location = directory + "/00000-" + UUID.randomUUID() + ".metadata.json";
    owns(location);
    try (OutputStream out = storage.newOutputFile(location).create()) {
      out.write(MetadataJson.write(history.putInto(metadata())));
    } catch (IOException e) {
      throw new StorageException("Cannot write " + location + ": " + e, e);
    }
    return location;
  }

  /** Deletes a file that nobody needs; if that fails, it is left. */
  void delete(String location) {
    storage.deleteAll(List.of(location));
  }

  /** Deletes all that was written; what cannot be deleted is logged. */
  void discard() {
    List<String> left = storage.deleteAll(written);
    if (!left.isEmpty()) {
      LOG.warn("Files of the table {} that was not made are left: {}", name, left);
    }
    if (current.isPresent()) {
      String location = metadata().location();
      deleteEmpty(location + "/metadata");
      deleteEmpty(location + "/data");
      storage.deleteEmptyDirectory(location);
    }
  }

  /** Directories that are left behind would look like namespaces to some catalogs. */
  private void deleteEmpty(String directory) {
    if (storage.directoryExists(directory)) {
      storage.listDirectories(directory).forEach(child -> deleteEmpty(directory + "/" + child));
      storage.deleteEmptyDirectory(directory);
    }
  }
}
