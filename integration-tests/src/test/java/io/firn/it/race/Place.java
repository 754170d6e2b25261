package io.firn.it.race;

/**
 * What the second statement is about; the first one is always about {@link #SAME_ROW}. The rows 1
 * and 2 are in one file of partition {@code a}, 3 and 4 in one of partition {@code b}.
 */
enum Place {
  SAME_ROW(1, "a"),
  SAME_FILE(2, "a"),
  OTHER_PARTITION(3, "b");

  private final long id;
  private final String partition;

  Place(long id, String partition) {
    this.id = id;
    this.partition = partition;
  }

  long id() {
    return id;
  }

  String partition() {
    return partition;
  }

  String text() {
    return name().toLowerCase(java.util.Locale.ROOT).replace('_', '-');
  }
}
