package io.firn.spark.ddl;

/** A statement is one of these, but wrong at a token. */
final class SyntaxErrorException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient Token token;

  SyntaxErrorException(Token token, String expected) {
    super("expected " + expected);
    this.token = token;
  }

  Token token() {
    return token;
  }
}
