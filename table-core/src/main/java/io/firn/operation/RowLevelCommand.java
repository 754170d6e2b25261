package io.firn.operation;

/** The statement behind a row-level change. */
public enum RowLevelCommand {
  DELETE,
  UPDATE,
  MERGE
}
