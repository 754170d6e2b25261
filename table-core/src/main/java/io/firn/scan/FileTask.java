package io.firn.scan;

import io.firn.expr.Predicate;
import io.firn.model.DataFile;
import java.util.List;
import java.util.Optional;

/**
 * One data file to read: its data sequence number, the position deletes (v2 files or one deletion
 * vector) and equality deletes that apply to it, and what is left of the filter for its rows.
 * {@code change} is there in a changelog only.
 */
public record FileTask(
    DataFile file,
    long sequenceNumber,
    List<DataFile> positionDeletes,
    List<DataFile> equalityDeletes,
    Predicate residual,
    Optional<FileChange> change) {

  public FileTask {
    positionDeletes = List.copyOf(positionDeletes);
    equalityDeletes = List.copyOf(equalityDeletes);
  }

  /** A file that is read for its rows, not for what changed of them. */
  public FileTask(
      DataFile file,
      long sequenceNumber,
      List<DataFile> positionDeletes,
      List<DataFile> equalityDeletes,
      Predicate residual) {
    this(file, sequenceNumber, positionDeletes, equalityDeletes, residual, Optional.empty());
  }

  public boolean hasDeletes() {
    return !positionDeletes.isEmpty() || !equalityDeletes.isEmpty();
  }

  /** How many rows the task has at least, by what metadata says. */
  public long minRows() {
    if (change.isPresent() || !equalityDeletes.isEmpty()) {
      return 0;
    }
    long deleted = positionDeletes.stream().mapToLong(DataFile::recordCount).sum();
    return Math.max(0, file.recordCount() - deleted);
  }

  /** How many rows the task can have, by what metadata says. */
  public long maxRows() {
    return change.map(c -> c.maxRows(file.recordCount())).orElse(file.recordCount());
  }
}
