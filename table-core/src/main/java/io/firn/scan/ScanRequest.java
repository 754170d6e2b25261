package io.firn.scan;

import io.firn.expr.CaseSensitivity;
import io.firn.expr.Predicate;
import io.firn.model.Snapshot;
import io.firn.model.TableMetadata;
import io.firn.types.Schema;

/**
 * What to plan: a snapshot of a table, the schema that names in the filter refer to, the filter,
 * and whether names ignore case.
 */
public record ScanRequest(
    TableMetadata metadata,
    Snapshot snapshot,
    Schema schema,
    Predicate filter,
    CaseSensitivity caseSensitivity,
    StatsMode statsMode) {}
