package io.firn.codec.parquet.columns;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Objects;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Works on some columns at a time and hands the results over in order. What is worked on ahead is
 * as much as there are lanes. With one lane all is done in the caller's thread.
 */
final class Lanes implements AutoCloseable {
  private final int count;
  private final ExecutorService threads;
  private final BlockingQueue<Integer> free;

  private Lanes(int count, ExecutorService threads) {
    this.count = count;
    this.threads = threads;
    this.free = new ArrayBlockingQueue<>(count);
    for (int lane = 0; lane < count; lane++) {
      free.add(lane);
    }
  }

  /** At least one. Threads are started when they are needed. */
  static Lanes of(int count) {
    return new Lanes(
        count,
        Executors.newFixedThreadPool(
            count,
            work -> {
              Thread thread = new Thread(work, "firn-columns");
              thread.setDaemon(true);
              return thread;
            }));
  }

  int count() {
    return count;
  }

  /** Work for one column; nobody else uses the lane meanwhile. */
  interface Work<T> {
    T of(int column, int lane) throws IOException;
  }

  /** Takes a result. */
  interface Taker<T> {
    void take(T result) throws IOException;
  }

  /**
   * Works on columns from 0 on. When this returns or throws nothing runs any more, and each result
   * is closed.
   */
  <T extends AutoCloseable> void inOrder(int columns, Work<T> work, Taker<T> taker)
      throws IOException {
    if (count == 1) {
      for (int column = 0; column < columns; column++) {
        try (Closing<T> result = new Closing<>(work.of(column, 0))) {
          taker.take(result.value());
        }
      }
      return;
    }
    AtomicBoolean givenUp = new AtomicBoolean();
    Deque<Future<T>> ahead = new ArrayDeque<>();
    int next = 0;
    try {
      while (next < columns || !ahead.isEmpty()) {
        while (next < columns && ahead.size() < count) {
          int column = next++;
          ahead.add(threads.submit(() -> givenUp.get() ? null : inLane(work, column)));
        }
        try (Closing<T> result = new Closing<>(get(ahead.remove()))) {
          taker.take(result.value());
        }
      }
    } finally {
      givenUp.set(true);
      ahead.forEach(Lanes::closeWhenDone);
    }
  }

  private <T> T inLane(Work<T> work, int column) throws IOException, InterruptedException {
    int lane = free.take();
    try {
      return work.of(column, lane);
    } finally {
      free.add(lane);
    }
  }

  private static <T> T get(Future<T> future) throws IOException {
    try {
      return future.get();
    } catch (InterruptedException e) {
      closeWhenDone(future);
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("told to stop");
    } catch (ExecutionException e) {
      throw rethrown(Objects.requireNonNull(e.getCause()));
    }
  }

  private static IOException rethrown(Throwable cause) {
    if (cause instanceof RuntimeException unchecked) {
      throw unchecked;
    }
    if (cause instanceof Error error) {
      throw error;
    }
    return cause instanceof IOException io ? io : new IOException(cause);
  }

  /** Readers must not be closed under a thread that still reads. */
  private static <T> void closeWhenDone(Future<T> future) {
    boolean interrupted = false;
    while (true) {
      try {
        if (future.get() instanceof AutoCloseable result) {
          new Closing<>(result).close();
        }
        break;
      } catch (InterruptedException e) {
        interrupted = true;
      } catch (ExecutionException e) {
        // The failure that is being reported came before it.
        break;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** Closes what only declares that it may throw anything. */
  private record Closing<T extends AutoCloseable>(T value) implements AutoCloseable {
    @Override
    public void close() {
      try {
        value.close();
      } catch (RuntimeException e) {
        throw e;
      } catch (Exception e) {
        throw new IllegalStateException(e);
      }
    }
  }

  @Override
  public void close() {
    threads.shutdown();
  }
}
