package io.firn.error;

/** A file that the table's metadata refers to does not exist; the message names the location. */
public final class MissingFileException extends FirnException {
  private static final long serialVersionUID = 1L;

  public MissingFileException(String message) {
    super(message);
  }

  public MissingFileException(String message, Throwable cause) {
    super(message, cause);
  }

  @Override
  protected FirnException retold(String message) {
    return new MissingFileException(message, this);
  }
}
