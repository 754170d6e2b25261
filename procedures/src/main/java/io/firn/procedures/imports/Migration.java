package io.firn.procedures.imports;

import io.firn.error.AlreadyExistsException;
import io.firn.error.CommitFailedException;
import io.firn.error.CommitStateUnknownException;
import io.firn.io.Storage;
import io.firn.spark.procedure.NewTable;
import io.firn.spark.procedure.ProcedureTables;
import io.firn.table.Table;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.catalog.CatalogTable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One table of Spark's own catalog becomes an Iceberg table of the same name. While its files are
 * taken in it has the name of its backup, so that nobody writes to it.
 */
public final class Migration {
  private static final Logger LOG = LoggerFactory.getLogger(Migration.class);
  private static final String METADATA = "/metadata";

  private final SparkSession session;
  private final ProcedureTables tables;
  private final CatalogTable source;
  private final String backupName;
  private Optional<SourceBackup> backup = Optional.empty();

  public Migration(
      SparkSession session, ProcedureTables tables, CatalogTable source, String backupName) {
    this.session = session;
    this.tables = tables;
    this.source = source;
    this.backupName = backupName;
  }

  /**
   * @throws AlreadyExistsException if an Iceberg table has the name of the backup
   */
  public void requireNewBackup() {
    try {
      tables.place(fullName(backupName), Optional.empty(), Map.of());
    } catch (AlreadyExistsException e) {
      throw new AlreadyExistsException(
          "Cannot rename %s as %s for backup. The backup table already exists."
              .formatted(source.identifier().unquotedString(), backupName),
          e);
    }
  }

  /**
   * Creates the table and returns how many files it has. If it was surely not created, the source
   * is as it was.
   *
   * @throws CommitStateUnknownException if nobody can tell; then the source stays under the name of
   *     its backup
   */
  public long run(Map<String, String> properties, int threads, WhenMissing whenMissing) {
    String name = fullName(source.identifier().table());
    SourceTable like = new SourceTable(source.identifier().unquotedString(), source);
    NewTable target = tables.stage(name, like.columns(), like.partitions(), properties);
    Leftovers leftovers = Leftovers.before(target.table());
    SourceBackup moved = SourceBackup.rename(session, source, backupName);
    try {
      ImportSource files =
          new SparkTables(session).source(fullName(backupName), target.table().storage());
      long count = new TableImport("migrate", session, target, threads, whenMissing).create(files);
      backup = Optional.of(moved);
      tables.refresh(name);
      return count;
    } catch (CommitStateUnknownException e) {
      throw unknown(moved, e);
    } catch (Throwable e) {
      if (backup.isEmpty()) {
        putBack(moved, leftovers, e);
      }
      throw e;
    }
  }

  /**
   * @throws CommitFailedException if it cannot be put back; it says what its name is now
   */
  private void putBack(SourceBackup moved, Leftovers leftovers, Throwable reason) {
    String table = source.identifier().unquotedString();
    try {
      moved.restore();
    } catch (Throwable e) {
      reason.addSuppressed(e);
      throw new CommitFailedException(
          "Cannot migrate %s: %s. It could not be put back either: %s. If it is not there, say ALTER TABLE %s RENAME TO %s"
              .formatted(table, reason.getMessage(), e.getMessage(), moved.name(), table),
          reason);
    }
    try {
      leftovers.remove();
    } catch (RuntimeException e) {
      LOG.warn("Cannot remove the empty directory {}", leftovers.directory(), e);
      reason.addSuppressed(e);
    }
  }

  private CommitStateUnknownException unknown(SourceBackup moved, CommitStateUnknownException e) {
    String table = source.identifier().unquotedString();
    return new CommitStateUnknownException(
        "Nobody can tell whether %s has become an Iceberg table: %s. If it has not, say ALTER TABLE %s RENAME TO %s to have the old one back"
            .formatted(table, e.getMessage(), moved.name(), table),
        e);
  }

  /** Removes the old table from Spark's catalog. The new one is there, so this does not fail. */
  public void dropBackup() {
    SourceBackup moved =
        backup.orElseThrow(() -> new IllegalStateException("There is no backup yet"));
    try {
      moved.drop();
    } catch (RuntimeException e) {
      LOG.error("Cannot drop {}, which is not needed any more", moved.name(), e);
    }
  }

  private String fullName(String table) {
    return "%s.%s.%s"
        .formatted(
            quoted(tables.catalog()), quoted(source.identifier().database().get()), quoted(table));
  }

  private static String quoted(String part) {
    return "`" + part.replace("`", "``") + "`";
  }

  /**
   * The directory that a failed creation leaves empty among the files of the source. Others that
   * are empty are the source's.
   */
  private record Leftovers(Storage storage, String directory, boolean isNew) {
    static Leftovers before(Table table) {
      String directory = table.metadata().location() + METADATA;
      return new Leftovers(table.storage(), directory, !table.storage().directoryExists(directory));
    }

    void remove() {
      if (isNew && storage.directoryExists(directory)) {
        storage.deleteEmptyDirectory(directory);
      }
    }
  }
}
