package io.firn.it.move;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.firn.it.Lakes;
import java.nio.file.Path;
import java.util.List;
import org.apache.spark.sql.RuntimeConfig;

/**
 * Besides {@code lake} and {@code ice}, a catalog of type jdbc of each connector: {@code jlake} and
 * {@code jice}, in one database.
 */
final class MoveSession {
  private static final Path DIRECTORY = start();

  private MoveSession() {}

  private static Path start() {
    Path directory = Lakes.directory();
    RuntimeConfig conf = Lakes.session().conf();
    for (String catalog : List.of("jlake", "jice")) {
      String key = "spark.sql.catalog." + catalog;
      conf.set(
          key,
          catalog.equals("jlake")
              ? "io.firn.spark.FirnCatalog"
              : "org.apache.iceberg.spark.SparkCatalog");
      conf.set(key + ".type", "jdbc");
      conf.set(key + ".uri", "jdbc:sqlite:" + directory.resolve("catalog.db"));
      conf.set(key + ".warehouse", directory.resolve(catalog).toString());
      conf.set(key + ".cache-enabled", "false");
    }
    return directory;
  }

  /** A directory for the files of a test class. */
  static Path directory() {
    return DIRECTORY;
  }

  /** The location of a table's current metadata file. */
  static String metadataFile(String table) {
    return Lakes.sql(
            "SELECT file FROM " + table + ".metadata_log_entries ORDER BY timestamp DESC LIMIT 1")
        .get(0)
        .getString(0);
  }

  /** The messages of the failure and of its causes; there must be one. */
  static String failure(String statement) {
    StringBuilder messages = new StringBuilder();
    Throwable thrown = assertThrows(Exception.class, () -> Lakes.sql(statement));
    for (Throwable t = thrown; t != null; t = t.getCause()) {
      messages.append(t.getMessage()).append("\n");
    }
    return messages.toString();
  }

  static void assertRefused(String statement, String message) {
    String messages = failure(statement);
    assertTrue(messages.contains(message), messages);
  }
}
