package io.firn.spark.read;

import io.firn.catalog.SwapResult;
import io.firn.catalog.TableState;
import io.firn.catalog.TableStore;
import io.firn.codec.json.MetadataJson;
import io.firn.io.Storage;
import io.firn.io.hadoop.HadoopStorage;
import io.firn.model.TableChange;
import io.firn.spark.conf.ReadPoint;
import io.firn.spark.conf.Selector;
import io.firn.spark.conf.SelectorText;
import io.firn.spark.convert.MetadataColumns;
import io.firn.spark.convert.SparkSchemas;
import io.firn.spark.metadata.MetadataTable;
import io.firn.spark.metadata.MetadataTableKind;
import io.firn.table.Table;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.connector.catalog.Column;
import org.apache.spark.sql.connector.catalog.Identifier;
import org.apache.spark.sql.connector.catalog.MetadataColumn;
import org.apache.spark.sql.connector.catalog.SupportsMetadataColumns;
import org.apache.spark.sql.connector.catalog.SupportsRead;
import org.apache.spark.sql.connector.catalog.TableCapability;
import org.apache.spark.sql.connector.catalog.TableCatalog;
import org.apache.spark.sql.connector.expressions.Transform;
import org.apache.spark.sql.connector.read.ScanBuilder;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/** A catalog of tables that a test made with another library; they are read, nothing else. */
public final class ReadCatalog implements TableCatalog {
  private static final Map<String, Supplier<String>> LOCATIONS = new ConcurrentHashMap<>();

  /** Makes {@code oracle.<name>} the table with that metadata file. */
  static void register(String name, Supplier<String> metadataLocation) {
    LOCATIONS.put(name, metadataLocation);
  }

  /** The table as Firn sees it now. */
  static Table table(String name) {
    return Table.load(new Store("oracle." + name, LOCATIONS.get(name)));
  }

  private record Store(String name, Supplier<String> location) implements TableStore {
    @Override
    public Storage storage() {
      return new HadoopStorage(new Configuration());
    }

    @Override
    public TableState load() {
      String file = location.get();
      return new TableState(
          MetadataJson.read(storage().newInputFile(file)), Optional.of(file));
    }

    @Override
    public SwapResult swap(TableState base, TableChange change) {
      throw new UnsupportedOperationException();
    }

    @Override
    public SwapResult create(TableChange change) {
      throw new UnsupportedOperationException();
    }
  }

  @Override
  public void initialize(String name, CaseInsensitiveStringMap options) {}

  @Override
  public String name() {
    return "oracle";
  }

  @Override
  public Identifier[] listTables(String[] namespace) {
    return new Identifier[0];
  }

  @Override
  public org.apache.spark.sql.connector.catalog.Table loadTable(Identifier ident) {
    return load(ident, Selector.CURRENT);
  }

  @Override
  public org.apache.spark.sql.connector.catalog.Table loadTable(Identifier ident, String version) {
    return load(ident, new Selector.Version(version));
  }

  private static org.apache.spark.sql.connector.catalog.Table load(
      Identifier ident, Selector selector) {
    boolean metadata = ident.namespace().length == 1;
    Table table = table(metadata ? ident.namespace()[0] : ident.name());
    ReadPoint point = selector.resolve(table.metadata(), table.name());
    if (metadata) {
      MetadataTableKind kind = MetadataTableKind.parse(ident.name()).orElseThrow();
      return new MetadataTable(ReadSession.get(), table, kind, point);
    }
    return new DataTable(table, point);
  }

  private record DataTable(Table table, ReadPoint point)
      implements org.apache.spark.sql.connector.catalog.Table,
          SupportsRead,
          SupportsMetadataColumns {
    @Override
    public String name() {
      return table.name();
    }

    @Override
    public Column[] columns() {
      StructType schema = SparkSchemas.toSpark(point.schema());
      return Arrays.stream(schema.fields())
          .map(f -> Column.create(f.name(), f.dataType(), f.nullable()))
          .toArray(Column[]::new);
    }

    @Override
    public Set<TableCapability> capabilities() {
      return Set.of(TableCapability.BATCH_READ);
    }

    @Override
    public MetadataColumn[] metadataColumns() {
      return MetadataColumns.toSpark(table.metadata());
    }

    @Override
    public ScanBuilder newScanBuilder(CaseInsensitiveStringMap options) {
      ReadPoint read =
          SelectorText.ofOptions(options)
              .map(selector -> selector.resolve(table.metadata(), table.name()))
              .orElse(point);
      return new FirnScanBuilder(ReadSession.get(), table, read, options);
    }
  }

  @Override
  public org.apache.spark.sql.connector.catalog.Table createTable(
      Identifier ident, Column[] columns, Transform[] partitions, Map<String, String> properties) {
    throw new UnsupportedOperationException();
  }

  @Override
  public org.apache.spark.sql.connector.catalog.Table alterTable(
      Identifier ident, org.apache.spark.sql.connector.catalog.TableChange... changes) {
    throw new UnsupportedOperationException();
  }

  @Override
  public boolean dropTable(Identifier ident) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void renameTable(Identifier oldIdent, Identifier newIdent) {
    throw new UnsupportedOperationException();
  }
}
