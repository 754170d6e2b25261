package io.firn.catalog;

import io.firn.codec.json.MetadataJson;
import io.firn.error.CorruptFileException;
import io.firn.error.FirnException;
import io.firn.error.MissingFileException;
import io.firn.io.Storage;
import io.firn.model.MetadataLogEntry;
import io.firn.model.TableMetadata;
import io.firn.model.TableProperties;
import java.util.LinkedHashSet;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Metadata files, as every catalog treats them that keeps them itself. */
public final class StoredMetadata {
  private static final Logger LOG = LoggerFactory.getLogger(StoredMetadata.class);

  private StoredMetadata() {}

  /** Reads the metadata file of a table; failures name both. */
  public static TableMetadata read(Storage storage, String table, String location) {
    try {
      return MetadataJson.read(storage.newInputFile(location));
    } catch (MissingFileException e) {
      throw new MissingFileException(
          "The metadata file of the table "
              + table
              + " does not exist: "
              + location
              + ". Restore it, or register the table again with an older metadata file.",
          e);
    } catch (CorruptFileException e) {
      throw new CorruptFileException(
          location,
          e.offset(),
          "the table " + table + " cannot be read from it: " + e.getMessage(),
          e);
    }
  }

  /**
   * Reads the metadata file that is to become a table's; failures say that it cannot be registered.
   */
  public static TableMetadata readToRegister(Storage storage, String table, String location) {
    try {
      return MetadataJson.read(storage.newInputFile(location));
    } catch (MissingFileException e) {
      throw new MissingFileException(
          "Cannot register "
              + table
              + ": the metadata file "
              + location
              + " does not exist. Give the location of a file that ends with .metadata.json.",
          e);
    } catch (FirnException e) {
      throw e.during("Cannot register " + location + " as", table);
    }
  }

  /**
   * After a commit: deletes the metadata files that fell out of the metadata log, if {@code
   * write.metadata.delete-after-commit.enabled} says so. Never fails, because the commit is in.
   */
  public static void deleteDropped(Storage storage, TableMetadata before, TableMetadata after) {
    try {
      if (!TableProperties.booleanValue(
          after.properties(),
          TableProperties.METADATA_DELETE_AFTER_COMMIT,
          TableProperties.METADATA_DELETE_AFTER_COMMIT_DEFAULT)) {
        return;
      }
      Set<String> dropped = new LinkedHashSet<>();
      before.metadataLog().stream().map(MetadataLogEntry::metadataFile).forEach(dropped::add);
      after.metadataLog().stream().map(MetadataLogEntry::metadataFile).forEach(dropped::remove);
      storage.deleteAll(dropped);
    } catch (RuntimeException e) {
      LOG.warn("Old metadata files of the table at {} are left behind", after.location(), e);
    }
  }
}
