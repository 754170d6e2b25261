package io.firn.spark;

import io.firn.error.InvalidInputException;
import io.firn.spark.conf.Selector;
import io.firn.spark.conf.SelectorText;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.parser.ParseException;
import org.apache.spark.sql.connector.catalog.Identifier;
import org.apache.spark.sql.connector.catalog.SupportsCatalogOptions;
import org.apache.spark.sql.connector.catalog.Table;
import org.apache.spark.sql.connector.expressions.Transform;
import org.apache.spark.sql.sources.DataSourceRegister;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import scala.jdk.javaapi.CollectionConverters;

/**
 * The data source {@code firn}: {@code spark.read.format("firn").load("lake.db.t")} for a table of
 * a Firn catalog, {@code load("/data/t")} for a table by its path. The options that select a
 * snapshot give that snapshot's schema too.
 */
public final class FirnSource implements DataSourceRegister, SupportsCatalogOptions {
  private static final String PATH = "path";
  private static final String CATALOG_PREFIX = "spark.sql.catalog.";

  /** A catalog of this name is made for tables by path, in each session that uses them. */
  private static final String PATH_CATALOG = "firn_paths";

  @Override
  public String shortName() {
    return "firn";
  }

  @Override
  public Identifier extractIdentifier(CaseInsensitiveStringMap options) {
    String name = name(options);
    Optional<Selector> selector =
        SelectorText.ofOptions(options).filter(s -> !(s instanceof Selector.Version));
    if (isPath(name)) {
      return Identifier.of(
          new String[0],
          selector
              .map(s -> name + (name.contains("#") ? "," : "#") + SelectorText.namePart(s))
              .orElse(name));
    }
    List<String> parts = new ArrayList<>(withoutCatalog(complete(parse(name))));
    selector.ifPresent(s -> parts.add(SelectorText.namePart(s)));
    int last = parts.size() - 1;
    return Identifier.of(parts.subList(0, last).toArray(String[]::new), parts.get(last));
  }

  @Override
  public String extractCatalog(CaseInsensitiveStringMap options) {
    String name = name(options);
    if (isPath(name)) {
      return pathCatalog();
    }
    String catalog = complete(parse(name)).get(0);
    String key = CATALOG_PREFIX + catalog;
    String className = SparkSession.active().conf().get(key, "");
    if (!className.startsWith(FirnSource.class.getPackageName() + ".")) {
      throw new InvalidInputException(
          "Cannot find the table "
              + name
              + " for the data source firn: "
              + catalog
              + " is not a Firn catalog. Give the full name with a catalog whose "
              + key
              + " is "
              + FirnCatalog.class.getName()
              + ", or the table's path, which contains a slash");
    }
    return catalog;
  }

  @Override
  public Optional<String> extractTimeTravelVersion(CaseInsensitiveStringMap options) {
    return Optional.ofNullable(options.get(SelectorText.VERSION_AS_OF));
  }

  @Override
  public Optional<String> extractTimeTravelTimestamp(CaseInsensitiveStringMap options) {
    return Optional.ofNullable(options.get(SelectorText.TIMESTAMP_AS_OF));
  }

  private static String pathCatalog() {
    SparkSession session = SparkSession.active();
    String key = CATALOG_PREFIX + PATH_CATALOG;
    if (session.conf().getOption(key).isEmpty()) {
      session.conf().set(key, FirnCatalog.class.getName());
      session.conf().set(key + ".type", "path");
    }
    return PATH_CATALOG;
  }

  private static String name(CaseInsensitiveStringMap options) {
    String name = options.get(PATH);
    if (name == null || name.isBlank()) {
      throw new InvalidInputException(
          "The data source firn needs the name or the path of a table, as in"
              + " load(\"lake.db.orders\")");
    }
    return name;
  }

  private static boolean isPath(String name) {
    return name.contains("/");
  }

  /** The name with catalog and namespace in front, as SQL would complete it. */
  private static List<String> complete(List<String> parts) {
    SparkSession session = SparkSession.active();
    if (parts.size() > 1 && session.conf().getOption(CATALOG_PREFIX + parts.get(0)).isDefined()) {
      return parts;
    }
    List<String> full = new ArrayList<>();
    full.add(session.catalog().currentCatalog());
    String namespace = session.catalog().currentDatabase();
    if (parts.size() == 1 && !namespace.isEmpty()) {
      full.addAll(parse(namespace));
    }
    full.addAll(parts);
    return full;
  }

  private static List<String> withoutCatalog(List<String> parts) {
    return parts.subList(1, parts.size());
  }

  private static List<String> parse(String name) {
    try {
      return CollectionConverters.asJava(
          SparkSession.active().sessionState().sqlParser().parseMultipartIdentifier(name));
    } catch (ParseException e) {
      throw new InvalidInputException("Not the name of a table: " + name, e);
    }
  }

  @Override
  public boolean supportsExternalMetadata() {
    return true;
  }

  @Override
  public StructType inferSchema(CaseInsensitiveStringMap options) {
    throw throughCatalog();
  }

  @Override
  public Table getTable(
      StructType schema, Transform[] partitioning, Map<String, String> properties) {
    throw throughCatalog();
  }

  private static IllegalStateException throughCatalog() {
    return new IllegalStateException(
        "Spark loads the tables of the data source firn through their catalog");
  }
}
