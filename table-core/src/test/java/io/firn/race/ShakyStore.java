package io.firn.race;

import io.firn.catalog.MemoryTableStore;
import io.firn.catalog.MemoryTableStore.Fault;
import io.firn.catalog.MemoryTableStore.LoadFault;
import io.firn.catalog.SwapResult;
import io.firn.catalog.TableState;
import io.firn.catalog.TableStore;
import io.firn.commit.Turns;
import io.firn.io.Storage;
import io.firn.model.TableChange;
import java.util.Random;

/** A table's store that lets other writers move before each call, and loses messages. */
public final class ShakyStore implements TableStore {
  private static final Fault[] FAULTS = {
    Fault.STALE,
    Fault.REFUSED,
    Fault.REQUEST_LOST,
    Fault.REQUEST_LOST_NAMELESS,
    Fault.REQUEST_DELAYED,
    Fault.ANSWER_LOST,
    Fault.ANSWER_LOST_NAMELESS,
    Fault.THROWS_AFTER,
    Fault.DIES_AFTER,
    Fault.DISK_FULL
  };

  private final MemoryTableStore store;
  private final Turns turns;
  private final Random random;
  private final double faultRate;

  public ShakyStore(MemoryTableStore store, Turns turns, Random random, double faultRate) {
    this.store = store;
    this.turns = turns;
    this.random = random;
    this.faultRate = faultRate;
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
    turns.next();
    if (random.nextDouble() < faultRate / 4) {
      store.meet(LoadFault.FAILS);
    }
    return store.load();
  }

  @Override
  public SwapResult swap(TableState base, TableChange change) {
    turns.next();
    if (random.nextDouble() < faultRate) {
      store.deliver();
    }
    if (random.nextDouble() < faultRate) {
      store.meet(FAULTS[random.nextInt(FAULTS.length)]);
    }
    return store.swap(base, change);
  }

  @Override
  public SwapResult create(TableChange change) {
    return store.create(change);
  }
}
