package io.firn.catalog;

import io.firn.io.Storage;
import io.firn.model.TableChange;

/**
 * One table's pointer. Never loops: whoever calls {@code swap} decides what to do with its result.
 */
public interface TableStore {

  /** Full name for messages: {@code catalog.namespace.table}, or the location of a path table. */
  String name();

  Storage storage();

  /**
   * The current state, read afresh.
   *
   * @throws io.firn.error.NotFoundException if the table does not exist
   */
  TableState load();

  /**
   * The current state, given one that was loaded before: that one itself if the pointer has not
   * moved since, where the store can tell without reading the metadata again.
   *
   * @throws io.firn.error.NotFoundException if the table does not exist
   */
  default TableState reload(TableState known) {
    return load();
  }

  /**
   * Moves the pointer from {@code base} to {@code base} with the change applied, if it still points
   * to {@code base}.
   *
   * @throws io.firn.error.FirnException only if surely nothing was changed, for example because the
   *     new metadata file could not be written; whatever may have gone through is {@code Unknown}
   */
  SwapResult swap(TableState base, TableChange change);

  /**
   * Creates the table with what the change says (it starts from nothing); {@code Stale} if it
   * exists. Throws as {@code swap} does.
   */
  SwapResult create(TableChange change);
}
