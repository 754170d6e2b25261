package io.firn.conflict;

/**
 * Whether a file has a row that counts.
 *
 * @param text for messages: the row, or why it is not known whether there is one
 */
record RowAnswer(Kind kind, String text) {
  enum Kind {
    NO_ROW,
    A_ROW,
    NOT_KNOWN
  }

  static RowAnswer noRow() {
    return new RowAnswer(Kind.NO_ROW, "");
  }

  static RowAnswer row(String text) {
    return new RowAnswer(Kind.A_ROW, text);
  }

  static RowAnswer notKnown(String why) {
    return new RowAnswer(Kind.NOT_KNOWN, why.isEmpty() ? "" : ", whose rows were not read: " + why);
  }

  /** A row that is not known to be none is one. */
  boolean counts() {
    return kind != Kind.NO_ROW;
  }
}
