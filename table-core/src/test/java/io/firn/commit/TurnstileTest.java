package io.firn.commit;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.firn.model.DataFile;
import io.firn.operation.Append;
import io.firn.operation.SnapshotOptions;
import io.firn.types.StructValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Commits of one process do not outrun each other. */
class TurnstileTest {

  @Test
  void writersOfOneProcessNeedNoRetries() throws Exception {
    CommitFixture fixture = new CommitFixture().withTable(Map.of("commit.retry.num-retries", "0"));
    int writers = 4;
    int commits = 25;
    ExecutorService threads = Executors.newFixedThreadPool(writers);
    try {
      List<Future<?>> running = new ArrayList<>();
      for (int w = 0; w < writers; w++) {
        int writer = w;
        // Each has a committer of its own, as each session's table has.
        Committer committer = Committer.system();
        running.add(
            threads.submit(
                () -> {
                  for (int i = 0; i < commits; i++) {
                    committer.commit(fixture.store, append(writer + "-" + i));
                  }
                }));
      }
      for (Future<?> one : running) {
        one.get(60, TimeUnit.SECONDS);
      }
    } finally {
      threads.shutdownNow();
    }
    assertEquals(writers * commits, fixture.store.metadata().snapshots().size());
  }

  private static Append append(String name) {
    return new Append(
        SnapshotOptions.main(),
        List.of(DataFile.parquet("memory:/t/" + name, 0, StructValue.empty(), 1, 100)),
        Append.Mode.FAST);
  }

  @Test
  void whoComesNextWaitsAndNothingIsLeftBehind() throws Exception {
    Turnstile turnstile = new Turnstile();
    CountDownLatch done = new CountDownLatch(1);
    List<String> order = new ArrayList<>();
    Turnstile.Turn first = turnstile.enter("t");
    Thread second =
        new Thread(
            () -> {
              try (Turnstile.Turn turn = turnstile.enter("t")) {
                order.add("second");
              } catch (InterruptedException e) {
                order.add("interrupted");
              }
              done.countDown();
            });
    second.start();
    while (second.getState() != Thread.State.TIMED_WAITING) {
      Thread.onSpinWait();
    }
    turnstile.enter("another table").close();
    order.add("first");
    first.close();
    done.await();
    assertEquals(List.of("first", "second"), order);
    assertEquals(0, turnstile.tables());
  }

  @Test
  void whoIsInterruptedLeaves() throws Exception {
    Turnstile turnstile = new Turnstile();
    Turnstile.Turn first = turnstile.enter("t");
    List<String> order = new ArrayList<>();
    Thread second =
        new Thread(
            () -> {
              try (Turnstile.Turn turn = turnstile.enter("t")) {
                order.add("second");
              } catch (InterruptedException e) {
                order.add("interrupted");
              }
            });
    second.start();
    second.interrupt();
    second.join();
    assertEquals(List.of("interrupted"), order);
    first.close();
    assertEquals(0, turnstile.tables());
  }
}
