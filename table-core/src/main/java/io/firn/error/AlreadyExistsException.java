package io.firn.error;

/** The table, namespace, branch or tag that the caller wants to create exists already. */
public final class AlreadyExistsException extends FirnException {
  private static final long serialVersionUID = 1L;

  public AlreadyExistsException(String message) {
    super(message);
  }

  public AlreadyExistsException(String message, Throwable cause) {
    super(message, cause);
  }
}
