package io.firn.operation;

import java.util.Optional;
import java.util.OptionalLong;

/**
 * Whether an overwrite fails when others changed the rows that it replaces. Iceberg engines check
 * only when the writer asks for it ({@code isolation-level}, {@code validate-from-snapshot-id}).
 * Without a snapshot the check goes back to the beginning of the table's history.
 */
public record Validation(Optional<Isolation> isolation, OptionalLong fromSnapshotId) {

  /** The overwrite wins over whatever landed meanwhile. */
  public static Validation none() {
    return new Validation(Optional.empty(), OptionalLong.empty());
  }

  /** Checks what landed after the snapshot. */
  public static Validation since(OptionalLong snapshotId, Isolation isolation) {
    return new Validation(Optional.of(isolation), snapshotId);
  }
}
