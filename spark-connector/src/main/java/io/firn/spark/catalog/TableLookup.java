package io.firn.spark.catalog;

import io.firn.catalog.Catalog;
import io.firn.catalog.TableState;
import io.firn.catalog.TableStore;
import io.firn.catalog.TellingStore;
import io.firn.catalog.hadoop.PathTableStore;
import io.firn.error.InvalidInputException;
import io.firn.error.NotFoundException;
import io.firn.io.Storage;
import io.firn.scan.ManifestCache;
import io.firn.spark.conf.ReadPoint;
import io.firn.spark.conf.Selector;
import io.firn.spark.conf.SelectorText;
import io.firn.spark.conf.SessionSettings;
import io.firn.spark.metadata.MetadataTable;
import io.firn.spark.metadata.MetadataTableKind;
import io.firn.spark.read.ChangesTable;
import io.firn.table.Table;
import java.util.Arrays;
import java.util.Optional;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.analysis.NoSuchTableException;
import org.apache.spark.sql.connector.catalog.Identifier;
import org.apache.spark.sql.connector.catalog.TableChange;

/**
 * Finds tables by the identifiers that Spark asks for: {@code db.t}, {@code db.t.branch_b}, {@code
 * db.t.snapshot_id_5}, {@code db.t.snapshots} (a metadata table), {@code db.t.changes} and paths.
 */
final class TableLookup {
  private final Catalog catalog;
  private final Storage storage;
  private final TableCache cache;
  private final Optional<ManifestCache> manifests;

  TableLookup(CatalogBackend backend) {
    this.catalog = backend.catalog();
    this.storage = backend.storage();
    this.cache = TableCache.of(backend.settings());
    this.manifests = backend.settings().manifestCaching().cache();
  }

  /**
   * The pointer of the table that the identifier names as it stands. What a commit makes of the
   * table is remembered, too.
   */
  TableStore store(Identifier identifier) {
    TableStore store =
        TableNames.isPath(identifier)
            ? PathTableStore.at(storage, identifier.name())
            : catalog.store(TableNames.of(identifier));
    return new TellingStore(store, state -> cache.put(identifier, state));
  }

  /** The table that the identifier names as it stands; empty if there is none. */
  Optional<Table> find(Identifier identifier) {
    if (TableNames.isPathInANamespace(identifier)) {
      return Optional.empty();
    }
    TableStore store = store(identifier);
    Optional<TableState> known = cache.get(identifier);
    try {
      Table table = known.isPresent() ? Table.reload(store, known.get()) : Table.load(store);
      return Optional.of(manifests.map(table::sharing).orElse(table));
    } catch (NotFoundException e) {
      // Only the table can be missing here. A name that is no table's may be one with a selector.
      cache.remove(identifier);
      return Optional.empty();
    }
  }

  /**
   * The table whose columns or properties change. Branches have the columns of their table, so that
   * a change of columns may name a branch: Spark evolves the target of a MERGE by its name.
   *
   * @throws NoSuchTableException if there is none
   */
  Table findToAlter(Identifier identifier, TableChange... changes) throws NoSuchTableException {
    Optional<Table> table = find(identifier);
    boolean columnsOfABranch =
        identifier.namespace().length > 0
            && !TableNames.isPath(identifier)
            && SelectorText.ofNamePart(identifier.name())
                .filter(Selector.Branch.class::isInstance)
                .isPresent()
            && Arrays.stream(changes).allMatch(TableChange.ColumnChange.class::isInstance);
    if (table.isEmpty() && columnsOfABranch) {
      table = find(TableNames.parent(identifier));
    }
    return table.orElseThrow(() -> new NoSuchTableException(identifier));
  }

  /** Forgets what is known of the table. */
  void forget(Identifier identifier) {
    cache.remove(identifier);
  }

  /** What Spark reads and writes by that identifier; empty if there is no such table. */
  Optional<org.apache.spark.sql.connector.catalog.Table> load(Identifier identifier) {
    return resolve(identifier, Optional.empty());
  }

  /** The same, as it was at a version or time of {@code AS OF}. */
  Optional<org.apache.spark.sql.connector.catalog.Table> load(
      Identifier identifier, Selector asOf) {
    return resolve(identifier, Optional.of(asOf));
  }

