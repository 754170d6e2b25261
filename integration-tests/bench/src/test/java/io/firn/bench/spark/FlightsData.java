package io.firn.bench.spark;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.apache.spark.sql.SparkSession;

/**
 * Three million flights inside the United States in 2001, of the npm package {@code vega-datasets},
 * ordered by departure. The launcher fetches the file; {@code examples/data/README.md} tells where
 * the records come from.
 */
final class FlightsData {
  static final String SOURCE = "flights-3m.parquet";

  private final SparkSession session;
  private final Path directory;

  FlightsData(SparkSession session, Path directory) {
    this.session = session;
    this.directory = directory;
  }

  /** A relation for a FROM clause. */
  String relation() {
    return "parquet.`%s`".formatted(path());
  }

  private Path path() {
    return directory.resolve("flights");
  }

  /** Why there are none; empty if there are. */
  Optional<String> missing() {
    return Files.exists(path().resolve("_SUCCESS"))
        ? Optional.empty()
        : Optional.of("the flights are not there; the launcher fetches them with npm");
  }

  /** Makes them of the file that was fetched, unless they are there or it is not. */
  void prepare() {
    Path source = directory.resolve(SOURCE);
    if (missing().isEmpty() || !Files.exists(source)) {
      return;
    }
    session
        .sql(
            """
            SELECT CAST(date AS TIMESTAMP) AS date, INT(delay) AS delay, INT(distance) AS distance,
              origin, destination FROM parquet.`%s` ORDER BY date, origin, destination"""
                .formatted(source))
        .write()
        .mode("overwrite")
        .parquet(path().toString());
  }
}
