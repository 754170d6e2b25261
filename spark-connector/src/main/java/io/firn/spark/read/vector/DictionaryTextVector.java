package io.firn.spark.read.vector;

import java.util.Arrays;
import org.apache.spark.sql.execution.vectorized.WritableColumnVector;
import org.apache.spark.unsafe.types.UTF8String;
import org.jspecify.annotations.Nullable;

/**
 * Strings of a Parquet file. Spark's vector makes a string of a dictionary's entry for each row
 * that refers to it; this one keeps it, as long as the dictionary is that of the same row group.
 */
public final class DictionaryTextVector extends ReadOnlyVector {

  /** Entries that are kept: a large dictionary with few rows an entry is not worth its memory. */
  private static final int MAX_KEPT = 1 << 15;

  private static final int CLEARED_UP_TO = 1 << 10;

  private final WritableColumnVector stored;
  private @Nullable UTF8String[] kept = new UTF8String[0];

  /** {@code stored} is refilled with each batch; see {@link #forget}. */
  public DictionaryTextVector(WritableColumnVector stored) {
    super(stored.dataType());
    this.stored = stored;
  }

  /** To be called before the vector is filled from another dictionary. */
  public void forget() {
    if (kept.length <= CLEARED_UP_TO) {
      Arrays.fill(kept, null);
    } else {
      kept = new UTF8String[0];
    }
  }

  @Override
  public boolean hasNull() {
    return stored.hasNull();
  }

  @Override
  public boolean isNullAt(int rowId) {
    return stored.isNullAt(rowId);
  }

  @Override
  @SuppressWarnings("NullAway") // Spark wants null for a null
  public UTF8String getUTF8String(int rowId) {
    if (!stored.hasDictionary()) {
      return stored.getUTF8String(rowId);
    }
    if (stored.isNullAt(rowId)) {
      return null;
    }
    int entry = stored.getDictionaryIds().getDictId(rowId);
    if (entry < kept.length) {
      UTF8String text = kept[entry];
      if (text != null) {
        return text;
      }
    }
    return keep(entry, stored.getUTF8String(rowId));
  }

  private UTF8String keep(int entry, UTF8String text) {
    if (entry < MAX_KEPT) {
      if (entry >= kept.length) {
        kept = Arrays.copyOf(kept, Math.min(MAX_KEPT, Math.max(entry + 1, 2 * kept.length)));
      }
      kept[entry] = text;
    }
    return text;
  }
}
