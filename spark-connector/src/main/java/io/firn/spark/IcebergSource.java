package io.firn.spark;

import java.util.Map;
import java.util.Optional;
import org.apache.spark.sql.connector.catalog.Identifier;
import org.apache.spark.sql.connector.catalog.SupportsCatalogOptions;
import org.apache.spark.sql.connector.catalog.Table;
import org.apache.spark.sql.connector.expressions.Transform;
import org.apache.spark.sql.sources.DataSourceRegister;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/**
 * {@link FirnSource} under the name {@code iceberg}, unless Apache Iceberg's connector is there to
 * have it. In Spark's session catalog, {@code CREATE TABLE ... USING iceberg} needs a data source
 * of that name.
 */
public final class IcebergSource implements DataSourceRegister, SupportsCatalogOptions {
  private static final String ICEBERGS_OWN = "org/apache/iceberg/spark/source/IcebergSource.class";
  private final FirnSource source = new FirnSource();

  /** Spark refuses a name that two sources have. */
  @Override
  public String shortName() {
    ClassLoader loader = Thread.currentThread().getContextClassLoader();
    boolean isTaken =
        (loader == null ? IcebergSource.class.getClassLoader() : loader).getResource(ICEBERGS_OWN)
            != null;
    return isTaken ? "firn-iceberg" : "iceberg";
  }

  @Override
  public Identifier extractIdentifier(CaseInsensitiveStringMap options) {
    return source.extractIdentifier(options);
  }

  @Override
  public String extractCatalog(CaseInsensitiveStringMap options) {
    return source.extractCatalog(options);
  }

  @Override
  public Optional<String> extractTimeTravelVersion(CaseInsensitiveStringMap options) {
    return source.extractTimeTravelVersion(options);
  }

  @Override
  public Optional<String> extractTimeTravelTimestamp(CaseInsensitiveStringMap options) {
    return source.extractTimeTravelTimestamp(options);
  }

  @Override
  public boolean supportsExternalMetadata() {
    return source.supportsExternalMetadata();
  }

  @Override
  public StructType inferSchema(CaseInsensitiveStringMap options) {
    return source.inferSchema(options);
  }

  @Override
  public Table getTable(
      StructType schema, Transform[] partitioning, Map<String, String> properties) {
    return source.getTable(schema, partitioning, properties);
  }
}
