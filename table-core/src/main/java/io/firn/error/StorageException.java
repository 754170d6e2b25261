package io.firn.error;

/** A read, write, list or delete on the storage failed; the message names the location. */
public final class StorageException extends FirnException {
  private static final long serialVersionUID = 1L;

  public StorageException(String message) {
    super(message);
  }

  public StorageException(String message, Throwable cause) {
    super(message, cause);
  }

  @Override
  protected FirnException retold(String message) {
    return new StorageException(message, this);
  }
}
