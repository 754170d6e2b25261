package io.firn.operation;

import io.firn.model.DataFile;
import java.util.Map;

/** Counts of added and removed files, records and bytes, as a snapshot summary names them. */
final class FileCounts {
  private final Side added = new Side();
  private final Side removed = new Side();

  void added(DataFile file) {
    added.count(file);
  }

  void removed(DataFile file) {
    removed.count(file);
  }

  /** Adds what the other one counted as added. */
  void addedAsIn(FileCounts other) {
    added.count(other.added);
  }

  /** Puts what is not zero. */
  void putInto(Map<String, String> summary) {
    put(summary, "added-data-files", added.dataFiles);
    put(summary, "deleted-data-files", removed.dataFiles);
    put(summary, "added-equality-delete-files", added.equalityDeleteFiles);
    put(summary, "removed-equality-delete-files", removed.equalityDeleteFiles);
    put(summary, "added-position-delete-files", added.positionDeleteFiles);
    put(summary, "removed-position-delete-files", removed.positionDeleteFiles);
    put(summary, "added-delete-files", added.deleteFiles());
    put(summary, "removed-delete-files", removed.deleteFiles());
    put(summary, "added-dvs", added.vectors);
    put(summary, "removed-dvs", removed.vectors);
    put(summary, "added-records", added.records);
    put(summary, "deleted-records", removed.records);
    put(summary, "added-files-size", added.bytes);
    put(summary, "removed-files-size", removed.bytes);
    put(summary, "added-position-deletes", added.positionDeletes);
    put(summary, "removed-position-deletes", removed.positionDeletes);
    put(summary, "added-equality-deletes", added.equalityDeletes);
    put(summary, "removed-equality-deletes", removed.equalityDeletes);
  }

  private static void put(Map<String, String> summary, String key, long value) {
    if (value > 0) {
      summary.put(key, Long.toString(value));
    }
  }

  private static final class Side {
    private long dataFiles;
    private long records;
    private long bytes;
    private long positionDeleteFiles;
    private long vectors;
    private long positionDeletes;
    private long equalityDeleteFiles;
    private long equalityDeletes;

    void count(DataFile file) {
      bytes += file.contentSizeInBytes().orElse(file.fileSizeInBytes());
      switch (file.content()) {
        case DATA -> {
          dataFiles++;
          records += file.recordCount();
        }
        case POSITION_DELETES -> {
          positionDeletes += file.recordCount();
          if (file.isDeletionVector()) {
            vectors++;
          } else {
            positionDeleteFiles++;
          }
        }
        case EQUALITY_DELETES -> {
          equalityDeleteFiles++;
          equalityDeletes += file.recordCount();
        }
      }
    }

    void count(Side other) {
      dataFiles += other.dataFiles;
      records += other.records;
      bytes += other.bytes;
      positionDeleteFiles += other.positionDeleteFiles;
      vectors += other.vectors;
      positionDeletes += other.positionDeletes;
      equalityDeleteFiles += other.equalityDeleteFiles;
      equalityDeletes += other.equalityDeletes;
    }

    long deleteFiles() {
      return positionDeleteFiles + vectors + equalityDeleteFiles;
    }
  }
}
