package io.firn.scan;

import io.firn.expr.Predicate;
import io.firn.model.DataFile;
import java.util.List;

/**
 * One data file to read: its data sequence number, the position deletes (v2 files or one deletion
 * vector) and equality deletes that apply to it, and what is left of the filter for its rows.
 */
public record FileTask(
    DataFile file,
    long sequenceNumber,
    List<DataFile> positionDeletes,
    List<DataFile> equalityDeletes,
    Predicate residual) {

  public FileTask {
    positionDeletes = List.copyOf(positionDeletes);
    equalityDeletes = List.copyOf(equalityDeletes);
  }

  public boolean hasDeletes() {
    return !positionDeletes.isEmpty() || !equalityDeletes.isEmpty();
  }
}
