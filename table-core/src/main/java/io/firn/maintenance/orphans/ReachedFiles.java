package io.firn.maintenance.orphans;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The locations that a table reaches, as hashes of 64 bits: some 25 bytes a file, however long its
 * path is. Thread-safe.
 */
final class ReachedFiles {
  private static final int NONE = 0;

  /** Under which schemes and authorities a path is reached. */
  private record Prefix(String scheme, String authority) {
    boolean matches(FileAddress actual) {
      return matches(scheme, actual.scheme()) && matches(authority, actual.authority());
    }

    /** What the table does not say is right in any case. */
    static boolean matches(String valid, String actual) {
      return valid.isEmpty() || valid.equalsIgnoreCase(actual);
    }
  }

  private final EqualPrefixes equal;
  private final List<Set<Prefix>> prefixes = new ArrayList<>(List.of(Set.of()));
  private long[] hashes = new long[1 << 10];
  private int[] prefixOf = new int[1 << 10];
  private int size;

  ReachedFiles(EqualPrefixes equal) {
    this.equal = equal;
  }

  synchronized void add(String location) {
    FileAddress address = equal.address(location);
    if (size * 2 > hashes.length) {
      grow();
    }
    int slot = slot(hashes, prefixOf, address.pathHash());
    if (prefixOf[slot] == NONE) {
      hashes[slot] = address.pathHash();
      size++;
    }
    prefixOf[slot] = with(prefixOf[slot], new Prefix(address.scheme(), address.authority()));
  }

  synchronized int size() {
    return size;
  }

  /** Whether the table reaches the file. */
  boolean contains(String location) {
    FileAddress actual = equal.address(location);
    return prefixesOf(actual).stream().anyMatch(valid -> valid.matches(actual));
  }

  /**
   * The schemes and authorities that differ, as {@code (the table's, the file's)}, if the table
   * reaches the path of the file, but not the file; empty otherwise.
   */
  Set<String> mismatches(String location) {
    FileAddress actual = equal.address(location);
    Set<Prefix> reached = prefixesOf(actual);
    if (reached.stream().anyMatch(valid -> valid.matches(actual))) {
      return Set.of();
    }
    Set<String> differences = new HashSet<>();
    for (Prefix valid : reached) {
      if (!Prefix.matches(valid.scheme(), actual.scheme())) {
        differences.add("(" + valid.scheme() + ", " + actual.scheme() + ")");
      }
      if (!Prefix.matches(valid.authority(), actual.authority())) {
        differences.add("(" + valid.authority() + ", " + actual.authority() + ")");
      }
    }
    return differences;
  }

  private synchronized Set<Prefix> prefixesOf(FileAddress address) {
    return prefixes.get(prefixOf[slot(hashes, prefixOf, address.pathHash())]);
  }

  /** The number of the set that has the prefix, too. There are few: mostly there is one. */
  private int with(int number, Prefix prefix) {
    Set<Prefix> known = prefixes.get(number);
    if (known.contains(prefix)) {
      return number;
    }
    Set<Prefix> extended = new HashSet<>(known);
    extended.add(prefix);
    int found = prefixes.indexOf(extended);
    if (found > 0) {
      return found;
    }
    prefixes.add(Set.copyOf(extended));
    return prefixes.size() - 1;
  }

  /** Where the hash is, or the free place where it belongs. */
  private static int slot(long[] hashes, int[] prefixOf, long hash) {
    int mask = hashes.length - 1;
    int slot = (int) (hash ^ (hash >>> 32)) & mask;
    while (prefixOf[slot] != NONE && hashes[slot] != hash) {
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  private void grow() {
    int length = hashes.length * 2;
    long[] newHashes = new long[length];
    int[] newPrefixOf = new int[length];
    Arrays.fill(newPrefixOf, NONE);
    for (int i = 0; i < hashes.length; i++) {
      if (prefixOf[i] != NONE) {
        int slot = slot(newHashes, newPrefixOf, hashes[i]);
        newHashes[slot] = hashes[i];
        newPrefixOf[slot] = prefixOf[i];
      }
    }
    hashes = newHashes;
    prefixOf = newPrefixOf;
  }
}
