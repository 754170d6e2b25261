package io.firn.catalog.jdbc;

import io.firn.error.InvalidInputException;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;

/** Finds the driver of an address, also when it came to a running program later than this class. */
final class Drivers {
  private static final Map<String, String> KNOWN =
      Map.of(
          "postgresql", "org.postgresql:postgresql",
          "sqlite", "org.xerial:sqlite-jdbc",
          "mysql", "com.mysql:mysql-connector-j",
          "mariadb", "org.mariadb.jdbc:mariadb-java-client",
          "h2", "com.h2database:h2",
          "oracle", "com.oracle.database.jdbc:ojdbc11",
          "sqlserver", "com.microsoft.sqlserver:mssql-jdbc");

  private Drivers() {}

  static Driver find(JdbcSettings settings) throws SQLException {
    Optional<Driver> registered = accepting(settings.uri(), DriverManager.drivers().toList());
    if (registered.isPresent()) {
      return registered.get();
    }
    ClassLoader loader = Thread.currentThread().getContextClassLoader();
    return accepting(settings.uri(), ServiceLoader.load(Driver.class, loader))
        .orElseThrow(() -> missing(settings));
  }

  private static Optional<Driver> accepting(String uri, Iterable<Driver> drivers)
      throws SQLException {
    for (Driver driver : drivers) {
      if (driver.acceptsURL(uri)) {
        return Optional.of(driver);
      }
    }
    return Optional.empty();
  }

  private static InvalidInputException missing(JdbcSettings settings) {
    List<String> parts = List.of(settings.uri().split(":", 3));
    if (parts.size() < 3 || !parts.get(0).equals("jdbc")) {
      return new InvalidInputException(
          "Not a JDBC address (jdbc:<database>:...): " + settings.displayUri());
    }
    String jar =
        Optional.ofNullable(KNOWN.get(parts.get(1).toLowerCase(Locale.ROOT)))
            .map(artifact -> "add " + artifact + " (--packages or --jars)")
            .orElse("add the jar of the database's JDBC driver (--jars)");
    return new InvalidInputException(
        "There is no JDBC driver for " + settings.displayUri() + " on the class path: " + jar);
  }
}
