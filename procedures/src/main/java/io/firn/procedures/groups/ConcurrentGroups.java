package io.firn.procedures.groups;

import io.firn.error.CommitFailedException;
import io.firn.error.FirnException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Work on several groups, some of them at a time. Once one has failed no further one is begun, and
 * those on their way are waited for: interrupted, they would leave files behind.
 */
public final class ConcurrentGroups {
  private static final Logger LOG = LoggerFactory.getLogger(ConcurrentGroups.class);

  private ConcurrentGroups() {}

  /**
   * What came of it.
   *
   * @param done the results there are, in the order of their groups
   * @param failure what failed first; without one, all groups are done
   */
  public record Outcome<R>(List<R> done, Optional<Throwable> failure) {
    public Outcome {
      done = List.copyOf(done);
    }

    /**
     * The results of all groups.
     *
     * @param work what was done, as in "Cannot compact lake.db.t"
     * @param discard undoes what was done for some groups, if others failed
     * @throws FirnException if a group failed
     */
    public List<R> orThrow(String work, Consumer<List<R>> discard) {
      if (failure.isEmpty()) {
        return done;
      }
      discard.accept(done);
      Throwable first = failure.get();
      if (first instanceof FirnException known) {
        throw known;
      }
      if (first instanceof Error error) {
        throw error;
      }
      throw new CommitFailedException("Cannot %s: %s".formatted(work, reason(first)), first);
    }

    /** Firn's own words, if the failure of a Spark job has them below its story of stages. */
    private static @Nullable String reason(Throwable failure) {
      if (failure instanceof InterruptedException) {
        return "interrupted";
      }
      for (Throwable t = failure; t != null; t = t.getCause()) {
        if (t instanceof FirnException) {
          return t.getMessage();
        }
      }
      return failure.getMessage();
    }
  }

  /** Does the work; a caller that is interrupted gets its interruption as the failure. */
  public static <G, R> Outcome<R> run(List<G> groups, int atATime, Function<G, R> work) {
    ExecutorService workers = Executors.newFixedThreadPool(Math.min(groups.size(), atATime));
    AtomicReference<@Nullable Throwable> first = new AtomicReference<>();
    List<Future<R>> running = new ArrayList<>();
    groups.forEach(group -> running.add(workers.submit(() -> work(group, work, first))));
    try {
      for (Future<R> one : running) {
        awaitEnd(one);
      }
    } catch (InterruptedException e) {
      fail(first, e);
      workers.shutdownNow();
      Thread.currentThread().interrupt();
    } finally {
      workers.shutdown();
    }
    List<R> done = new ArrayList<>();
    running.stream().filter(Future::isDone).forEach(one -> result(one).ifPresent(done::add));
    return new Outcome<>(done, Optional.ofNullable(first.get()));
  }

  private static <G, R> R work(
      G group, Function<G, R> work, AtomicReference<@Nullable Throwable> first) {
    if (first.get() != null) {
      throw new CancellationException("Another group has failed");
    }
    try {
      return work.apply(group);
    } catch (Throwable e) {
      fail(first, e);
      throw e;
    }
  }

  /** What fails later may have failed because of the first. */
  private static void fail(AtomicReference<@Nullable Throwable> first, Throwable failure) {
    first.compareAndSet(null, failure);
  }

  private static void awaitEnd(Future<?> one) throws InterruptedException {
    try {
      one.get();
    } catch (ExecutionException e) {
      LOG.debug("A group was not rewritten", e);
    }
  }

  /** Of one that has ended. */
  private static <R> Optional<R> result(Future<R> ended) {
    try {
      return Optional.of(ended.get());
    } catch (ExecutionException e) {
      return Optional.empty();
    } catch (InterruptedException e) {
      throw new IllegalStateException("It has ended", e);
    }
  }
}
