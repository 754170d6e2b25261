package io.firn.procedures;

import io.firn.io.Storage;
import io.firn.procedures.progress.Progress;
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

  /** Files that go to the storage in one request where it can take several. */
  private static final int PAGE = 1000;

  private final Storage storage;
  private final OptionalInt atATime;
  private final Progress progress;

  /** Each file that it went over counts as progress. */
  FileDeletion(Storage storage, OptionalInt atATime, Progress progress) {
    this.storage = storage;
    this.atATime = atATime;
    this.progress = progress;
  }

  /** How many of the files are gone. */
  long delete(List<String> locations) {
    if (locations.isEmpty()) {
      return 0;
    }
    return atATime.isPresent()
        ? deleteInParallel(locations, atATime.getAsInt())
        : deleteInPages(locations);
  }

  private long deleteInPages(List<String> locations) {
    long deleted = 0;
    for (int from = 0; from < locations.size(); from += PAGE) {
      List<String> page = locations.subList(from, Math.min(locations.size(), from + PAGE));
      deleted += page.size() - storage.deleteAll(page).size();
      progress.done(page.size());
    }
    return deleted;
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
        progress.done(1);
      }
      return deleted;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("Interrupted while deleting files", e);
    } catch (ExecutionException e) {
      throw new IllegalStateException("Cannot delete files", e);
    } finally {
      // A call that fails deletes nothing behind its caller's back.
      executor.shutdownNow();
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
