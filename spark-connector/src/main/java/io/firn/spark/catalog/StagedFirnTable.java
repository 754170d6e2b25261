package io.firn.spark.catalog;

import io.firn.catalog.TableState;
import io.firn.catalog.TableStore;
import io.firn.commit.Committer;
import io.firn.error.AlreadyExistsException;
import io.firn.error.CommitStateUnknownException;
import io.firn.io.FileEntry;
import io.firn.io.Storage;
import io.firn.model.MetadataBuilder;
import io.firn.model.TableMetadata;
import io.firn.model.TableProperties;
import io.firn.operation.CreateTable;
import io.firn.operation.MetadataFiles;
import io.firn.operation.Operation;
import io.firn.operation.OperationSequence;
import io.firn.operation.Planning;
import io.firn.operation.ReplaceTable;
import io.firn.spark.conf.Selector;
import io.firn.spark.procedure.NewTable;
import io.firn.table.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import org.apache.spark.sql.connector.catalog.Column;
import org.apache.spark.sql.connector.catalog.Identifier;
import org.apache.spark.sql.connector.catalog.StagedTable;
import org.apache.spark.sql.connector.catalog.SupportsWrite;
import org.apache.spark.sql.connector.catalog.TableCapability;
import org.apache.spark.sql.connector.expressions.Transform;
import org.apache.spark.sql.connector.write.LogicalWriteInfo;
import org.apache.spark.sql.connector.write.WriteBuilder;

/**
 * A table that a statement is about to create or replace. What the statement writes is kept here
 * until it commits table and rows at once; if it fails, nothing of both remains.
 */
final class StagedFirnTable implements StagedTable, SupportsWrite {
  private final Identifier identifier;
  private final TableStore store;
  private final Committer committer;
  private final Optional<TableState> base;
  private final Operation definition;
  private final List<Operation> writes = new ArrayList<>();
  private final List<String> queryIds = new ArrayList<>();
  private final FirnTable pending;
  private boolean outcomeUnknown;

  private StagedFirnTable(
      Identifier identifier,
      TableStore store,
      Committer committer,
      Optional<TableState> base,
      Operation definition) {
    this.identifier = identifier;
    this.store = store;
    this.committer = committer;
    this.base = base;
    this.definition = definition;
    TableMetadata metadata = plan(store, base, definition);
    Table table = Table.staged(store, new TableState(metadata, Optional.empty()), writes::add);
    this.pending = new FirnTable(table, Selector.CURRENT.resolve(metadata, store.name()));
  }

  static StagedFirnTable create(
      Identifier identifier, TableStore store, Committer committer, CreateTable create) {
    return new StagedFirnTable(identifier, store, committer, Optional.empty(), create);
  }

  static StagedFirnTable replace(
      Identifier identifier,
      TableStore store,
      Committer committer,
      TableState base,
      ReplaceTable replace) {
    return new StagedFirnTable(
        identifier,
        store,
        committer,
        Optional.of(base),
        new StagedReplace(replace, base.metadata()));
  }

  /** The metadata that the table would have if it were committed now, without rows. */
  private static TableMetadata plan(
      TableStore store, Optional<TableState> base, Operation definition) {
    long now = System.currentTimeMillis();
    MetadataFiles files = new MetadataFiles(store.storage(), UUID.randomUUID(), () -> 1L);
    Planning planning =
        new Planning(store.name(), base.map(TableState::metadata), files, now, 1, 0);
    return base.map(
            state -> MetadataBuilder.apply(state.metadata(), definition.planOn(planning), now))
        .orElseGet(() -> MetadataBuilder.create(definition.planOn(planning), now));
  }

  @Override
  public void commitStagedChanges() {
    List<Operation> operations = new ArrayList<>();
    operations.add(definition);
    operations.addAll(writes);
    try {
      if (base.isPresent()) {
        committer.commit(store, new OperationSequence(operations));
      } else {
        committer.create(store, operations.toArray(Operation[]::new));
      }
    } catch (CommitStateUnknownException e) {
      outcomeUnknown = true;
      throw e;
    } catch (AlreadyExistsException e) {
      throw unchecked(FirnTables.exists(identifier, e));
    }
  }

  /** What Spark's callers catch; its interface declares no exception. */
  @SuppressWarnings("unchecked")
  private static <E extends Exception> E unchecked(Exception exception) throws E {
    throw (E) exception;
  }

  /** Deletes what the statement wrote, unless the commit may have gone through. */
  @Override
  public void abortStagedChanges() {
    if (outcomeUnknown) {
      return;
    }
    Storage storage = store.storage();
    TableMetadata metadata = pending.table().metadata();
    deleteWritten(storage, metadata.location());
    String dataPath = metadata.properties().get(TableProperties.WRITE_DATA_PATH);
    if (dataPath != null) {
      deleteWritten(storage, dataPath);
    }
    if (base.isEmpty()) {
      deleteEmptyDirectories(storage, metadata.location());
    }
  }

  /**
   * Spark does not tell of tasks that finished while the statement failed, so that their files must
   * be found by the id in their names.
   */
  private void deleteWritten(Storage storage, String directory) {
    if (queryIds.isEmpty()) {
      return;
    }
    List<String> written;
    try (Stream<FileEntry> files = storage.list(directory)) {
      written = files.map(FileEntry::location).filter(this::isWritten).toList();
    }
    storage.deleteAll(written);
  }

  private boolean isWritten(String location) {
    String name = location.substring(location.lastIndexOf('/') + 1);
    return queryIds.stream().anyMatch(id -> name.contains("-" + id + "-"));
  }

  /**
   * Directories that are left behind would look like namespaces to some catalogs. Another statement
   * may be about to create the same table: what holds a file stays.
   */
  private static void deleteEmptyDirectories(Storage storage, String directory) {
    if (storage.directoryExists(directory)) {
      storage
          .listDirectories(directory)
          .forEach(child -> deleteEmptyDirectories(storage, directory + "/" + child));
      storage.deleteEmptyDirectory(directory);
    }
  }

  /** The same for a procedure. */
  NewTable forProcedure() {
    return new NewTable() {
      @Override
      public Table table() {
        return pending.table();
      }

      @Override
      public Table create() {
        commitStagedChanges();
        return Table.load(store);
      }

      @Override
      public void abandon() {
        abortStagedChanges();
      }
    };
  }

  @Override
  public WriteBuilder newWriteBuilder(LogicalWriteInfo info) {
    queryIds.add(info.queryId());
    return pending.newWriteBuilder(info);
  }

  @Override
  public String name() {
    return pending.name();
  }

  @Override
  public Column[] columns() {
    return pending.columns();
  }

  @Override
  public Transform[] partitioning() {
    return pending.partitioning();
  }

  @Override
  public Map<String, String> properties() {
    return pending.properties();
  }

  @Override
  public Set<TableCapability> capabilities() {
    return pending.capabilities();
  }
}
