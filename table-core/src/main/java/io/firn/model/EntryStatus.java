package io.firn.model;

/** Status of a manifest entry (spec field 0). */
public enum EntryStatus {
  EXISTING(0),
  ADDED(1),
  DELETED(2);

  private final int id;

  EntryStatus(int id) {
    this.id = id;
  }

  public int id() {
    return id;
  }
}
