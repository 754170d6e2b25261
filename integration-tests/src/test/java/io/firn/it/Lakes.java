package io.firn.it;

import io.firn.error.FirnException;
import io.firn.spark.FirnCatalog;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.connector.catalog.Identifier;

/**
 * One Spark session for all suites of a JVM, with two catalogs on one warehouse: {@code lake} is
 * Firn, {@code ice} is Apache Iceberg's own connector.
 */
public final class Lakes {
  private static final Path WAREHOUSE = directory();
  private static final SparkSession SESSION = start();

  private Lakes() {}

  public static SparkSession session() {
    return SESSION;
  }

  /** Where the tables of both catalogs are: {@code <warehouse>/<namespace>/<table>}. */
  public static Path warehouse() {
    return WAREHOUSE;
  }

  /** A new directory that is deleted at exit. */
  public static Path directory() {
    try {
      Path directory = Files.createTempDirectory("firn-it");
      Runtime.getRuntime().addShutdownHook(new Thread(() -> delete(directory)));
      return directory;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void delete(Path directory) {
    try (Stream<Path> paths = Files.walk(directory)) {
      paths.sorted(Comparator.reverseOrder()).forEach(path -> path.toFile().delete());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** All files below a directory of the warehouse, sorted. */
  static List<Path> files(String directory) {
    return files(WAREHOUSE.resolve(directory));
  }

  /** All files below a directory, sorted; none if it does not exist. */
  public static List<Path> files(Path directory) {
    if (!Files.exists(directory)) {
      return List.of();
    }
    try (Stream<Path> paths = Files.walk(directory)) {
      return paths.filter(Files::isRegularFile).sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Makes Firn read the table's metadata anew. */
  static void forget(String table) {
    String[] parts = table.split("\\.");
    ((FirnCatalog) SESSION.sessionState().catalogManager().catalog(parts[0]))
        .invalidateTable(Identifier.of(new String[] {parts[1]}, parts[2]));
  }

  /** Firn's exception among the causes. */
  public static FirnException firnFailure(Throwable thrown) {
    for (Throwable t = thrown; t != null; t = t.getCause()) {
      if (t instanceof FirnException failure) {
        return failure;
      }
    }
    throw new AssertionError("Not an error of Firn: " + thrown, thrown);
  }

  /** The message of the exception or of one of its causes that contains the text. */
  static String messageWith(Throwable thrown, String text) {
    for (Throwable t = thrown; t != null; t = t.getCause()) {
      if (t.getMessage() != null && t.getMessage().contains(text)) {
        return t.getMessage();
      }
    }
    throw new AssertionError("No message contains: " + text, thrown);
  }

  private static SparkSession start() {
    return SparkSession.builder()
        .master("local[2]")
        .appName("firn integration tests")
        .config("spark.ui.enabled", "false")
        .config("spark.sql.shuffle.partitions", "2")
        .config("spark.sql.warehouse.dir", WAREHOUSE.resolve("spark").toString())
        .config("spark.sql.session.timeZone", "UTC")
        .config("spark.sql.extensions", "io.firn.spark.FirnSparkSessionExtensions")
        .config("spark.sql.catalog.lake", "io.firn.spark.FirnCatalog")
        .config("spark.sql.catalog.lake.type", "hadoop")
        .config("spark.sql.catalog.lake.warehouse", WAREHOUSE.toString())
        .config("spark.sql.catalog.ice", "org.apache.iceberg.spark.SparkCatalog")
        .config("spark.sql.catalog.ice.type", "hadoop")
        .config("spark.sql.catalog.ice.warehouse", WAREHOUSE.toString())
        .config("spark.sql.catalog.ice.cache-enabled", "false")
        .getOrCreate();
  }

  public static List<Row> sql(String statement) {
    return SESSION.sql(statement).collectAsList();
  }

  /** The rows of a query as text, in the query's order; the same values give the same text. */
  public static List<String> rows(String query) {
    return sql(query).stream().map(ValueText::of).toList();
  }
}
