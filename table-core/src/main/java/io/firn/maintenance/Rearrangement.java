package io.firn.maintenance;

import java.util.Set;

/** What a compaction does to the order of the rows, and which options that takes. */
public enum Rearrangement {
  /** Rows keep their order. */
  BIN_PACK("the strategy binpack", Set.of()),
  /** Rows are sorted by columns or transforms of them. */
  SORT(
      "the strategy sort",
      Set.of(ShuffleOptions.COMPRESSION_FACTOR, ShuffleOptions.PARTITIONS_PER_FILE)),
  /** Rows are sorted by the interleaved bits of several columns. */
  Z_ORDER(
      "the strategy sort by zorder",
      Set.of(
          ShuffleOptions.COMPRESSION_FACTOR,
          ShuffleOptions.PARTITIONS_PER_FILE,
          ShuffleOptions.VAR_LENGTH_CONTRIBUTION,
          ShuffleOptions.MAX_OUTPUT_SIZE));

  private final String text;
  private final Set<String> optionNames;

  Rearrangement(String text, Set<String> optionNames) {
    this.text = text;
    this.optionNames = Set.copyOf(optionNames);
  }

  /** Options besides those that every compaction has. */
  Set<String> optionNames() {
    return optionNames;
  }

  @Override
  public String toString() {
    return text;
  }
}
