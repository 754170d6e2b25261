package io.firn.it.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.firn.it.Lakes;
import io.firn.it.ValueText;
import io.firn.it.refs.ExtendedSession;
import java.nio.file.Path;
import java.util.List;
import org.apache.spark.sql.SparkSession;

/**
 * Two sessions on one catalog of Spark and one database of a jdbc catalog: in {@code firn},
 * FirnSessionCatalog stands before Spark's own session catalog, in {@code iceberg} Apache Iceberg's
 * SparkSessionCatalog. Each has a namespace of its own, for which {@code %N} stands in statements,
 * and a directory, {@code %D}; each can read the other's.
 */
final class SessionTwins {
  private static final Path DIRECTORY = Lakes.directory();
  private static final SparkSession FIRN = session("io.firn.spark.FirnSessionCatalog");
  private static final SparkSession ICEBERG =
      session("org.apache.iceberg.spark.SparkSessionCatalog");

  private final String name;

  private SessionTwins(String name) {
    this.name = name;
  }

  static SessionTwins create(String name) {
    SessionTwins twins = new SessionTwins(name);
    twins.drop();
    twins.both("CREATE DATABASE %N");
    return twins;
  }

  void drop() {
    both("DROP DATABASE IF EXISTS %N CASCADE");
    SparkSession.setActiveSession(Lakes.session());
  }

  private static SparkSession session(String catalogClass) {
    SparkSession session = ExtendedSession.get().newSession();
    String key = "spark.sql.catalog.spark_catalog";
    session.conf().set(key, catalogClass);
    session.conf().set(key + ".type", "jdbc");
    session.conf().set(key + ".uri", "jdbc:sqlite:" + DIRECTORY.resolve("catalog.db"));
    session.conf().set(key + ".warehouse", DIRECTORY.resolve("warehouse").toString());
    session.conf().set(key + ".jdbc.schema-version", "V1");
    session.conf().set(key + ".cache-enabled", "false");
    session.conf().set("fs.interrupted.impl", InterruptedDisk.class.getName());
    return session;
  }

  /** The directory of Firn's twin. */
  Path directory() {
    return DIRECTORY.resolve(name + "_a");
  }

  List<String> firn(String statement) {
    return run(FIRN, statement, name + "_a");
  }

  List<String> iceberg(String statement) {
    return run(ICEBERG, statement, name + "_b");
  }

  /** What a query in Apache Iceberg's session says of Firn's tables. */
  List<String> icebergOnFirns(String statement) {
    return run(ICEBERG, statement, name + "_a");
  }

  /** What a query in Firn's session says of Apache Iceberg's tables. */
  List<String> firnOnIcebergs(String statement) {
    return run(FIRN, statement, name + "_b");
  }

  private static List<String> run(SparkSession session, String statement, String namespace) {
    SparkSession.setActiveSession(session);
    return session
        .sql(
            statement
                .replace("%N", namespace)
                .replace("%D", DIRECTORY.resolve(namespace).toString()))
        .collectAsList()
        .stream()
        .map(ValueText::of)
        .map(row -> row.replace(namespace, "%N"))
        .toList();
  }

  /** Does it in both sessions, with the same result, which is returned. */
  List<String> both(String statement) {
    List<String> theirs = iceberg(statement);
    assertEquals(theirs, firn(statement), statement);
    return theirs;
  }

  /** The same rows in both, whoever reads them, in the query's order. */
  List<String> rows(String query) {
    List<String> rows = both(query);
    assertEquals(rows, icebergOnFirns(query), query);
    assertEquals(rows, firnOnIcebergs(query), query);
    return rows;
  }

  void bothRefuse(String statement, String message) {
    assertThrows(Exception.class, () -> iceberg(statement), statement);
    firnRefuses(statement, message);
  }

  void firnRefuses(String statement, String message) {
    StringBuilder messages = new StringBuilder();
    Throwable thrown = assertThrows(Exception.class, () -> firn(statement), statement);
    for (Throwable t = thrown; t != null; t = t.getCause()) {
      messages.append(t.getMessage()).append("\n");
    }
    assertTrue(messages.toString().contains(message), messages.toString());
  }
}
