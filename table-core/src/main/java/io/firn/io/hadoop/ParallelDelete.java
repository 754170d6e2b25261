package io.firn.io.hadoop;

import io.firn.error.FirnException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Deletes many remote files at a time, because each one costs a round trip. */
final class ParallelDelete {
  private static final Logger LOG = LoggerFactory.getLogger(ParallelDelete.class);
  private static final int MAX_THREADS = 16;

  private final Consumer<String> delete;

  ParallelDelete(Consumer<String> delete) {
    this.delete = delete;
  }

  List<String> deleteAll(List<String> locations) {
    if (locations.isEmpty()) {
      return List.of();
    }
    ExecutorService threads =
        Executors.newFixedThreadPool(
            Math.min(MAX_THREADS, locations.size()),
            task -> {
              Thread thread = new Thread(task, "firn-delete");
              thread.setDaemon(true);
              return thread;
            });
    try {
      List<Future<Boolean>> deleted = new ArrayList<>(locations.size());
      locations.forEach(location -> deleted.add(threads.submit(() -> delete(location))));
      return failed(locations, deleted);
    } finally {
      threads.shutdown();
    }
  }

  private boolean delete(String location) {
    try {
      delete.accept(location);
      return true;
    } catch (FirnException e) {
      LOG.warn("Left behind: {}", location, e);
      return false;
    }
  }

  private static List<String> failed(List<String> locations, List<Future<Boolean>> deleted) {
    List<String> failed = new ArrayList<>();
    for (int i = 0; i < deleted.size(); i++) {
      try {
        if (!deleted.get(i).get()) {
          failed.add(locations.get(i));
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        failed.addAll(locations.subList(i, locations.size()));
        return failed;
      } catch (ExecutionException e) {
        throw new IllegalStateException("Deleting " + locations.get(i) + " failed", e.getCause());
      }
    }
    return failed;
  }
}
