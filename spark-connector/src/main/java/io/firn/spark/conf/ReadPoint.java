package io.firn.spark.conf;

import io.firn.model.Snapshot;
import io.firn.model.SnapshotRef;
import io.firn.model.TableMetadata;
import io.firn.types.Schema;
import java.util.Optional;

/**
 * The state of a table that a statement reads: the snapshot (empty for a table or branch without
 * one), the schema that it is read with, and what the user selected. The schema is the snapshot's
 * for a snapshot id, a tag or a time, and the table's current one otherwise.
 */
public record ReadPoint(Optional<Snapshot> snapshot, Schema schema, Selector selector) {

  /**
   * What is read if the user selects nothing: main, or in a session that works on a branch by
   * write-audit-publish the head of that branch, once it is there, so that statements see what
   * earlier ones of the session wrote.
   */
  public static ReadPoint current(TableMetadata metadata, SessionSettings session) {
    ReadPoint main = Selector.CURRENT.resolve(metadata, "");
    return WriteTarget.auditBranch(session, metadata.properties())
        .flatMap(metadata::ref)
        .filter(SnapshotRef::isBranch)
        .flatMap(ref -> metadata.snapshot(ref.snapshotId()))
        .map(head -> new ReadPoint(Optional.of(head), main.schema(), main.selector()))
        .orElse(main);
  }

  /** The branch that this point is the head of; empty for a tag, a snapshot id or a time. */
  public Optional<String> branch() {
    if (selector instanceof Selector.Branch named) {
      return Optional.of(named.name());
    }
    return selector instanceof Selector.Current ? Optional.of(SnapshotRef.MAIN) : Optional.empty();
  }

  /** The branch as far as the user named one. */
  public Optional<String> namedBranch() {
    return selector instanceof Selector.Branch named ? Optional.of(named.name()) : Optional.empty();
  }

  /** Whether the point stays where it is when somebody commits; such a point cannot be written. */
  public boolean isTimeTravel() {
    return branch().isEmpty();
  }

  /** Whether both points show the same rows under the same schema. */
  public boolean readsTheSameAs(ReadPoint other) {
    return snapshot.map(Snapshot::snapshotId).equals(other.snapshot.map(Snapshot::snapshotId))
        && schema.sameFields(other.schema);
  }
}
