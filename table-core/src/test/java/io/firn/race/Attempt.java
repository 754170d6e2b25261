package io.firn.race;

import io.firn.model.Snapshot;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;

/**
 * What one statement of a race did: the snapshot that it read, the rows that it changed or deleted
 * as it saw them, the rows that it inserts, what its writer was told, and for a conflict the
 * commits that had landed.
 */
record Attempt(
    Planned planned,
    OptionalLong base,
    Set<Long> touched,
    List<Row> inserted,
    Told told,
    List<Snapshot> met) {

  enum Told {
    COMMITTED,
    CONFLICT,
    FAILED,
    /** Nobody knows: an answer was lost, or the writer died. */
    UNKNOWN,
    /** There was nothing to commit. */
    NOTHING
  }

  Attempt told(Told now, List<Snapshot> nowMet) {
    return new Attempt(planned, base, touched, inserted, now, nowMet);
  }

  String id() {
    return planned.id();
  }

  @Override
  public String toString() {
    return "%s %s %s [%d, %d) on %s, read %s, touches %s inserts %s: %s"
        .formatted(
            id(),
            planned.kind(),
            planned.range().column(),
            planned.range().from(),
            planned.range().to(),
            planned.branch(),
            base.isPresent() ? base.getAsLong() : "nothing",
            touched,
            inserted,
            told);
  }
}
