package io.firn.error;

/**
 * The table or the request uses something that this version of Firn does not support; nothing was
 * changed.
 */
public final class UnsupportedFeatureException extends FirnException {
  private static final long serialVersionUID = 1L;

  public UnsupportedFeatureException(String message) {
    super(message);
  }

  public UnsupportedFeatureException(String message, Throwable cause) {
    super(message, cause);
  }

  @Override
  protected FirnException retold(String message) {
    return new UnsupportedFeatureException(message, this);
  }
}
