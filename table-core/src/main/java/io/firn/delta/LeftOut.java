package io.firn.delta;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Ascending versions as text: {@code 0-3, 7}. */
final class LeftOut {
  private final List<long[]> ranges = new ArrayList<>();

  void add(long version) {
    if (!ranges.isEmpty() && ranges.get(ranges.size() - 1)[1] == version - 1) {
      ranges.get(ranges.size() - 1)[1] = version;
    } else {
      ranges.add(new long[] {version, version});
    }
  }

  boolean isEmpty() {
    return ranges.isEmpty();
  }

  @Override
  public String toString() {
    return ranges.stream()
        .map(range -> range[0] == range[1] ? "" + range[0] : range[0] + "-" + range[1])
        .collect(Collectors.joining(", "));
  }
}
