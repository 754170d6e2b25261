package io.firn.error;

/** Root of everything that Firn throws on purpose; catch a subclass to react to one cause. */
public abstract class FirnException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  protected FirnException(String message) {
    super(message);
  }

  protected FirnException(String message, Throwable cause) {
    super(message, cause);
  }

  /**
   * The same failure, its message preceded by what could not be done, as in "Cannot read lake.db.t:
   * ". A failure whose message names the table already, or that is about more than one file of a
   * table, stays as it is.
   */
  public final FirnException during(String what, String table) {
    String message = String.valueOf(getMessage());
    return message.contains(table) ? this : retold(what + " " + table + ": " + message);
  }

  /** A copy with another message, which has this one as its cause. */
  protected FirnException retold(String message) {
    return this;
  }
}
