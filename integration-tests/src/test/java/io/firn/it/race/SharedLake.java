package io.firn.it.race;

import io.firn.it.Lakes;
import java.nio.file.Path;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.iceberg.jdbc.JdbcCatalog;
import org.apache.spark.sql.SparkSession;

/**
 * A catalog {@code shared} in an SQLite database, on a {@link GatedDisk}: sessions of Firn and of
 * Apache Iceberg's connector have it under the same name, so that the same statements run in both.
 */
final class SharedLake {
  static final String CATALOG = "shared";
  private static final String CONF = "spark.sql.catalog." + CATALOG;

  private final Path directory = Lakes.directory();

  SparkSession firn() {
    return session("io.firn.spark.FirnCatalog");
  }

  SparkSession iceberg() {
    return session("org.apache.iceberg.spark.SparkCatalog");
  }

  private SparkSession session(String catalog) {
    SparkSession session = Racers.session();
    session.conf().set(CONF, catalog);
    session.conf().set(CONF + ".type", "jdbc");
    session.conf().set(CONF + ".uri", uri());
    session.conf().set(CONF + ".warehouse", location());
    session.conf().set(CONF + ".cache-enabled", "false");
    session.conf().set(CONF + ".hadoop.fs.gated.impl", GatedDisk.class.getName());
    return session;
  }

  /** The same catalog for Apache Iceberg's library. */
  JdbcCatalog library() {
    Configuration hadoop = new Configuration();
    hadoop.set("fs.gated.impl", GatedDisk.class.getName());
    JdbcCatalog catalog = new JdbcCatalog();
    catalog.setConf(hadoop);
    catalog.initialize(CATALOG, Map.of("uri", uri(), "warehouse", location()));
    return catalog;
  }

  private String uri() {
    return "jdbc:sqlite:" + directory.resolve("catalog.db");
  }

  private String location() {
    return "gated://" + warehouse();
  }

  Path warehouse() {
    return directory.resolve("warehouse");
  }
}
