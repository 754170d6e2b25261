package io.firn.error;

/**
 * Nobody can tell whether the commit happened; nothing was deleted. Look at the table before trying
 * again.
 */
public final class CommitStateUnknownException extends FirnException {
  private static final long serialVersionUID = 1L;

  public CommitStateUnknownException(String message) {
    super(message);
  }

  public CommitStateUnknownException(String message, Throwable cause) {
    super(message, cause);
  }
}
