package io.firn.procedures.imports;

/** What a directory or a file does that the source names and that is not there. */
public enum WhenMissing {
  FAIL,
  LEAVE_OUT
}
