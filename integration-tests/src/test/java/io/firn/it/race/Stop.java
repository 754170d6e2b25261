package io.firn.it.race;

/** What a statement is about to do when others overtake it. */
enum Stop {
  /** It has read the table and creates its first data or delete file. */
  WRITES_DATA("data"),
  /**
   * It has checked in its first attempt to commit, and creates the first metadata file. Firn's own
   * statements in the same process would wait for it there.
   */
  COMMITS("metadata");

  private final String directory;

  Stop(String directory) {
    this.directory = directory;
  }

  String directory() {
    return directory;
  }
}
