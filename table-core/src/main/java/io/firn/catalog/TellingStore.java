package io.firn.catalog;

import io.firn.io.Storage;
import io.firn.model.TableChange;
import java.util.function.Consumer;

/** A table's pointer that tells of every state that it finds or moves to. */
public final class TellingStore implements TableStore {
  private final TableStore store;
  private final Consumer<TableState> seen;

  /** {@code seen} gets the states, not always in their order. */
  public TellingStore(TableStore store, Consumer<TableState> seen) {
    this.store = store;
    this.seen = seen;
  }

  @Override
  public String name() {
    return store.name();
  }

  @Override
  public Storage storage() {
    return store.storage();
  }

  @Override
  public TableState load() {
    return told(store.load());
  }

  @Override
  public TableState reload(TableState known) {
    return told(store.reload(known));
  }

  @Override
  public SwapResult swap(TableState base, TableChange change) {
    return told(store.swap(base, change));
  }

  @Override
  public SwapResult create(TableChange change) {
    return told(store.create(change));
  }

  private TableState told(TableState state) {
    seen.accept(state);
    return state;
  }

  private SwapResult told(SwapResult result) {
    if (result instanceof SwapResult.Swapped swapped) {
      seen.accept(swapped.current());
    }
    return result;
  }
}
