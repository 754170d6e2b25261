package io.firn.procedures.imports;

import io.firn.error.InvalidInputException;
import io.firn.error.UnsupportedFeatureException;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.apache.spark.sql.catalyst.catalog.CatalogTable;
import org.apache.spark.sql.catalyst.catalog.CatalogUtils;
import org.apache.spark.sql.connector.catalog.Column;
import org.apache.spark.sql.connector.catalog.V1Table;
import org.apache.spark.sql.connector.expressions.Expressions;
import org.apache.spark.sql.connector.expressions.Transform;
import scala.jdk.javaapi.CollectionConverters;

/** A table of Spark's own catalog that a new table is to be like. */
public final class SourceTable {
  private static final Set<String> PROVIDERS = Set.of("parquet", "hive");
  private static final Set<String> UNREADABLE_PROVIDERS = Set.of("orc", "avro");

  /** What Spark keeps there for itself. */
  private static final Set<String> SPARKS_OWN =
      Set.of("path", "transient_lastDdlTime", "serialization.format", "location");

  /** Where a table writes, which is no place for another table. */
  private static final Set<String> PLACES =
      Set.of(
          "write.metadata.path",
          "write.folder-storage.path",
          "write.object-storage.path",
          "write.data.path");

  private final String name;
  private final CatalogTable table;

  /**
   * @throws InvalidInputException if no table can be made from it
   * @throws UnsupportedFeatureException if its files cannot be read
   */
  public SourceTable(String name, CatalogTable table) {
    this.name = name;
    this.table = table;
    String provider = table.provider().getOrElse(() -> "hive").toLowerCase(Locale.ROOT);
    if (UNREADABLE_PROVIDERS.contains(provider)) {
      throw new UnsupportedFeatureException(
          "Cannot make a table of "
              + name
              + ": its format is "
              + provider
              + ", and only Parquet can be read. Copy the rows with CREATE TABLE ... AS SELECT");
    }
    if (!PROVIDERS.contains(provider)) {
      throw new InvalidInputException(
          "Cannot create an Iceberg table from source provider: '"
              + provider
              + "' of "
              + name
              + "; it must be a Parquet table");
    }
    if (table.storage().locationUri().isEmpty()) {
      throw new InvalidInputException(
          "Cannot create an Iceberg table from a source without an explicit location: " + name);
    }
    if (table.bucketSpec().nonEmpty()) {
      throw new InvalidInputException(
          "Cannot create an Iceberg table from a bucketed source table: "
              + name
              + ", "
              + table.bucketSpec().get());
    }
  }

  public String location() {
    return CatalogUtils.URIToString(table.location());
  }

  public Column[] columns() {
    return new V1Table(table).columns();
  }

  public Transform[] partitions() {
    List<String> columns = CollectionConverters.asJava(table.partitionColumnNames().toSeq());
    return columns.stream().map(Expressions::identity).toArray(Transform[]::new);
  }

  /** The properties that a table beside this one takes over. */
  public Map<String, String> properties() {
    Map<String, String> properties = allProperties();
    properties.keySet().removeAll(PLACES);
    return properties;
  }

  /** The properties that a table in the place of this one takes over. */
  public Map<String, String> allProperties() {
    Map<String, String> properties = new HashMap<>(CollectionConverters.asJava(table.properties()));
    properties.keySet().removeAll(SPARKS_OWN);
    return properties;
  }

  /**
   * Refuses a location at which the files of both tables would mix; both qualified.
   *
   * @throws InvalidInputException if one holds the other
   */
  public void requireApart(String sourceLocation, String newLocation) {
    boolean overlap =
        (newLocation + "/").startsWith(sourceLocation + "/")
            || (sourceLocation + "/").startsWith(newLocation + "/");
    if (overlap) {
      throw new InvalidInputException(
          "Cannot create a snapshot at location "
              + newLocation
              + " because it would overlap with source table location "
              + sourceLocation
              + " of "
              + name
              + ": the files of both would mix");
    }
  }
}
