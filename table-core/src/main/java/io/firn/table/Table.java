package io.firn.table;

import io.firn.catalog.TableState;
import io.firn.catalog.TableStore;
import io.firn.changelog.ChangelogPlanner;
import io.firn.commit.CommitOutcome;
import io.firn.commit.Committer;
import io.firn.error.CorruptFileException;
import io.firn.error.FirnException;
import io.firn.io.Storage;
import io.firn.model.ManifestFile;
import io.firn.model.Snapshot;
import io.firn.model.TableMetadata;
import io.firn.operation.Operation;
import io.firn.scan.FileTask;
import io.firn.scan.LiveRows;
import io.firn.scan.ManifestCache;
import io.firn.scan.PlannedScan;
import io.firn.scan.ScanPlanner;
import io.firn.scan.ScanRequest;
import io.firn.scan.SnapshotManifests;
import io.firn.scan.Workers;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * A table as it was when it was loaded. Immutable: {@link #refresh} and {@link #commit} leave this
 * one as it is. It keeps a few small manifests, since a statement plans more than once.
 */
public final class Table {
  private static final long MAX_KEPT_BYTES = 8L << 20;
  private static final long MAX_KEPT_FILE_BYTES = 2L << 20;
  private static final long MAX_COUNTED_DELETE_BYTES = 16L << 20;

  private final TableStore store;
  private final TableState state;
  private final Committer committer;
  private final Optional<Consumer<Operation>> pending;
  private final ManifestCache manifests;

  private Table(
      TableStore store,
      TableState state,
      Committer committer,
      Optional<Consumer<Operation>> pending) {
    this(store, state, committer, pending, new ManifestCache(MAX_KEPT_BYTES, MAX_KEPT_FILE_BYTES));
  }

  private Table(
      TableStore store,
      TableState state,
      Committer committer,
      Optional<Consumer<Operation>> pending,
      ManifestCache manifests) {
    this.store = store;
    this.state = state;
    this.committer = committer;
    this.pending = pending;
    this.manifests = manifests;
  }

  /** The table, with manifests that it has read in common with others. */
  public Table sharing(ManifestCache others) {
    return new Table(store, state, committer, pending, manifests.before(others));
  }

  /**
   * Reads the table's current state.
   *
   * @throws io.firn.error.NotFoundException if the table does not exist
   */
  public static Table load(TableStore store) {
    return load(store, Committer.system());
  }

  /**
   * The table in its current state, given one that was loaded before, which saves reading it again
   * if it is still the current one.
   *
   * @throws io.firn.error.NotFoundException if the table does not exist
   */
  public static Table reload(TableStore store, TableState known) {
    return new Table(store, store.reload(known), Committer.system(), Optional.empty());
  }

  /** Reads the table's current state; commits go through the committer. */
  public static Table load(TableStore store, Committer committer) {
    return new Table(store, store.load(), committer, Optional.empty());
  }

  /**
   * A table that a statement is about to create or replace, in the state that it will have. What is
   * committed to it is not committed but given to {@code pending}, for the statement to commit all
   * at once.
   */
  public static Table staged(TableStore store, TableState state, Consumer<Operation> pending) {
    return new Table(store, state, Committer.system(), Optional.of(pending));
  }

  /** The full name for messages. */
  public String name() {
    return store.name();
  }

  public TableState state() {
    return state;
  }

  public TableMetadata metadata() {
    return state.metadata();
  }

  public Storage storage() {
    return store.storage();
  }

  public TableStore store() {
    return store;
  }

  /** Plans a scan of one of the table's snapshots; what goes wrong names the table. */
  public PlannedScan plan(ScanRequest request) {
    try {
      return scanPlanner().plan(request);
    } catch (FirnException e) {
      throw failed("Cannot read", e);
    }
  }

  /**
   * Plans a scan of only as many files as surely have that many rows, if all rows of the files
   * match; what goes wrong names the table.
   */
  public PlannedScan planFirst(ScanRequest request, long rows) {
    try {
      return scanPlanner().planFirst(request, rows);
    } catch (FirnException e) {
      throw failed("Cannot read", e);
    }
  }

  /** Counts the rows that deletes leave of planned files; what goes wrong names the table. */
  public LiveRows liveRows(List<FileTask> tasks) {
    try {
      return LiveRows.read(
          tasks, store.storage(), Workers.fromSystemProperty(), MAX_COUNTED_DELETE_BYTES);
    } catch (FirnException e) {
      throw failed("Cannot read", e);
    }
  }

  /** Plans a scan of what appends among the snapshots added; what goes wrong names the table. */
  public PlannedScan planAppends(ScanRequest request, List<Snapshot> snapshots) {
    try {
      return scanPlanner().planAppends(request, snapshots);
    } catch (FirnException e) {
      throw failed("Cannot read", e);
    }
  }

  /**
   * Plans what commits did to the table's rows, oldest snapshot first; see {@link
   * ChangelogPlanner#plan}. What goes wrong names the table.
   */
  public PlannedScan planChanges(ScanRequest request, List<Snapshot> snapshots) {
    try {
      return new ChangelogPlanner(store.storage(), manifests, Workers.fromSystemProperty())
          .plan(request, snapshots);
    } catch (FirnException e) {
      throw failed("Cannot read the changes of", e);
    }
  }

  /** A damaged manifest may be repaired. */
  private FirnException failed(String doing, FirnException e) {
    if (e instanceof CorruptFileException damaged) {
      manifests.forget(damaged.location());
    }
    return e.during(doing, name());
  }

  private ScanPlanner scanPlanner() {
    return new ScanPlanner(store.storage(), manifests, Workers.fromSystemProperty());
  }

  /** The manifests of one of the table's snapshots; what goes wrong names the table. */
  public List<ManifestFile> manifests(Snapshot snapshot) {
    try {
      return SnapshotManifests.read(store.storage(), manifests, snapshot);
    } catch (FirnException e) {
      throw failed("Cannot read", e);
    }
  }

  /** The table as it is now. */
  public Table refresh() {
    return load(store, committer);
  }

  /** Commits the operation to the table as it is by then; see {@link Committer#commit}. */
  public CommitOutcome commit(Operation operation) {
    if (pending.isPresent()) {
      pending.get().accept(operation);
      return new CommitOutcome(state, List.of(), 0);
    }
    return committer.commit(store, state, operation);
  }

  /** The table as the commit left it. */
  public Table at(CommitOutcome outcome) {
    return new Table(store, outcome.state(), committer, pending);
  }
}
