package io.firn.procedures.compact;

import io.firn.maintenance.FileGroup;
import io.firn.model.DataFile;
import io.firn.rowmap.RowMapPart;
import java.util.List;
import java.util.Optional;

/**
 * A group after its rows were written to new files; no parts if there were too many, and then
 * {@code whyUnmapped} says so.
 */
record RewrittenGroup(
    FileGroup group,
    List<DataFile> added,
    Optional<List<RowMapPart>> rowMapParts,
    String whyUnmapped) {}
