package io.firn.spark.catalog;

import io.firn.catalog.TableState;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.sql.connector.catalog.Identifier;

/**
 * States of tables that were loaded lately. A state from here is only a hint: the table's store
 * compares it with its pointer, so that nobody sees an old one. Thread-safe.
 */
final class TableCache {
  private final long expirationMillis;
  private final InstantSource clock;
  private final Map<Identifier, Entry> entries = new HashMap<>();

  private record Entry(TableState state, long usedMillis) {}

  /** Entries expire that long after their last use; 0 keeps none, a negative number keeps all. */
  TableCache(long expirationMillis, InstantSource clock) {
    this.expirationMillis = expirationMillis;
    this.clock = clock;
  }

  static TableCache of(CatalogSettings settings) {
    return new TableCache(
        settings.cacheEnabled() ? settings.cacheExpirationMillis() : 0, InstantSource.system());
  }

  synchronized Optional<TableState> get(Identifier identifier) {
    expire();
    return Optional.ofNullable(entries.get(identifier)).map(Entry::state);
  }

  synchronized void put(Identifier identifier, TableState state) {
    if (expirationMillis != 0) {
      entries.put(identifier, new Entry(state, clock.millis()));
    }
  }

  synchronized void remove(Identifier identifier) {
    entries.remove(identifier);
  }

  private void expire() {
    if (expirationMillis > 0) {
      long oldest = clock.millis() - expirationMillis;
      entries.values().removeIf(entry -> entry.usedMillis() < oldest);
    }
  }
}
