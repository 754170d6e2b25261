package io.firn.model;

/** Whether a manifest lists data files or delete files (spec field 517). */
public enum ManifestContent {
  DATA(0, "data"),
  DELETES(1, "deletes");

  private final int id;
  private final String text;

  ManifestContent(int id, String text) {
    this.id = id;
    this.text = text;
  }

  public int id() {
    return id;
  }

  /** The word in a manifest's header. */
  public String text() {
    return text;
  }
}
