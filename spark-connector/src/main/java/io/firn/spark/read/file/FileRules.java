package io.firn.spark.read.file;

import io.firn.scan.FileChange;
import io.firn.scan.FileTask;
import io.firn.types.Schema;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Which rows of a data file are read: those that its deletes leave, of these maybe changed ones.
 */
record FileRules(AppliedDeletes deletes, Optional<Changed> changed) {

  private record Changed(AppliedDeletes landed, AppliedDeletes lifted) {}

  static FileRules of(FileTask task, DeleteLoader loader, Schema allColumns) {
    String file = task.file().filePath();
    return new FileRules(
        new AppliedDeletes(
            loader, allColumns, task.positionDeletes(), task.equalityDeletes(), file),
        task.change()
            .filter(change -> change.kind() == FileChange.Kind.OTHER_DELETES)
            .map(
                change ->
                    new Changed(
                        of(change.landed(), loader, allColumns, file),
                        of(change.lifted(), loader, allColumns, file))));
  }

  private static AppliedDeletes of(
      FileChange.Deletes deletes, DeleteLoader loader, Schema allColumns, String file) {
    return new AppliedDeletes(loader, allColumns, deletes.positions(), deletes.equalities(), file);
  }

  /** Whether no row is read, which shows without looking at the file. */
  boolean readNothing() {
    return changed.map(c -> c.landed().deletesTheSameAs(c.lifted())).orElse(false);
  }

  Set<Integer> keyIds() {
    Set<Integer> ids = new LinkedHashSet<>();
    all().forEach(applied -> ids.addAll(applied.keyIds()));
    return ids;
  }

  boolean usePositions() {
    return all().stream().anyMatch(AppliedDeletes::usePositions);
  }

  private List<AppliedDeletes> all() {
    return changed
        .map(c -> List.of(deletes, c.landed(), c.lifted()))
        .orElseGet(() -> List.of(deletes));
  }

  /** The changed rows as a test of the rows that the vectors will hold; empty if all are read. */
  Optional<ChangedRows> changedRows(
      FileProjection projection, ReadColumns read, FileVectors vectors) {
    return changed.map(
        c ->
            new ChangedRows(
                c.landed().over(projection, read, vectors),
                c.lifted().over(projection, read, vectors)));
  }
}
