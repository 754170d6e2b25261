package io.firn.codec.parquet.columns;

import java.io.IOException;

/** The pages of a new column chunk while values of old ones are copied into them. */
sealed interface ValuePages extends AutoCloseable permits IdPages, PlainPages {

  /** Values come from this chunk now. */
  void begin(ChunkValues chunk);

  /** Takes the chunk's current value, which is defined. */
  void copy(int repetition) throws IOException;

  void none(int repetition, int definition);

  /** The row's last value was given. */
  void endRow() throws IOException;

  /** Whether the pages are worth going on with. */
  boolean isWorthIt();

  /** Writes what is left; false if the pages turned out not to be worth it. */
  boolean finish() throws IOException;

  @Override
  void close();
}
