package io.firn.model;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * One state of the table (spec: Snapshots). {@code summary} holds {@code operation} too, when the
 * snapshot has one. v1 snapshots may list {@code manifests} in place of a {@code manifestList}.
 */
public record Snapshot(
    long snapshotId,
    OptionalLong parentSnapshotId,
    long sequenceNumber,
    long timestampMillis,
    Map<String, String> summary,
    Optional<String> manifestList,
    List<String> manifests,
    OptionalInt schemaId,
    OptionalLong firstRowId,
    OptionalLong addedRows,
    Optional<String> keyId) {

  public static final String OPERATION_KEY = "operation";

  /**
   * Summary entry of Firn for appends of row-level statements, with the statement: it had read the
   * table before it appended, unlike an INSERT.
   */
  public static final String ROW_LEVEL_COMMAND_KEY = "row-level-command";

  /** Why a commit that rewrote data files left no row map. */
  public static final String ROW_MAP_REASON_KEY = "row-map-reason";

  public Optional<String> operation() {
    return Optional.ofNullable(summary.get(OPERATION_KEY));
  }
}
