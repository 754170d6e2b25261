package io.firn.rowmap;

import java.util.Optional;

/** What a row that a map does not carry means. */
public enum RowMapKind {
  /** No row changed; a row that is missing was dead at the base. */
  COMPACTION("compaction"),
  /** A row that is missing was deleted or changed, or was dead at the base. */
  ROW_CHANGE("row-change");

  private final String text;

  RowMapKind(String text) {
    this.text = text;
  }

  /** The name in files and summaries. */
  public String text() {
    return text;
  }

  /** The kind of that name, as {@link #text} gives it. */
  public static Optional<RowMapKind> parse(String text) {
    for (RowMapKind kind : values()) {
      if (kind.text.equals(text)) {
        return Optional.of(kind);
      }
    }
    return Optional.empty();
  }
}
