package io.firn.catalog.jdbc;

import io.firn.error.StorageException;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lends at most so many connections at a time, in auto-commit mode; opens them when they are first
 * needed, and never lends one that does not answer any more.
 */
final class ConnectionPool implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ConnectionPool.class);
  private static final int VALIDATION_SECONDS = 10;

  /** Uses a connection. */
  @FunctionalInterface
  interface Work<R> {
    R with(Connection connection) throws SQLException;
  }

  private final JdbcSettings settings;
  private final SqlErrors errors;
  private final Semaphore permits;
  private final Deque<Connection> idle = new ArrayDeque<>();
  private boolean closed;

  ConnectionPool(JdbcSettings settings, SqlErrors errors) {
    this.settings = settings;
    this.errors = errors;
    this.permits = new Semaphore(settings.clients());
  }

  /**
   * Every statement is a transaction of its own.
   *
   * @throws SQLException from the work; whether anything was changed depends on it
   * @throws StorageException if there is no connection; surely nothing was changed
   */
  <R> R run(Work<R> work) throws SQLException {
    try {
      permits.acquire();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new StorageException("Interrupted while waiting for a database connection", e);
    }
    try {
      Connection connection = usable();
      boolean healthy = false;
      try {
        R result = work.with(connection);
        healthy = true;
        return result;
      } catch (SQLException e) {
        healthy = !errors.isConnectionLost(e);
        throw e;
      } finally {
        giveBack(connection, healthy);
      }
    } finally {
      permits.release();
    }
  }

  /** All statements of the work are one transaction. */
  <R> R transaction(Work<R> work) throws SQLException {
    return run(
        connection -> {
          connection.setAutoCommit(false);
          try {
            R result = work.with(connection);
            connection.commit();
            return result;
          } catch (SQLException | RuntimeException e) {
            rollback(connection, e);
            throw e;
          } finally {
            connection.setAutoCommit(true);
          }
        });
  }

  private static void rollback(Connection connection, Exception failure) {
    try {
      connection.rollback();
    } catch (SQLException e) {
      failure.addSuppressed(e);
    }
  }

  private Connection usable() {
    try {
      for (Optional<Connection> next = takeIdle(); next.isPresent(); next = takeIdle()) {
        if (next.get().isValid(VALIDATION_SECONDS)) {
          return next.get();
        }
        closeQuietly(next.get());
      }
      return open();
    } catch (SQLException e) {
      throw new StorageException(
          "Cannot connect to " + settings.displayUri() + ": " + e.getMessage(), e);
    }
  }

  private Connection open() throws SQLException {
    Driver driver = Drivers.find(settings);
    Optional<Connection> opened =
        Optional.ofNullable(driver.connect(settings.uri(), settings.connectionProperties()));
    return opened.orElseThrow(
        () -> new SQLException("the driver " + driver.getClass().getName() + " does not take it"));
  }

  private synchronized Optional<Connection> takeIdle() {
    if (closed) {
      throw new StorageException("The catalog at " + settings.displayUri() + " is closed");
    }
    return Optional.ofNullable(idle.pollFirst());
  }

  private synchronized void giveBack(Connection connection, boolean healthy) {
    if (healthy && !closed) {
      idle.addFirst(connection);
    } else {
      closeQuietly(connection);
    }
  }

  @Override
  public synchronized void close() {
    closed = true;
    idle.forEach(ConnectionPool::closeQuietly);
    idle.clear();
  }

  private static void closeQuietly(Connection connection) {
    try {
      connection.close();
    } catch (SQLException e) {
      LOG.debug("Closing a database connection failed", e);
    }
  }
}
