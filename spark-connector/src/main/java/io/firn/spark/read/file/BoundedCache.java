package io.firn.spark.read.file;

import io.firn.spark.conf.DeleteCache;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;

/**
 * Values that are loaded once and shared by the tasks of an executor. Holds at most as many bytes
 * of them as it may and forgets those that were not used longest; a value that is too heavy is
 * handed out but not kept. Two tasks that want the same value at the same time load it once.
 */
final class BoundedCache<V> {
  private final DeleteCache limits;
  private final ToLongFunction<V> weigher;
  private final Map<String, Entry<V>> entries = new LinkedHashMap<>(16, 0.75f, true);
  private long weight;

  BoundedCache(DeleteCache limits, ToLongFunction<V> weigher) {
    this.limits = limits;
    this.weigher = weigher;
  }

  V get(String key, Supplier<V> loader) {
    Entry<V> entry;
    boolean mine = false;
    synchronized (entries) {
      Entry<V> known = entries.get(key);
      if (known == null) {
        known = new Entry<>(new FutureTask<>(loader::get));
        entries.put(key, known);
        mine = true;
      }
      entry = known;
    }
    if (mine) {
      entry.value.run();
      settle(key, entry);
    }
    return await(entry);
  }

  private void settle(String key, Entry<V> entry) {
    long loaded;
    try {
      loaded = weigher.applyAsLong(await(entry));
    } catch (RuntimeException | Error e) {
      // The load failed: the next one that asks tries again, this one learns it from await.
      loaded = Long.MAX_VALUE;
    }
    synchronized (entries) {
      if (loaded > Math.min(limits.maxEntryBytes(), limits.maxTotalBytes())) {
        entries.remove(key, entry);
        return;
      }
      entry.weight = loaded;
      weight += loaded;
      Iterator<Entry<V>> eldest = entries.values().iterator();
      while (weight > limits.maxTotalBytes() && eldest.hasNext()) {
        Entry<V> candidate = eldest.next();
        if (candidate != entry && candidate.weight >= 0) {
          weight -= candidate.weight;
          eldest.remove();
        }
      }
    }
  }

  private static <V> V await(Entry<V> entry) {
    try {
      return entry.value.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("Interrupted while another task loads deletes", e);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      if (e.getCause() instanceof Error cause) {
        throw cause;
      }
      throw new IllegalStateException(e.getCause());
    }
  }

  /** A negative weight means that it is still being loaded. */
  private static final class Entry<V> {
    private final FutureTask<V> value;
    private long weight = -1;

    Entry(FutureTask<V> value) {
      this.value = value;
    }
  }
}
