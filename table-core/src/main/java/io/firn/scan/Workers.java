package io.firn.scan;

import io.firn.error.InvalidInputException;
import io.firn.error.StorageException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;

/**
 * How many threads read manifests at once. Threads live for one call and inherit the caller's
 * context (class loader, Hadoop user), so that nothing needs to be closed.
 */
public record Workers(int threads) {
  /** System property with the number of threads. */
  public static final String THREADS_PROPERTY = "firn.worker.num-threads";

  public Workers {
    if (threads <= 0) {
      throw new InvalidInputException("Number of worker threads must be positive, not " + threads);
    }
  }

  /**
   * As the system property {@value #THREADS_PROPERTY} says, by default one for each processor, but
   * at least 2.
   */
  public static Workers fromSystemProperty() {
    String text = System.getProperty(THREADS_PROPERTY);
    if (text == null) {
      return new Workers(Math.max(2, Runtime.getRuntime().availableProcessors()));
    }
    try {
      return new Workers(Integer.parseInt(text.trim()));
    } catch (NumberFormatException e) {
      throw new InvalidInputException(
          "System property " + THREADS_PROPERTY + " is no number: " + text, e);
    }
  }

  /**
   * Applies the function to all items, in parallel, and returns the results in the order of the
   * items. The first failure in that order is thrown; work not started by then is dropped.
   */
  public <T, R> List<R> map(List<T> items, Function<T, R> function) {
    int size = Math.min(threads, items.size());
    if (size <= 1) {
      return items.stream().map(function).toList();
    }
    ExecutorService pool = Executors.newFixedThreadPool(size, Workers::daemon);
    try {
      List<Future<R>> futures = new ArrayList<>(items.size());
      for (T item : items) {
        futures.add(pool.submit(() -> function.apply(item)));
      }
      List<R> results = new ArrayList<>(items.size());
      for (Future<R> future : futures) {
        results.add(resultOf(future));
      }
      return results;
    } finally {
      pool.shutdownNow();
    }
  }

  private static <R> R resultOf(Future<R> future) {
    try {
      return future.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new StorageException("Interrupted while reading manifests", e);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException failure) {
        throw failure;
      }
      if (e.getCause() instanceof Error failure) {
        throw failure;
      }
      throw new IllegalStateException(e.getCause());
    }
  }

  private static Thread daemon(Runnable work) {
    Thread thread = new Thread(work, "firn-worker");
    thread.setDaemon(true);
    return thread;
  }
}
