package io.firn.it.race;

/** How the first statement ends, with the phrase of the conflict that people search for. */
enum Outcome {
  COMMITS("ok", ""),
  NEW_ROWS("rows", "Found conflicting files that can contain records matching"),
  NEW_DELETES("deletes", "Found new conflicting delete files that can apply to records matching"),
  NEW_DELETES_FOR_REPLACED("covered", " for replaced data file"),
  NEW_VECTOR("vector", "Found concurrently added DV for"),
  NO_MAP("no-map", "was rewritten by a commit that left no row map"),
  NOTHING_LEFT("nothing", "other commits rewrote or removed every file of it meanwhile"),
  FILES_GONE("gone", "Cannot commit, missing data files"),
  REPLACED_GONE("replaced", "Missing required files to delete"),
  ROWS_GONE("removed", "Found conflicting deleted files that can"),
  SAME_ROW("row", "which this statement also changes"),
  PARTLY_MATCHING("partly", "Cannot delete file where some, but not all, rows match filter");

  private final String word;
  private final String phrase;

  Outcome(String word, String phrase) {
    this.word = word;
    this.phrase = phrase;
  }

  String word() {
    return word;
  }

  /** Whether the message tells of this conflict; a commit has none. */
  boolean isToldBy(String message) {
    return this != COMMITS && message.contains(phrase);
  }
}
