package io.firn.rebase;

import io.firn.model.DataFile;
import java.util.List;

/**
 * Position deletes that wait to be replaced by others that delete the same rows.
 *
 * @param removed position delete files
 * @param added what takes their place: position delete files, or deletion vectors
 */
public record PendingDeletes(List<DataFile> removed, List<DataFile> added) {
  public PendingDeletes {
    removed = List.copyOf(removed);
    added = List.copyOf(added);
  }
}
