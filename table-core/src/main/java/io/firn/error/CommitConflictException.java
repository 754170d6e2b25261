package io.firn.error;

/**
 * Another commit changed data that this operation read or changed; run the statement again on the
 * new data.
 */
public final class CommitConflictException extends FirnException {
  private static final long serialVersionUID = 1L;

  public CommitConflictException(String message) {
    super(message);
  }

  public CommitConflictException(String message, Throwable cause) {
    super(message, cause);
  }
}
