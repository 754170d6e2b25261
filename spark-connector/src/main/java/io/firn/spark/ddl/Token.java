package io.firn.spark.ddl;

/**
 * A word, number or sign of a statement, and where it stands. The text of a name in backticks is
 * what is between them.
 */
record Token(Kind kind, String text, int start, int end) {

  /** What a token can be used as. */
  enum Kind {
    /** A keyword or a name. */
    WORD,
    /** A name in backticks: never a keyword. */
    QUOTED,
    NUMBER,
    SIGN,
    /** Stands for whatever else Spark's grammar knows, which these statements do not. */
    OTHER,
    END
  }

  boolean isKeyword(String keyword) {
    return kind == Kind.WORD && text.equalsIgnoreCase(keyword);
  }

  boolean isSign(String sign) {
    return kind == Kind.SIGN && text.equals(sign);
  }

  boolean isName() {
    return kind == Kind.WORD || kind == Kind.QUOTED;
  }
}
