package io.firn.spark.read;

import io.firn.error.FirnException;
import io.firn.error.InvalidInputException;
import io.firn.spark.conf.ReadConf;
import io.firn.spark.conf.SelectorText;
import io.firn.spark.conf.SessionSettings;
import io.firn.spark.convert.ChangeColumns;
import io.firn.spark.convert.MetadataColumns;
import io.firn.spark.convert.SparkSchemas;
import io.firn.table.Table;
import java.util.Arrays;
import java.util.Objects;
import java.util.Set;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.connector.catalog.Column;
import org.apache.spark.sql.connector.catalog.MetadataColumn;
import org.apache.spark.sql.connector.catalog.SupportsMetadataColumns;
import org.apache.spark.sql.connector.catalog.SupportsRead;
import org.apache.spark.sql.connector.catalog.TableCapability;
import org.apache.spark.sql.connector.read.ScanBuilder;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import org.jspecify.annotations.Nullable;

/**
 * The changelog of a table, {@code db.t.changes}: the rows that each commit inserted and deleted,
 * as of the state in which the table was loaded, with the table's current columns. A row that a
 * commit moved to another file unchanged shows as deleted and inserted; compactions do not show.
 */
public final class ChangesTable
    implements org.apache.spark.sql.connector.catalog.Table, SupportsRead, SupportsMetadataColumns {
  /** The name that follows the table's in SQL. */
  public static final String NAME = "changes";

  private final SparkSession session;
  private final Table table;
  private final StructType schema;

  /**
   * @throws InvalidInputException if the table has a column of a name that its changelog needs
   */
  public ChangesTable(SparkSession session, Table table) {
    this.session = session;
    this.table = table;
    this.schema = SparkSchemas.toSpark(ChangeColumns.with(table.metadata().schema(), table.name()));
  }

  @Override
  public String name() {
    return table.name() + "." + NAME;
  }

  @Override
  public Column[] columns() {
    return Arrays.stream(schema.fields())
        .map(
            field ->
                Column.create(
                    field.name(),
                    field.dataType(),
                    field.nullable(),
                    field.getComment().isDefined() ? field.getComment().get() : null,
                    null))
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
    try {
      SelectorText.ofOptions(options)
          .ifPresent(
              selector -> {
                throw selected(table.name(), selector.toString());
              });
      ReadConf conf =
          ReadConf.ofChanges(options, SessionSettings.of(session), table.metadata().properties());
      return new ChangesScanBuilder(session, table, conf, schema);
    } catch (FirnException e) {
      throw e.during("Cannot read the changes of", table.name());
    }
  }

  /** What to throw if a user selects a branch, a tag, a snapshot or a time of a changelog. */
  public static InvalidInputException selected(String table, String selector) {
    return new InvalidInputException(
        (selector.startsWith("branch")
                ? "Cannot specify branch for changelogs"
                : "Cannot time travel in changelogs")
            + ": "
            + table
            + "."
            + NAME
            + " is asked for at "
            + selector
            + "; options start-snapshot-id and end-snapshot-id, or start-timestamp and"
            + " end-timestamp, say whose changes to read, of any branch");
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof ChangesTable that
        && table.name().equals(that.table.name())
        && table.state().metadataLocation().equals(that.table.state().metadataLocation());
  }

  @Override
  public int hashCode() {
    return Objects.hash(NAME, table.name());
  }

  @Override
  public String toString() {
    return name();
  }
}
