package io.firn.race;

import io.firn.catalog.MemoryTableStore;
import io.firn.catalog.MemoryTableStore.Fault;
import io.firn.catalog.MemoryTableStore.LoadFault;
import io.firn.catalog.SwapResult;
import io.firn.catalog.TableState;
import io.firn.catalog.TableStore;
import io.firn.io.Storage;
import io.firn.model.TableChange;
import java.util.Optional;
import java.util.Set;

/** A table's store as one writer meets it: others move before each call, and messages get lost. */
final class ShakyStore implements TableStore {
  private final MemoryTableStore store;
  private final Storage storage;
  private final Writer writer;
  private Optional<TableState> loaded = Optional.empty();

  ShakyStore(MemoryTableStore store, Writer writer) {
    this.store = store;
    this.storage = new ShakyStorage(store.storage(), writer);
    this.writer = writer;
  }

  /** What the writer saw last. */
  Optional<TableState> loaded() {
    return loaded;
  }

  @Override
  public String name() {
    return store.name();
  }

  @Override
  public Storage storage() {
    return storage;
  }

  @Override
  public TableState load() {
    if (writer.beforeCall(Writer.Target.LOAD).contains(Trouble.LOAD_FAILS)) {
      store.meet(LoadFault.FAILS);
    }
    TableState state = store.load();
    loaded = Optional.of(state);
    return state;
  }

  @Override
  public SwapResult swap(TableState base, TableChange change) {
    Set<Trouble> troubles = writer.beforeCall(Writer.Target.SWAP);
    if (troubles.contains(Trouble.DELIVERY)) {
      store.deliver();
    }
    for (Fault fault : Fault.values()) {
      if (troubles.stream().anyMatch(t -> t.name().equals(fault.name()))) {
        store.meet(fault);
      }
    }
    SwapResult result = store.swap(base, change);
    if (troubles.contains(Trouble.KILLED_AFTER)) {
      writer.die();
    }
    return result;
  }

  @Override
  public SwapResult create(TableChange change) {
    return store.create(change);
  }
}
