package io.firn.conflict;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Gathers the keys that a join looks up in a table, in memory that does not grow with their number.
 * What was added is in the result for sure; what was not may be. Not thread-safe.
 */
public final class KeyCollector {
  /** What all tasks of a job may send to the driver together. */
  private static final long TASKS_BYTES = 64L << 20;

  private static final int TASK_KEYS = 100_000;
  private static final int FEWEST_TASK_KEYS = 1_000;
  private static final int ALL_KEYS = 1_000_000;
  private static final int FILTER_WORDS = 1 << 16;
  private static final int FEWEST_FILTER_WORDS = 1 << 10;

  private final List<KeyColumn> columns;
  private final KeyHashes hashes;
  private final List<KeyValues> values = new ArrayList<>();

  private KeyCollector(List<KeyColumn> columns, KeyHashes hashes) {
    this.columns = List.copyOf(columns);
    this.hashes = hashes;
    columns.forEach(column -> values.add(new KeyValues(column.type())));
  }

  /** For one of so many tasks: what it sends is small enough for all of them to send as much. */
  public static KeyCollector ofTask(List<KeyColumn> columns, int tasks) {
    long bytes = TASKS_BYTES / Math.max(1, tasks);
    int keys = (int) Math.max(FEWEST_TASK_KEYS, Math.min(TASK_KEYS, bytes / Long.BYTES));
    long words = Math.max(FEWEST_FILTER_WORDS, Math.min(FILTER_WORDS, bytes / Long.BYTES));
    return new KeyCollector(columns, new KeyHashes(keys, (int) Long.highestOneBit(words)));
  }

  /** For the keys of all tasks. */
  public static KeyCollector ofAll(List<KeyColumn> columns) {
    return new KeyCollector(columns, new KeyHashes(ALL_KEYS, FILTER_WORDS));
  }

  /**
   * Adds the values of the columns, in their order. A key with a null that equals nothing is left
   * out: no row has it.
   */
  public void add(@Nullable Object... key) {
    long hash = 0;
    for (int i = 0; i < key.length; i++) {
      Object value = key[i];
      if (value == null && columns.get(i).nulls() == KeyColumn.Nulls.UNEQUAL) {
        return;
      }
      hash = KeyHash.append(hash, value == null ? KeyHash.ofNull() : KeyColumn.hash(value));
    }
    hashes.add(hash);
    for (int i = 0; i < key.length; i++) {
      values.get(i).add(key[i]);
    }
  }

  /** All of it, for {@link #addAll}. */
  public byte[] toBytes() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      hashes.write(out);
      for (KeyValues columnValues : values) {
        columnValues.write(out);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  /** Adds the keys of a collector with the same columns. */
  public void addAll(byte[] other) {
    try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(other))) {
      hashes.addAll(in);
      for (KeyValues columnValues : values) {
        columnValues.addAll(in);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The keys so far; the collector is not to be used any more. */
  public KeySet keys() {
    return new KeySet(columns, hashes, values);
  }
}
