package io.firn.expr;

/** How column names are compared. */
public enum CaseSensitivity {
  SENSITIVE,
  INSENSITIVE
}
