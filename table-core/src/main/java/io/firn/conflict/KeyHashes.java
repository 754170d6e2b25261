package io.firn.conflict;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.Arrays;

/**
 * A growing set of hashes: exact up to a limit, then a Bloom filter, which may say yes too often
 * and never no. Not thread-safe.
 */
final class KeyHashes {
  private static final int PROBES = 4;
  private static final int SMALLEST_TABLE = 64;

  private final int limit;
  private final int filterWords;
  private long[] table = new long[SMALLEST_TABLE];
  private int size;
  private boolean hasZero;

  /** Empty while the set is exact. */
  private long[] filter = new long[0];

  /** The number of words of the filter is a power of two. */
  KeyHashes(int limit, int filterWords) {
    this.limit = limit;
    this.filterWords = filterWords;
  }

  boolean isExact() {
    return filter.length == 0;
  }

  boolean isEmpty() {
    return isExact() && count() == 0;
  }

  /** How many hashes there are; only while the set is exact. */
  int count() {
    return size + (hasZero ? 1 : 0);
  }

  void add(long hash) {
    if (!isExact()) {
      setBits(hash);
      return;
    }
    insert(hash);
    if (count() > limit) {
      becomeFilter(filterWords);
    }
  }

  boolean mayContain(long hash) {
    if (!isExact()) {
      return inFilter(hash);
    }
    return hash == 0 ? hasZero : table[slot(hash)] == hash;
  }

  void addAll(KeyHashes other) {
    if (other.isExact()) {
      if (other.hasZero) {
        add(0);
      }
      for (long hash : other.table) {
        if (hash != 0) {
          add(hash);
        }
      }
      return;
    }
    int words = Math.min(other.filter.length, isExact() ? filterWords : filter.length);
    if (isExact()) {
      becomeFilter(words);
    }
    filter = folded(filter, words);
    long[] theirs = folded(other.filter, words);
    for (int i = 0; i < words; i++) {
      filter[i] |= theirs[i];
    }
  }

  private void insert(long hash) {
    if (hash == 0) {
      hasZero = true;
      return;
    }
    int slot = slot(hash);
    if (table[slot] == hash) {
      return;
    }
    table[slot] = hash;
    size++;
    if (size * 2 > table.length) {
      long[] old = table;
      table = new long[old.length * 2];
      for (long known : old) {
        if (known != 0) {
          table[slot(known)] = known;
        }
      }
    }
  }

  private int slot(long hash) {
    int mask = table.length - 1;
    int slot = (int) (hash >>> 32) & mask;
    while (table[slot] != 0 && table[slot] != hash) {
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  private void becomeFilter(int words) {
    filter = new long[words];
    if (hasZero) {
      setBits(0);
    }
    for (long hash : table) {
      if (hash != 0) {
        setBits(hash);
      }
    }
    table = new long[0];
    size = 0;
    hasZero = false;
  }

  /** Bits are numbered modulo the size, so half a filter is the filter of half the size. */
  private static long[] folded(long[] filter, int words) {
    long[] result = filter;
    while (result.length > words) {
      int half = result.length / 2;
      long[] next = Arrays.copyOf(result, half);
      for (int i = 0; i < half; i++) {
        next[i] |= result[half + i];
      }
      result = next;
    }
    return result;
  }

  private void setBits(long hash) {
    for (int i = 0; i < PROBES; i++) {
      int bit = bit(hash, i);
      filter[bit >>> 6] |= 1L << bit;
    }
  }

  private boolean inFilter(long hash) {
    for (int i = 0; i < PROBES; i++) {
      int bit = bit(hash, i);
      if ((filter[bit >>> 6] & (1L << bit)) == 0) {
        return false;
      }
    }
    return true;
  }

  private int bit(long hash, int probe) {
    int mask = filter.length * Long.SIZE - 1;
    return ((int) hash + probe * ((int) (hash >>> 32) | 1)) & mask;
  }

  void write(DataOutputStream out) throws IOException {
    out.writeBoolean(isExact());
    out.writeBoolean(hasZero);
    long[] words = isExact() ? Arrays.stream(table).filter(hash -> hash != 0).toArray() : filter;
    out.writeInt(words.length);
    for (long word : words) {
      out.writeLong(word);
    }
  }

  /** Adds what {@link #write} wrote. */
  void addAll(DataInputStream in) throws IOException {
    boolean exact = in.readBoolean();
    boolean zero = in.readBoolean();
    long[] words = new long[in.readInt()];
    for (int i = 0; i < words.length; i++) {
      words[i] = in.readLong();
    }
    if (exact) {
      if (zero) {
        add(0);
      }
      for (long hash : words) {
        add(hash);
      }
    } else {
      KeyHashes other = new KeyHashes(0, words.length);
      other.filter = words;
      addAll(other);
    }
  }
}
