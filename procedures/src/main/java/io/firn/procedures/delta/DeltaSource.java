package io.firn.procedures.delta;

import io.firn.error.InvalidInputException;
import io.firn.error.NotFoundException;
import java.lang.reflect.InvocationTargetException;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.analysis.NoSuchTableException;
import org.apache.spark.sql.catalyst.parser.ParseException;
import org.apache.spark.sql.connector.catalog.CatalogNotFoundException;
import org.apache.spark.sql.connector.catalog.CatalogPlugin;
import org.apache.spark.sql.connector.catalog.Identifier;
import org.apache.spark.sql.connector.catalog.Table;
import org.apache.spark.sql.connector.catalog.TableCatalog;
import scala.jdk.javaapi.CollectionConverters;

/**
 * Finds Delta tables: by a path, {@code delta.`/a/path`}, or a name that one of Spark's catalogs
 * knows. Delta itself need not be on the class path.
 */
public final class DeltaSource {
  private static final String PROVIDER = "delta";
  private static final String SESSION_CATALOG = "spark_catalog";

  private DeltaSource() {}

  /**
   * Where the table is.
   *
   * @param firnCatalog the catalog of the new table, which has no Delta tables: if it is the
   *     current one, names without catalog are those of Spark's session catalog
   * @throws NotFoundException if no catalog knows the name
   * @throws InvalidInputException if it is no Delta table
   */
  public static String location(SparkSession session, String firnCatalog, String source) {
    if (source.contains("/") && !source.contains("`")) {
      return absolute(source);
    }
    List<String> parts = parse(session, source);
    if (parts.size() == 2
        && parts.get(0).equalsIgnoreCase(PROVIDER)
        && parts.get(1).contains("/")) {
      return absolute(parts.get(1));
    }
    Optional<CatalogPlugin> named =
        parts.size() > 1 ? catalog(session, parts.get(0)) : Optional.empty();
    String current = session.catalog().currentCatalog();
    CatalogPlugin catalog =
        named.orElseGet(
            () ->
                catalog(session, current.equals(firnCatalog) ? SESSION_CATALOG : current)
                    .orElseThrow());
    List<String> name = named.isPresent() ? parts.subList(1, parts.size()) : parts;
    int last = name.size() - 1;
    String[] namespace =
        last == 0 ? catalog.defaultNamespace() : name.subList(0, last).toArray(String[]::new);
    return location(source, load(source, catalog, Identifier.of(namespace, name.get(last))));
  }

  /** Spark's manager of catalogs is a class before Spark 4.2 and an interface since. */
  private static Optional<CatalogPlugin> catalog(SparkSession session, String name) {
    Object manager = session.sessionState().catalogManager();
    try {
      return Optional.of(
          (CatalogPlugin)
              manager.getClass().getMethod("catalog", String.class).invoke(manager, name));
    } catch (InvocationTargetException e) {
      if (e.getCause() instanceof CatalogNotFoundException) {
        return Optional.empty();
      }
      throw new InvalidInputException("Cannot load the catalog " + name, e);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("this version of Spark finds catalogs in another way", e);
    }
  }

  /** Where a relative path begins would be another place for each machine that reads the table. */
  private static String absolute(String path) {
    if (path.startsWith("/") || path.contains(":/")) {
      return path;
    }
    throw new InvalidInputException(
        "Cannot take over the Delta table " + path + ": give its absolute path");
  }

  private static Table load(String source, CatalogPlugin catalog, Identifier identifier) {
    if (!(catalog instanceof TableCatalog tables)) {
      throw new InvalidInputException(
          "Cannot find the Delta table " + source + ": " + catalog.name() + " has no tables");
    }
    try {
      return tables.loadTable(identifier);
    } catch (NoSuchTableException e) {
      throw new NotFoundException(
          "Cannot find the Delta table "
              + source
              + " in the catalog "
              + catalog.name()
              + ": give its full name, or its path",
          e);
    }
  }

  private static String location(String source, Table table) {
    String provider = table.properties().getOrDefault(TableCatalog.PROP_PROVIDER, "");
    String location = table.properties().getOrDefault(TableCatalog.PROP_LOCATION, "");
    if (!provider.equalsIgnoreCase(PROVIDER)) {
      throw new InvalidInputException(
          "Cannot take over "
              + source
              + ": it is no Delta table"
              + (provider.isEmpty() ? "" : ", its provider is " + provider));
    }
    if (location.isEmpty()) {
      throw new InvalidInputException(
          "Cannot take over " + source + ": its catalog does not say where it is. Give its path");
    }
    return location;
  }

  private static List<String> parse(SparkSession session, String name) {
    try {
      return CollectionConverters.asJava(
          session.sessionState().sqlParser().parseMultipartIdentifier(name));
    } catch (ParseException e) {
      throw new InvalidInputException("Neither the name nor the path of a table: " + name, e);
    }
  }
}
