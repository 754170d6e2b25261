package io.firn.catalog;

import io.firn.error.NotFoundException;
import io.firn.error.StorageException;
import io.firn.io.Storage;
import io.firn.model.MetadataBuilder;
import io.firn.model.TableChange;
import io.firn.model.TableMetadata;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;

/** A pointer in memory that misbehaves as told. */
public final class MemoryTableStore implements TableStore {

  /** What happens to one call of {@code swap} or {@code create}. */
  public enum Fault {
    /** None. */
    WORKS,
    /** Somebody else was faster, and nothing else happens. */
    STALE,
    REFUSED,
    /** The request never arrives; the caller hears nothing. */
    REQUEST_LOST,
    /** The request is carried out; the caller hears nothing. */
    ANSWER_LOST,
    /** As {@code ANSWER_LOST}, and not even the name of the metadata file is known. */
    ANSWER_LOST_NAMELESS,
    /** As {@code REQUEST_LOST}, and not even the name of the metadata file is known. */
    REQUEST_LOST_NAMELESS,
    /** The request arrives when {@link #deliver} is called. */
    REQUEST_DELAYED,
    /** The request is carried out, then the client throws something. */
    THROWS_AFTER,
    /** The JVM runs out of memory after the request was carried out. */
    DIES_AFTER,
    /** The metadata file cannot be written. */
    DISK_FULL
  }

  /** What happens to one call of {@code load}. */
  public enum LoadFault {
    WORKS,
    FAILS
  }

  private final String name;
  private final Storage storage;
  private final LongSupplier clock;
  private final Deque<Fault> faults = new ArrayDeque<>();
  private final Deque<LoadFault> loadFaults = new ArrayDeque<>();
  private final Deque<Runnable> beforeSwaps = new ArrayDeque<>();
  private final List<Runnable> delayed = new ArrayList<>();
  private Optional<TableState> state = Optional.empty();
  private int swaps;
  private int loads;

  public MemoryTableStore(String name, Storage storage, LongSupplier clock) {
    this.name = name;
    this.storage = storage;
    this.clock = clock;
  }

  /** The next calls of {@code swap} or {@code create} meet these faults; later ones work. */
  public synchronized MemoryTableStore meet(Fault... next) {
    faults.addAll(Arrays.asList(next));
    return this;
  }

  /** The next calls of {@code load} meet these faults; later ones work. */
  public synchronized MemoryTableStore meet(LoadFault... next) {
    loadFaults.addAll(Arrays.asList(next));
    return this;
  }

  /** Runs before one of the next swaps: another writer, for instance. */
  public synchronized MemoryTableStore beforeSwap(Runnable action) {
    beforeSwaps.add(action);
    return this;
  }

  /** Carries out the delayed requests. */
  public synchronized void deliver() {
    List.copyOf(delayed).forEach(Runnable::run);
    delayed.clear();
  }

  public synchronized int swaps() {
    return swaps;
  }

  public synchronized int loads() {
    return loads;
  }

  /** The current state, without any fault. */
  public synchronized TableMetadata metadata() {
    return state.orElseThrow().metadata();
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
  public synchronized TableState load() {
    loads++;
    if (!loadFaults.isEmpty() && loadFaults.poll() == LoadFault.FAILS) {
      throw new StorageException("Cannot read the metadata of " + name + ": injected fault");
    }
    return state.orElseThrow(() -> new NotFoundException("Cannot find table " + name));
  }

  @Override
  public SwapResult swap(TableState base, TableChange change) {
    return call(location -> swapNow(base, change, location));
  }

  @Override
  public SwapResult create(TableChange change) {
    return call(location -> createNow(change, location));
  }

  private interface Request {
    SwapResult at(String location);
  }

  private SwapResult call(Request request) {
    Runnable before = nextAction();
    before.run();
    return answer(request);
  }

  private synchronized Runnable nextAction() {
    return beforeSwaps.isEmpty() ? () -> {} : beforeSwaps.poll();
  }

  private synchronized SwapResult answer(Request request) {
    swaps++;
    String location = "memory:/" + name + "/v" + swaps + ".metadata.json";
    IllegalStateException lost = new IllegalStateException("injected fault: answer lost");
    SwapResult named = new SwapResult.Unknown(Optional.of(location), lost);
    SwapResult nameless = new SwapResult.Unknown(Optional.empty(), lost);
    Fault fault = faults.isEmpty() ? Fault.WORKS : faults.poll();
    switch (fault) {
      case WORKS:
        return request.at(location);
      case STALE:
        return new SwapResult.Stale("injected fault");
      case REFUSED:
        return new SwapResult.Refused("injected fault");
      case REQUEST_LOST:
        return named;
      case REQUEST_LOST_NAMELESS:
        return nameless;
      case REQUEST_DELAYED:
        delayed.add(() -> request.at(location));
        return named;
      case ANSWER_LOST:
        request.at(location);
        return named;
      case ANSWER_LOST_NAMELESS:
        request.at(location);
        return nameless;
      case THROWS_AFTER:
        request.at(location);
        throw lost;
      case DIES_AFTER:
        request.at(location);
        throw new OutOfMemoryError("injected fault");
      case DISK_FULL:
        throw new StorageException("Cannot write " + location + ": injected fault");
    }
    throw new AssertionError(fault);
  }

  private synchronized SwapResult swapNow(TableState base, TableChange change, String location) {
    if (!state.orElseThrow().metadataLocation().equals(base.metadataLocation())) {
      return new SwapResult.Stale("the table is at " + state.get().metadataLocation().get());
    }
    TableMetadata next =
        MetadataBuilder.apply(
            base.metadata(), base.metadataLocation().orElseThrow(), change, clock.getAsLong());
    state = Optional.of(new TableState(next, Optional.of(location)));
    return new SwapResult.Swapped(state.get());
  }

  private synchronized SwapResult createNow(TableChange change, String location) {
    if (state.isPresent()) {
      return new SwapResult.Stale("the table exists");
    }
    TableMetadata first = MetadataBuilder.create(change, clock.getAsLong());
    state = Optional.of(new TableState(first, Optional.of(location)));
    return new SwapResult.Swapped(state.get());
  }
}
