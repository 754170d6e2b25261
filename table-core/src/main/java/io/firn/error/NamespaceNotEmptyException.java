package io.firn.error;

/** The namespace still holds tables or namespaces and cannot be dropped. */
public final class NamespaceNotEmptyException extends FirnException {
  private static final long serialVersionUID = 1L;

  public NamespaceNotEmptyException(String message) {
    super(message);
  }

  public NamespaceNotEmptyException(String message, Throwable cause) {
    super(message, cause);
  }
}