  private Optional<org.apache.spark.sql.connector.catalog.Table> resolve(
      Identifier identifier, Optional<Selector> selector) {
    if (TableNames.isPath(identifier)) {
      return resolvePath(identifier, selector);
    }
    Optional<Table> table = find(identifier);
    if (table.isPresent()) {
      return Optional.of(pinned(table.get(), selector));
    }
    if (identifier.namespace().length == 0) {
      return Optional.empty();
    }
    Identifier parent = TableNames.parent(identifier);
    String last = identifier.name();
    Optional<Selector> selected = SelectorText.ofNamePart(last);
    if (selected.isPresent()) {
      return resolve(parent, Optional.of(only(identifier, selected.get(), selector)));
    }
    if (last.equalsIgnoreCase(ChangesTable.NAME)) {
      return find(parent).map(found -> changes(found, selector));
    }
    Optional<MetadataTableKind> kind = MetadataTableKind.parse(last);
    return kind.isEmpty()
        ? Optional.empty()
        : find(parent).map(found -> metadataTable(found, kind.get(), selector));
  }

  /** A path, with what to read of it after {@code #}: {@code /data/t#snapshots}. */
  private Optional<org.apache.spark.sql.connector.catalog.Table> resolvePath(
      Identifier identifier, Optional<Selector> asOf) {
    int hash = identifier.name().indexOf('#');
    String path = hash < 0 ? identifier.name() : identifier.name().substring(0, hash);
    Optional<Selector> selector = asOf;
    Optional<MetadataTableKind> metadataTable = Optional.empty();
    boolean changes = false;
    if (hash >= 0) {
      for (String part : identifier.name().substring(hash + 1).split(",")) {
        Optional<Selector> selected = SelectorText.ofNamePart(part.trim());
        Optional<MetadataTableKind> kind = MetadataTableKind.parse(part.trim());
        if (selected.isPresent()) {
          selector = Optional.of(only(identifier, selected.get(), selector));
        } else if (kind.isPresent() && metadataTable.isEmpty() && !changes) {
          metadataTable = kind;
        } else if (part.trim().equalsIgnoreCase(ChangesTable.NAME) && metadataTable.isEmpty()) {
          changes = true;
        } else {
          throw new InvalidInputException(
              "Cannot read " + identifier.name() + ": '" + part + "' selects nothing of a table");
        }
      }
    }
    Optional<Table> table = find(Identifier.of(new String[0], path));
    if (table.isEmpty()) {
      return Optional.empty();
    }
    Optional<Selector> last = selector;
    if (changes) {
      return Optional.of(changes(table.get(), last));
    }
    return Optional.of(
        metadataTable
            .map(kind -> metadataTable(table.get(), kind, last))
            .orElseGet(() -> pinned(table.get(), last)));
  }

  private static Selector only(Identifier identifier, Selector selected, Optional<Selector> other) {
    if (other.isPresent() && !other.get().equals(selected)) {
      throw new InvalidInputException(
          "Cannot read "
              + identifier
              + " at "
              + other.get()
              + ": its name says "
              + selected
              + " already");
    }
    return selected;
  }

  private static org.apache.spark.sql.connector.catalog.Table pinned(
      Table table, Optional<Selector> selector) {
    ReadPoint point =
        selector
            .map(selected -> selected.resolve(table.metadata(), table.name()))
            .orElseGet(
                () ->
                    ReadPoint.current(table.metadata(), SessionSettings.of(SparkSession.active())));
    return new FirnTable(table, point);
  }

  private static org.apache.spark.sql.connector.catalog.Table changes(
      Table table, Optional<Selector> selector) {
    selector.ifPresent(
        selected -> {
          throw ChangesTable.selected(table.name(), selected.toString());
        });
    return new ChangesTable(SparkSession.active(), table);
  }

  private static org.apache.spark.sql.connector.catalog.Table metadataTable(
      Table table, MetadataTableKind kind, Optional<Selector> selector) {
    return new MetadataTable(
        SparkSession.active(),
        table,
        kind,
        selector.orElse(Selector.CURRENT).resolve(table.metadata(), table.name()));
  }
}
