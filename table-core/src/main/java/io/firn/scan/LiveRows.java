package io.firn.scan;

import io.firn.codec.parquet.PositionDeleteFile;
import io.firn.deletes.PositionSet;
import io.firn.io.Storage;
import io.firn.model.DataFile;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * How many rows the deletes leave of a scan's files, found without a look at the data files. A
 * deletion vector says how many rows it deletes. Position delete files are read, since several may
 * name the same row.
 */
public final class LiveRows {
  private final Map<String, Map<String, PositionSet>> byDeleteFile;

  private LiveRows(Map<String, Map<String, PositionSet>> byDeleteFile) {
    this.byDeleteFile = byDeleteFile;
  }

  /**
   * Reads the position delete files of the tasks, unless together they have more than {@code
   * maxBytes}: then rows that they may delete stay uncounted.
   */
  public static LiveRows read(
      List<FileTask> tasks, Storage storage, Workers workers, long maxBytes) {
    Map<String, DataFile> deletes = new LinkedHashMap<>();
    long bytes = 0;
    for (FileTask task : tasks) {
      for (DataFile delete : task.positionDeletes()) {
        if (!delete.isDeletionVector() && deletes.put(delete.filePath(), delete) == null) {
          bytes += delete.fileSizeInBytes();
        }
      }
    }
    if (bytes > maxBytes) {
      return new LiveRows(Map.of());
    }
    deletes.values().forEach(ReadableFiles::require);
    List<Map<String, PositionSet>> read =
        workers.map(
            List.copyOf(deletes.values()), file -> PositionDeleteFile.readAll(storage, file));
    Map<String, Map<String, PositionSet>> byDeleteFile = new HashMap<>();
    int next = 0;
    for (String path : deletes.keySet()) {
      byDeleteFile.put(path, read.get(next));
      next++;
    }
    return new LiveRows(byDeleteFile);
  }

  /** The rows that are left of a task's file; empty if that takes a look at its rows. */
  public OptionalLong of(FileTask task) {
    if (task.change().isPresent() || !task.equalityDeletes().isEmpty()) {
      return OptionalLong.empty();
    }
    long vectors = 0;
    PositionSet positions = new PositionSet();
    for (DataFile delete : task.positionDeletes()) {
      Map<String, PositionSet> byDataFile = byDeleteFile.get(delete.filePath());
      if (delete.isDeletionVector()) {
        vectors += delete.recordCount();
      } else if (byDataFile == null) {
        return OptionalLong.empty();
      } else if (byDataFile.containsKey(task.file().filePath())) {
        positions.addAll(byDataFile.get(task.file().filePath()));
      }
    }
    long rows = task.file().recordCount();
    return OptionalLong.of(rows - vectors - positions.cardinality(0, rows));
  }
}
