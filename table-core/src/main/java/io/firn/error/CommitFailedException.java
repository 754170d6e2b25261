package io.firn.error;

/**
 * The commit surely did not happen and no conflict in the data was found (retries used up, or
 * refused by the catalog); it may be tried again.
 */
public final class CommitFailedException extends FirnException {
  private static final long serialVersionUID = 1L;

  public CommitFailedException(String message) {
    super(message);
  }

  public CommitFailedException(String message, Throwable cause) {
    super(message, cause);
  }
}
