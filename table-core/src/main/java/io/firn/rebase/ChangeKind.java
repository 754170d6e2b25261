package io.firn.rebase;

/** What a change means for the rows that it touches. */
public enum ChangeKind {
  DELETE,
  UPDATE,
  MERGE,
  /** Rows move, none changes. */
  COMPACTION
}
