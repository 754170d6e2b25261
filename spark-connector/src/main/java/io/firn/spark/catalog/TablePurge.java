package io.firn.spark.catalog;

import io.firn.catalog.Catalog;
import io.firn.catalog.TableName;
import io.firn.catalog.TableState;
import io.firn.error.InvalidInputException;
import io.firn.error.NotFoundException;
import io.firn.io.Storage;
import io.firn.maintenance.TableFiles;
import io.firn.model.TableProperties;

/** {@code DROP TABLE ... PURGE}. */
final class TablePurge {
  private final CatalogBackend backend;

  TablePurge(CatalogBackend backend) {
    this.backend = backend;
  }

  /**
   * Drops the table and deletes every file that a snapshot of it refers to, and its metadata; false
   * if there is no such table.
   *
   * @throws InvalidInputException if the table may share its files ({@code gc.enabled} is false)
   */
  boolean purge(TableName name) {
    Catalog catalog = backend.catalog();
    TableState state;
    try {
      state = catalog.store(name).load();
    } catch (NotFoundException e) {
      return false;
    }
    requireOwnFiles(name, state);
    Storage storage = backend.storage();
    if (backend.settings().type() == CatalogType.HADOOP) {
      // Dropping deletes the table's directory, so that files elsewhere must be found before it.
      TableFiles.deleteOutside(storage, state, state.metadata().location());
      return catalog.dropTable(name);
    }
    boolean dropped = catalog.dropTable(name);
    if (dropped) {
      TableFiles.deleteAll(storage, state);
    }
    return dropped;
  }

  private void requireOwnFiles(TableName name, TableState state) {
    boolean garbageCollection =
        TableProperties.booleanValue(
            state.metadata().properties(),
            TableProperties.GC_ENABLED,
            TableProperties.GC_ENABLED_DEFAULT);
    if (!garbageCollection) {
      throw new InvalidInputException(
          "Cannot purge "
              + backend.settings().name()
              + "."
              + name
              + ": its property gc.enabled is false, because other tables may use its files. DROP"
              + " TABLE without PURGE, or set gc.enabled=true");
    }
  }
}
