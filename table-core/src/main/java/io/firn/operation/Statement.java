package io.firn.operation;

import io.firn.expr.CaseSensitivity;
import io.firn.expr.Predicate;
import java.util.OptionalLong;

/**
 * A row-level statement and what it read: the snapshot (empty: the branch had none), the rows it
 * had to see, and how far it must be kept apart from others.
 */
public record Statement(
    RowLevelCommand command,
    OptionalLong baseSnapshotId,
    Predicate readFilter,
    CaseSensitivity caseSensitivity,
    Isolation isolation) {}
