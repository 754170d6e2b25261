package io.firn.procedures.imports;

import io.firn.error.InvalidInputException;
import io.firn.error.NotFoundException;
import io.firn.error.UnsupportedFeatureException;
import io.firn.io.Storage;
import java.util.List;
import java.util.Locale;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.TableIdentifier;
import org.apache.spark.sql.catalyst.analysis.NoSuchDatabaseException;
import org.apache.spark.sql.catalyst.analysis.NoSuchTableException;
import org.apache.spark.sql.catalyst.catalog.CatalogTable;
import org.apache.spark.sql.catalyst.catalog.CatalogTablePartition;
import org.apache.spark.sql.catalyst.catalog.CatalogTableType;
import org.apache.spark.sql.catalyst.catalog.SessionCatalog;
import org.apache.spark.sql.catalyst.parser.ParseException;
import scala.Option;
import scala.jdk.javaapi.CollectionConverters;

/** Finds what to import by the name that a user passes. */
public final class SparkTables {
  private static final String SESSION_CATALOG = "spark_catalog";
  private static final List<String> FILE_FORMATS = List.of("parquet", "orc", "avro");

  private final SparkSession session;
  private final SessionCatalog catalog;

  public SparkTables(SparkSession session) {
    this.session = session;
    this.catalog = session.sessionState().catalog();
  }

  /**
   * The directory {@code `parquet`.`path`}, or a table of Spark's own catalog: {@code t}, {@code
   * db.t} or {@code spark_catalog.db.t}.
   *
   * @throws NotFoundException if there is no such table
   * @throws io.firn.error.MissingFileException if there is no such directory
   * @throws UnsupportedFeatureException if it has another format than Parquet or is in another
   *     catalog
   */
  public ImportSource source(String name, Storage storage) {
    List<String> parts = parse(name);
    if (parts.size() == 2 && FILE_FORMATS.contains(parts.get(0).toLowerCase(Locale.ROOT))) {
      if (!parts.get(0).equalsIgnoreCase("parquet")) {
        throw new UnsupportedFeatureException(
            "Cannot add the files of "
                + name
                + ": only Parquet files can be read. Copy the rows with INSERT INTO ... SELECT");
      }
      return PathSource.list(name, storage, parts.get(1));
    }
    CatalogTable table = table(name);
    boolean unknownPartitions =
        table.partitionColumnNames().nonEmpty() && !table.tracksPartitionsInCatalog();
    return unknownPartitions
        ? PathSource.list(
            name,
            storage,
            org.apache.spark.sql.catalyst.catalog.CatalogUtils.URIToString(table.location()))
        : TableSource.of(table, partitions(table));
  }

  /**
   * The table of Spark's own catalog.
   *
   * @throws NotFoundException if there is none
   * @throws InvalidInputException if it is in another catalog or a view
   */
  public CatalogTable table(String name) {
    TableIdentifier identifier = identifier(name, parse(name));
    try {
      CatalogTable table = catalog.getTableMetadata(identifier);
      if (table.tableType().equals(CatalogTableType.VIEW())) {
        throw new InvalidInputException(
            "Cannot import " + name + ": it is a view, which has no files");
      }
      return table;
    } catch (NoSuchTableException | NoSuchDatabaseException e) {
      throw new NotFoundException(
          "Cannot find the source table " + name + " in " + SESSION_CATALOG, e);
    }
  }

  private List<CatalogTablePartition> partitions(CatalogTable table) {
    if (table.partitionColumnNames().isEmpty()) {
      return List.of();
    }
    return CollectionConverters.asJava(catalog.listPartitions(table.identifier(), Option.empty()));
  }

  private TableIdentifier identifier(String name, List<String> parts) {
    boolean named = parts.get(0).equalsIgnoreCase(SESSION_CATALOG);
    List<String> rest = named && parts.size() > 1 ? parts.subList(1, parts.size()) : parts;
    boolean elsewhere =
        !named
            && parts.size() > 1
            && session.conf().getOption("spark.sql.catalog." + parts.get(0)).isDefined();
    if (elsewhere || rest.size() > 2) {
      throw new InvalidInputException(
          "Cannot import "
              + name
              + ": only tables of "
              + SESSION_CATALOG
              + " and paths, as in `parquet`.`/data/t`, can be imported");
    }
    int last = rest.size() - 1;
    String database = rest.size() == 1 ? catalog.getCurrentDatabase() : rest.get(0);
    return new TableIdentifier(rest.get(last), Option.apply(database));
  }

  private List<String> parse(String name) {
    try {
      return CollectionConverters.asJava(
          session.sessionState().sqlParser().parseMultipartIdentifier(name));
    } catch (ParseException e) {
      throw new InvalidInputException(
          "Not the name of a table, and no path as in `parquet`.`/data/t`: " + name, e);
    }
  }
}
