package io.firn.race;

/**
 * One statement of a race before it runs: all that it does follows from this and from what it
 * reads.
 *
 * @param number tells it apart and never changes, also when others are left out
 * @param seed for what is not worth a word, such as which files a compaction takes
 */
record Planned(int number, Verb verb, Way way, Range range, String branch, long seed) {

  enum Verb {
    INSERT,
    DELETE,
    UPDATE,
    MERGE,
    /** With NOT MATCHED clauses only. */
    MERGE_INSERT,
    COMPACT,
    /** As other engines do it: without row map. */
    FOREIGN_COMPACT,
    /** Merges position delete files, or makes deletion vectors of them. */
    REWRITE_DELETES,
    /** Whole partitions, by metadata alone. */
    DROP,
    /** Rows by their key, as Flink writes it. */
    EQUALITY_DELETE,
    /** Adds, renames or drops a column. */
    SCHEMA,
    /** Partitions by another field, or by none. */
    SPEC,
    /** To format version 3. */
    UPGRADE;

    boolean bringsSnapshot() {
      return this != SCHEMA && this != SPEC && this != UPGRADE;
    }
  }

  enum Way {
    ON_WRITE,
    ON_READ
  }

  String id() {
    return "s" + number;
  }

  /** Its column and row of the matrix. */
  String kind() {
    return switch (verb) {
      case DELETE, UPDATE, MERGE -> verb.name() + (way == Way.ON_WRITE ? " cow" : " mor");
      default -> verb.name().replace('_', ' ');
    };
  }

  /** As {@link #parse} reads it. */
  String text() {
    return "%d %s %s %s %d %d %s %d"
        .formatted(number, verb, way, range.column(), range.from(), range.to(), branch, seed);
  }

  static Planned parse(String text) {
    String[] words = text.trim().split(" +");
    return new Planned(
        Integer.parseInt(words[0]),
        Verb.valueOf(words[1]),
        Way.valueOf(words[2]),
        new Range(words[3], Long.parseLong(words[4]), Long.parseLong(words[5])),
        words[6],
        Long.parseLong(words[7]));
  }
}
