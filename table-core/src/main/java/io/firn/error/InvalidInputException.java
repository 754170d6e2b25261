package io.firn.error;

/**
 * The caller's argument, option, property or statement is wrong; calling again unchanged fails
 * again.
 */
public final class InvalidInputException extends FirnException {
  private static final long serialVersionUID = 1L;

  public InvalidInputException(String message) {
    super(message);
  }

  public InvalidInputException(String message, Throwable cause) {
    super(message, cause);
  }

  @Override
  protected FirnException retold(String message) {
    return new InvalidInputException(message, this);
  }
}
