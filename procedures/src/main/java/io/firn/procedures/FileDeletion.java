package io.firn.procedures;

import io.firn.io.Storage;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Deletes files that nothing refers to: as the storage does it best, or so many at a time. One that
 * cannot be deleted is logged and does not stop the others.
 */
final class FileDeletion {
  private static final Logger LOG = LoggerFactory.getLogger(FileDeletion.class);

  private final Storage storage;
  private final OptionalInt atATime;

  FileDeletion(Storage storage, OptionalInt atATime) {
    this.storage = storage;
    this.atATime = atATime;
  }

  /** How many of the files are gone. */
  long delete(List<String> locations) {
    if (locations.isEmpty()) {
      return 0;
    }
    return atATime.isPresent()
        ? deleteInParallel(locations, atATime.getAsInt())
        : locations.size() - storage.deleteAll(locations).size();
  }

  private long deleteInParallel(List<String> locations, int threads) {
    ExecutorService executor = Executors.newFixedThreadPool(threads);
    try {
      List<Future<Boolean>> results = new ArrayList<>();
      for (String location : locations) {
        results.add(executor.submit(() -> delete(location)));
      }
      long deleted = 0;
      for (Future<Boolean> result : results) {
        deleted += result.get() ? 1 : 0;
      }
      return deleted;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("Interrupted while deleting files", e);
    } catch (ExecutionException e) {
      throw new IllegalStateException("Cannot delete files", e);
    } finally {
      executor.shutdown();
    }
  }

  private boolean delete(String location) {
    try {
      storage.delete(location);
      return true;
    } catch (RuntimeException e) {
      LOG.warn("Cannot delete {}", location, e);
      return false;
    }
  }
}
