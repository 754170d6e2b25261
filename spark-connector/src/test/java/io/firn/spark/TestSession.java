package io.firn.spark;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * The Spark session that all tests of a JVM share, with the catalogs {@code lake} (type hadoop) and
 * {@code jlake} (type jdbc, in SQLite) in a directory that is deleted at exit. A second session,
 * {@link #withExtensions}, has Firn's extensions.
 */
public final class TestSession {
  private static final Path DIRECTORY = newDirectory();
  private static final SparkSession PLAIN = builder().getOrCreate();
  private static final SparkSession EXTENDED = extended();

  private TestSession() {}

  /** The session without extensions, made the active one. */
  public static SparkSession get() {
    SparkSession.setActiveSession(PLAIN);
    return PLAIN;
  }

  /** The session with Firn's extensions, made the active one. */
  public static SparkSession withExtensions() {
    SparkSession.setActiveSession(EXTENDED);
    return EXTENDED;
  }

  /**
   * A new session with Firn's extensions and Firn before Spark's own session catalog, whose tables
   * all sessions share; made the active one.
   */
  public static SparkSession withSessionCatalog(Map<String, String> settings) {
    SparkSession session = EXTENDED.newSession();
    String key = "spark.sql.catalog.spark_catalog";
    session.conf().set(key, FirnSessionCatalog.class.getName());
    settings.forEach((name, value) -> session.conf().set(key + "." + name, value));
    SparkSession.setActiveSession(session);
    return session;
  }

  public static Path warehouse() {
    return DIRECTORY.resolve("warehouse");
  }

  public static Path jdbcWarehouse() {
    return DIRECTORY.resolve("jdbc-warehouse");
  }

  /** A new directory of the test's own. */
  public static Path directory(String name) {
    try {
      return Files.createTempDirectory(DIRECTORY, name);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Runs a statement in the session without extensions; each row as its text. */
  public static List<String> sql(String statement) {
    return rows(get(), statement);
  }

  /** Runs a statement; each row as its text, {@code [1,a]}. */
  public static List<String> rows(SparkSession session, String statement) {
    return Arrays.stream((Row[]) session.sql(statement).collect()).map(Row::toString).toList();
  }

  /** A catalog, as Spark has it. */
  public static FirnCatalog catalog(String name) {
    return (FirnCatalog) get().sessionState().catalogManager().catalog(name);
  }

  /** The id of a table's current snapshot. */
  public static long snapshotId(String table) {
    return Long.parseLong(
        sql("SHOW TBLPROPERTIES " + table + " ('current-snapshot-id')")
            .get(0)
            .replaceAll(".*,(-?\\d+)]", "$1"));
  }

  /** All files below the directory, relative to it, sorted; none if it does not exist. */
  public static List<String> files(Path directory) {
    if (!Files.exists(directory)) {
      return List.of();
    }
    try (Stream<Path> paths = Files.walk(directory)) {
      return paths
          .filter(Files::isRegularFile)
          .map(path -> directory.relativize(path).toString())
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The message of the exception or of one of its causes that contains the text. */
  public static String messageWith(Throwable thrown, String text) {
    for (Throwable t = thrown; t != null; t = t.getCause()) {
      if (t.getMessage() != null && t.getMessage().contains(text)) {
        return t.getMessage();
      }
    }
    throw new AssertionError("No message contains: " + text, thrown);
  }

  private static SparkSession extended() {
    SparkSession.clearActiveSession();
    SparkSession.clearDefaultSession();
    SparkSession session = builder().withExtensions(new FirnSparkSessionExtensions()).getOrCreate();
    SparkSession.setDefaultSession(PLAIN);
    SparkSession.setActiveSession(PLAIN);
    return session;
  }

  private static SparkSession.Builder builder() {
    return SparkSession.builder()
        .appName("tests")
        .master("local[2]")
        .config("spark.ui.enabled", "false")
        .config("spark.ui.showConsoleProgress", "false")
        .config("spark.driver.host", "127.0.0.1")
        .config("spark.driver.bindAddress", "127.0.0.1")
        .config("spark.sql.shuffle.partitions", "2")
        .config("spark.sql.session.timeZone", "UTC")
        .config("spark.sql.warehouse.dir", DIRECTORY.resolve("spark-warehouse").toString())
        .config("spark.sql.catalog.lake", "io.firn.spark.FirnCatalog")
        .config("spark.sql.catalog.lake.type", "hadoop")
        .config("spark.sql.catalog.lake.warehouse", warehouse().toString())
        .config("spark.sql.catalog.jlake", "io.firn.spark.FirnCatalog")
        .config("spark.sql.catalog.jlake.type", "jdbc")
        .config("spark.sql.catalog.jlake.uri", "jdbc:sqlite:" + DIRECTORY.resolve("catalog.db"))
        .config("spark.sql.catalog.jlake.warehouse", jdbcWarehouse().toString());
  }

  private static Path newDirectory() {
    try {
      Path directory = Files.createTempDirectory("firn-spark-tests");
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
}
