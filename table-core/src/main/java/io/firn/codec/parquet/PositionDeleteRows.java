package io.firn.codec.parquet;

import io.firn.deletes.PositionSet;
import java.util.Map;
import java.util.Optional;
import org.apache.parquet.io.ParquetDecodingException;
import org.jspecify.annotations.Nullable;

/** Adds the rows of a position delete file to sets, in batches and without an object a row. */
final class PositionDeleteRows {
  private static final int BATCH = 1024;

  private final Map<String, PositionSet> deletes;
  private final Optional<String> onlyDataFile;
  private final long[] batch = new long[BATCH];
  private int batched;
  private @Nullable String lastPath;
  private @Nullable PositionSet lastSet;

  PositionDeleteRows(Map<String, PositionSet> deletes, Optional<String> onlyDataFile) {
    this.deletes = deletes;
    this.onlyDataFile = onlyDataFile;
  }

  /** Reads one row group. */
  void read(Paths paths, Positions positions, long rows) {
    for (long row = 0; row < rows; row++) {
      add(paths.next(), positions.next());
    }
    flush();
  }

  @SuppressWarnings("ReferenceEquality") // the same object, row after row, is the usual case
  private void add(String path, long position) {
    if (position < 0) {
      throw new ParquetDecodingException("a delete of row " + position + " of file " + path);
    }
    if (path != lastPath) {
      flush();
      lastPath = path;
      boolean wanted = onlyDataFile.isEmpty() || onlyDataFile.get().equals(path);
      lastSet = wanted ? deletes.computeIfAbsent(path, p -> new PositionSet()) : null;
    }
    if (lastSet != null) {
      batch[batched++] = position;
      if (batched == BATCH) {
        flush();
      }
    }
  }

  private void flush() {
    if (lastSet != null && batched > 0) {
      lastSet.addAll(batch, batched);
    }
    batched = 0;
  }
}
