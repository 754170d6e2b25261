package io.firn.catalog.jdbc;

import java.sql.SQLException;
import java.sql.SQLIntegrityConstraintViolationException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLRecoverableException;
import java.sql.SQLTimeoutException;
import java.sql.SQLTransientConnectionException;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** What a SQL error says about the statement that it answers. */
final class SqlErrors {
  private static final Set<String> NOTHING_DONE_CLASSES =
      Set.of("0A", "22", "23", "25", "28", "2F", "40", "42", "44", "53", "54", "55");
  private static final String COMPLETION_UNKNOWN = "40003";
  private static final String QUERY_CANCELLED = "57014";
  private static final Set<String> BUSY_STATES = Set.of("40001", "40P01", "55P03", QUERY_CANCELLED);

  // Primary result codes of SQLite, which sets no SQL state.
  private static final int SQLITE_BUSY = 5;
  private static final int SQLITE_LOCKED = 6;
  private static final int SQLITE_CONSTRAINT = 19;

  /** ERROR, PERM, BUSY, LOCKED, READONLY, FULL, CANTOPEN, CONSTRAINT, NOTADB. */
  private static final Set<Integer> SQLITE_NOTHING_DONE = Set.of(1, 3, 5, 6, 8, 13, 14, 19, 26);

  private final boolean sqlite;
  private final Set<String> lostAnswerStates;

  SqlErrors(JdbcSettings settings) {
    this.sqlite = settings.uri().toLowerCase(Locale.ROOT).startsWith("jdbc:sqlite:");
    this.lostAnswerStates = settings.lostAnswerStates();
  }

  /** The connection is of no further use. */
  boolean isConnectionLost(SQLException e) {
    String state = state(e);
    return e instanceof SQLNonTransientConnectionException
        || e instanceof SQLTransientConnectionException
        || e instanceof SQLRecoverableException
        || e instanceof SQLTimeoutException
        || state.startsWith("08")
        || state.startsWith("57P")
        || lostAnswerStates.contains(state);
  }

  /** The statement surely changed nothing. Whatever is not known to be harmless is not. */
  boolean surelyNothingDone(SQLException e) {
    if (isConnectionLost(e)) {
      return false;
    }
    if (sqlite) {
      return SQLITE_NOTHING_DONE.contains(sqliteCode(e));
    }
    String state = state(e);
    return e instanceof SQLIntegrityConstraintViolationException
        || state.equals(QUERY_CANCELLED)
        || (state.length() == 5
            && NOTHING_DONE_CLASSES.contains(state.substring(0, 2))
            && !state.equals(COMPLETION_UNKNOWN));
  }

  /** The statement changed nothing because others are at work; it may be tried again. */
  boolean isBusy(SQLException e) {
    return sqlite
        ? sqliteCode(e) == SQLITE_BUSY || sqliteCode(e) == SQLITE_LOCKED
        : BUSY_STATES.contains(state(e));
  }

  /** A row with this key exists already. */
  boolean isDuplicate(SQLException e) {
    return sqlite
        ? sqliteCode(e) == SQLITE_CONSTRAINT
        : e instanceof SQLIntegrityConstraintViolationException || state(e).startsWith("23");
  }

  private static int sqliteCode(SQLException e) {
    return e.getErrorCode() & 0xFF;
  }

  private static String state(SQLException e) {
    return Optional.ofNullable(e.getSQLState()).orElse("");
  }
}
