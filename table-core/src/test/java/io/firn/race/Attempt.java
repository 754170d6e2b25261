package io.firn.race;

import io.firn.operation.Isolation;
import java.util.List;
import java.util.Set;

/**
 * One statement of a race: what it does, the rows that it changed or deleted as it saw them, the
 * rows that it inserts, and what its writer was told.
 */
record Attempt(
    String id,
    Verb verb,
    Way way,
    Range range,
    Isolation isolation,
    Set<Long> touched,
    List<Row> inserted,
    Told told) {

  Attempt(String id, Verb verb, Way way, Range range, Isolation isolation) {
    this(id, verb, way, range, isolation, Set.of(), List.of(), Told.UNKNOWN);
  }

  /** Nobody has answered yet. */
  Attempt doing(Set<Long> nowTouched, List<Row> nowInserted) {
    return new Attempt(
        id, verb, way, range, isolation, Set.copyOf(nowTouched), List.copyOf(nowInserted), told);
  }

  enum Verb {
    INSERT,
    DELETE,
    UPDATE,
    MERGE,
    COMPACT,
    /** Whole partitions, by metadata alone. */
    DROP,
    /** Rows by their key, as Flink writes it. */
    EQUALITY_DELETE
  }

  enum Way {
    ON_WRITE,
    ON_READ
  }

  enum Told {
    COMMITTED,
    CONFLICT,
    FAILED,
    UNKNOWN
  }

  Attempt told(Told now) {
    return new Attempt(id, verb, way, range, isolation, touched, inserted, now);
  }

  String kind() {
    return switch (verb) {
      case INSERT, COMPACT, DROP, EQUALITY_DELETE -> verb.name();
      default -> verb.name() + (way == Way.ON_WRITE ? " cow" : " mor");
    };
  }

  @Override
  public String toString() {
    return "%s %s %s [%d, %d) %s touches %s inserts %s: %s"
        .formatted(
            id,
            kind(),
            range.column(),
            range.from(),
            range.to(),
            isolation,
            touched,
            inserted,
            told);
  }
}
