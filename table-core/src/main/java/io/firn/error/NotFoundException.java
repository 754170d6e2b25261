package io.firn.error;

/** A table, namespace, snapshot, branch or tag that the caller named does not exist. */
public final class NotFoundException extends FirnException {
  private static final long serialVersionUID = 1L;

  public NotFoundException(String message) {
    super(message);
  }

  public NotFoundException(String message, Throwable cause) {
    super(message, cause);
  }

  @Override
  protected FirnException retold(String message) {
    return new NotFoundException(message, this);
  }
}
