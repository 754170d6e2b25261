package io.firn.catalog.jdbc;

import io.firn.catalog.MetadataCompression;
import io.firn.catalog.StoredMetadata;
import io.firn.catalog.SwapResult;
import io.firn.catalog.TableName;
import io.firn.catalog.TableState;
import io.firn.catalog.TableStore;
import io.firn.error.FirnException;
import io.firn.error.InvalidInputException;
import io.firn.error.NotFoundException;
import io.firn.error.StorageException;
import io.firn.io.Storage;
import io.firn.model.MetadataBuilder;
import io.firn.model.Requirements;
import io.firn.model.TableChange;
import io.firn.model.TableMetadata;
import io.firn.model.TableProperties;
import java.io.IOException;
import java.io.OutputStream;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One table's row. A swap writes the new metadata under a name of its own, then moves the row to it
 * if the row still names the base; a metadata file whose swap surely lost is deleted again.
 */
final class JdbcTableStore implements TableStore {
  private static final Logger LOG = LoggerFactory.getLogger(JdbcTableStore.class);
  private static final Pattern VERSION = Pattern.compile("(\\d{1,9})-.*");

  /** A statement that moves the pointer; false if the pointer was elsewhere. */
  @FunctionalInterface
  private interface Move {
    boolean run() throws SQLException;
  }

  private final String name;
  private final TableName table;
  private final Storage storage;
  private final TableRows rows;
  private final Runnable requireCreatable;
  private final InstantSource clock;
  private final Supplier<UUID> ids;

  JdbcTableStore(
      String name,
      TableName table,
      Storage storage,
      TableRows rows,
      Runnable requireCreatable,
      InstantSource clock,
      Supplier<UUID> ids) {
    this.name = name;
    this.table = table;
    this.storage = storage;
    this.rows = rows;
    this.requireCreatable = requireCreatable;
    this.clock = clock;
    this.ids = ids;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public Storage storage() {
    return storage;
  }

  @Override
  public TableState load() {
    return read(currentLocation());
  }

  /** Metadata files are never written twice: an equal location is an equal state. */
  @Override
  public TableState reload(TableState known) {
    String location = currentLocation();
    return known.metadataLocation().equals(Optional.of(location)) ? known : read(location);
  }

  private String currentLocation() {
    return rows.metadataLocation(table)
        .orElseThrow(() -> new NotFoundException("Table does not exist: " + name));
  }

  private TableState read(String location) {
    return new TableState(StoredMetadata.read(storage, name, location), Optional.of(location));
  }

  @Override
  public SwapResult swap(TableState base, TableChange change) {
    String baseFile =
        base.metadataLocation()
            .orElseThrow(
                () -> new InvalidInputException("Not a state of the table " + name + ": no file"));
    Optional<String> unmet =
        Requirements.firstUnmet(Optional.of(base.metadata()), change.requirements());
    if (unmet.isPresent()) {
      return new SwapResult.Stale(unmet.get());
    }
    TableMetadata next = MetadataBuilder.apply(base.metadata(), baseFile, change, clock.millis());
    if (next.equals(base.metadata())) {
      return new SwapResult.Swapped(base);
    }
    String file = newFile(next, versionOf(baseFile) + 1);
    SwapResult result =
        moveTo(
            next,
            file,
            () -> rows.swap(table, baseFile, file),
            "the table no longer points to " + baseFile);
    if (result instanceof SwapResult.Swapped) {
      StoredMetadata.deleteDropped(storage, base.metadata(), next);
    }
    return result;
  }

  @Override
  public SwapResult create(TableChange change) {
    requireCreatable.run();
    Optional<String> unmet = Requirements.firstUnmet(Optional.empty(), change.requirements());
    if (unmet.isPresent()) {
      return new SwapResult.Stale(unmet.get());
    }
    if (rows.exists(table)) {
      return new SwapResult.Stale("the table exists");
    }
    TableMetadata first = MetadataBuilder.create(change, clock.millis());
    String file = newFile(first, 0);
    return moveTo(first, file, () -> insert(file), "a table or view of this name exists");
  }

  private boolean insert(String file) throws SQLException {
    try {
      rows.insert(table, file);
      return true;
    } catch (SQLException e) {
      if (rows.errors().isDuplicate(e)) {
        return false;
      }
      throw e;
    }
  }

  /** The number that a metadata file's name begins with; -1 for a name of another kind. */
  private static int versionOf(String metadataLocation) {
    String file = metadataLocation.substring(metadataLocation.lastIndexOf('/') + 1);
    Matcher matcher = VERSION.matcher(file);
    return matcher.matches() ? Integer.parseInt(matcher.group(1)) : -1;
  }

  private String newFile(TableMetadata metadata, int version) {
    String directory =
        TableProperties.stringValue(
            metadata.properties(),
            TableProperties.WRITE_METADATA_PATH,
            metadata.location() + "/metadata");
    String extension = MetadataCompression.of(metadata.properties()).extension();
    String stem = directory.endsWith("/") ? directory : directory + "/";
    return stem + String.format(Locale.ROOT, "%05d-%s%s", version, ids.get(), extension);
  }

  private SwapResult moveTo(TableMetadata next, String file, Move move, String whenStale) {
    write(next, file);
    try {
      if (move.run()) {
        return new SwapResult.Swapped(new TableState(next, Optional.of(file)));
      }
      discard(file);
      return new SwapResult.Stale(whenStale);
    } catch (SQLException e) {
      return failed(file, e);
    } catch (FirnException e) {
      // No connection: the statement was not sent.
      discard(file);
      throw e;
    }
  }

  private SwapResult failed(String file, SQLException e) {
    if (!rows.errors().surelyNothingDone(e)) {
      return new SwapResult.Unknown(Optional.of(file), e);
    }
    discard(file);
    if (rows.errors().isBusy(e)) {
      return new SwapResult.Stale("the database is busy: " + e.getMessage());
    }
    throw new StorageException(
        "The database refused the commit to " + name + ": " + e.getMessage(), e);
  }

  private void write(TableMetadata metadata, String file) {
    byte[] content = MetadataCompression.of(metadata.properties()).encode(metadata);
    try (OutputStream out = storage.newOutputFile(file).create()) {
      out.write(content);
    } catch (IOException e) {
      discard(file);
      throw new StorageException(
          "Cannot write the metadata file "
              + file
              + " of the table "
              + name
              + ": "
              + e.getMessage(),
          e);
    }
  }

  private void discard(String file) {
    try {
      storage.delete(file);
    } catch (FirnException e) {
      LOG.warn("Left behind: {}", file, e);
    }
  }
}
