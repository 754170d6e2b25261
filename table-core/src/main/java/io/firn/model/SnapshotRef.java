package io.firn.model;

import java.util.OptionalInt;
import java.util.OptionalLong;

/** A branch or tag (spec: Snapshot References). Ages in milliseconds. */
public record SnapshotRef(
    long snapshotId,
    RefType type,
    OptionalInt minSnapshotsToKeep,
    OptionalLong maxSnapshotAgeMillis,
    OptionalLong maxRefAgeMillis) {
  public static final String MAIN = "main";

  /** Kind of a ref. */
  public enum RefType {
    BRANCH,
    TAG
  }

  public static SnapshotRef branch(long snapshotId) {
    return new SnapshotRef(
        snapshotId,
        RefType.BRANCH,
        OptionalInt.empty(),
        OptionalLong.empty(),
        OptionalLong.empty());
  }

  public static SnapshotRef tag(long snapshotId) {
    return new SnapshotRef(
        snapshotId, RefType.TAG, OptionalInt.empty(), OptionalLong.empty(), OptionalLong.empty());
  }

  public boolean isBranch() {
    return type == RefType.BRANCH;
  }

  /** The same ref with its retention, at another snapshot. */
  public SnapshotRef at(long newSnapshotId) {
    return new SnapshotRef(
        newSnapshotId, type, minSnapshotsToKeep, maxSnapshotAgeMillis, maxRefAgeMillis);
  }
}
