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
}
