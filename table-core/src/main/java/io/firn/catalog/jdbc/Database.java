package io.firn.catalog.jdbc;

import io.firn.error.StorageException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** Statements with text parameters on pooled connections; reading failures name the catalog. */
final class Database implements AutoCloseable {

  /** Makes something of the current row. */
  @FunctionalInterface
  interface Row<R> {
    R of(ResultSet row) throws SQLException;
  }

  private final String catalog;
  private final ConnectionPool pool;
  private final SqlErrors errors;

  Database(String catalog, JdbcSettings settings) {
    this.catalog = catalog;
    this.errors = new SqlErrors(settings);
    this.pool = new ConnectionPool(settings, errors);
  }

  SqlErrors errors() {
    return errors;
  }

  <R> List<R> query(Row<R> row, String sql, String... arguments) {
    try {
      return pool.run(connection -> query(connection, row, sql, arguments));
    } catch (SQLException e) {
      throw failed(sql, e);
    }
  }

  static <R> List<R> query(Connection connection, Row<R> row, String sql, String... arguments)
      throws SQLException {
    try (PreparedStatement statement = prepare(connection, sql, arguments);
        ResultSet rows = statement.executeQuery()) {
      List<R> result = new ArrayList<>();
      while (rows.next()) {
        result.add(row.of(rows));
      }
      return result;
    }
  }

  boolean anyRow(String sql, String... arguments) {
    try {
      return pool.run(connection -> anyRow(connection, sql, arguments));
    } catch (SQLException e) {
      throw failed(sql, e);
    }
  }

  private static boolean anyRow(Connection connection, String sql, String... arguments)
      throws SQLException {
    try (PreparedStatement statement = prepare(connection, sql, arguments)) {
      statement.setMaxRows(1);
      try (ResultSet rows = statement.executeQuery()) {
        return rows.next();
      }
    }
  }

  /** Fails if the database does not understand the query. */
  void probe(String sql) throws SQLException {
    pool.run(connection -> anyRow(connection, sql));
  }

  /** Number of changed rows; the caller judges the error. */
  int update(String sql, String... arguments) throws SQLException {
    return pool.run(connection -> update(connection, sql, arguments));
  }

  static int update(Connection connection, String sql, String... arguments) throws SQLException {
    try (PreparedStatement statement = prepare(connection, sql, arguments)) {
      return statement.executeUpdate();
    }
  }

  <R> R transaction(ConnectionPool.Work<R> work) throws SQLException {
    return pool.transaction(work);
  }

  StorageException failed(String what, SQLException e) {
    return new StorageException(
        "The database of the catalog "
            + catalog
            + " refused: "
            + e.getMessage()
            + " ("
            + what
            + ")",
        e);
  }

  private static PreparedStatement prepare(Connection connection, String sql, String... arguments)
      throws SQLException {
    PreparedStatement statement = connection.prepareStatement(sql);
    try {
      for (int i = 0; i < arguments.length; i++) {
        statement.setString(i + 1, arguments[i]);
      }
      return statement;
    } catch (SQLException e) {
      statement.close();
      throw e;
    }
  }

  @Override
  public void close() {
    pool.close();
  }
}
