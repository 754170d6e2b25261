package io.firn.model;

/** What a file of a manifest holds (spec field 134). */
public enum FileContent {
  DATA(0),
  /** Position deletes: a position delete file (v2) or a deletion vector (v3). */
  POSITION_DELETES(1),
  EQUALITY_DELETES(2);

  private final int id;

  FileContent(int id) {
    this.id = id;
  }

  public int id() {
    return id;
  }
}
