package io.firn.commit;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Lets the commits of one process to one table attempt it in the order in which they came. Of
 * attempts at the same time all but one would be for nothing, and the slowest, one that has to
 * rebase, would lose each time. Other processes need not know: the swap decides, as ever.
 *
 * <p>A help and no guard: who has waited for {@link #PATIENCE_MILLIS} goes through.
 */
final class Turnstile {
  static final long PATIENCE_MILLIS = 60_000;

  private final ConcurrentHashMap<String, Line> lines = new ConcurrentHashMap<>();

  /** Those who wait for one table, and how many they are. */
  private static final class Line {
    final ReentrantLock lock = new ReentrantLock(true);
    int members;
  }

  /** The right to attempt; to be closed when the attempt is over. */
  interface Turn extends AutoCloseable {
    @Override
    void close();
  }

  /** Waits for its turn. */
  Turn enter(String table) throws InterruptedException {
    Line line =
        lines.compute(
            table,
            (name, existing) -> {
              Line joined = existing == null ? new Line() : existing;
              joined.members++;
              return joined;
            });
    boolean locked = false;
    boolean entered = false;
    try {
      locked = line.lock.tryLock(PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
      entered = true;
    } finally {
      if (!entered) {
        leave(table);
      }
    }
    boolean owned = locked;
    return () -> {
      if (owned) {
        line.lock.unlock();
      }
      leave(table);
    };
  }

  private void leave(String table) {
    lines.compute(table, (name, line) -> without(line));
  }

  private static @Nullable Line without(@Nullable Line line) {
    if (line == null || --line.members == 0) {
      return null;
    }
    return line;
  }

  /** How many tables are being committed to. */
  int tables() {
    return lines.size();
  }
}
