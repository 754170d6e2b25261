package io.firn.procedures.groups;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class ConcurrentGroupsTest {

  @Test
  void resultsComeInTheOrderOfTheGroups() {
    CountDownLatch later = new CountDownLatch(1);
    ConcurrentGroups.Outcome<String> outcome =
        ConcurrentGroups.run(
            List.of("a", "b"),
            2,
            group -> {
              if (group.equals("a")) {
                await(later);
              }
              later.countDown();
              return group + " done";
            });
    assertEquals(List.of("a done", "b done"), outcome.done());
    assertEquals(Optional.empty(), outcome.failure());
  }

  @Test
  void theFirstFailureIsTheOneThatCountsWhateverTheOrderOfTheGroups() {
    CompletableFuture<Thread> failing = new CompletableFuture<>();
    ConcurrentGroups.Outcome<String> outcome =
        ConcurrentGroups.run(
            List.of("consequence", "cause"),
            2,
            group -> {
              if (group.equals("cause")) {
                failing.complete(Thread.currentThread());
                throw new IllegalStateException("the disk is full");
              }
              awaitIdle(failing.join());
              throw new IllegalStateException("interrupted");
            });
    assertEquals(List.of(), outcome.done());
    assertEquals("the disk is full", outcome.failure().orElseThrow().getMessage());
  }

  @Test
  void groupsOnTheirWayEndAndNoOtherBegins() {
    CountDownLatch begun = new CountDownLatch(1);
    CompletableFuture<Thread> failing = new CompletableFuture<>();
    ConcurrentGroups.Outcome<String> outcome =
        ConcurrentGroups.run(
            List.of("on its way", "fails", "not begun"),
            2,
            group -> {
              if (group.equals("fails")) {
                await(begun);
                failing.complete(Thread.currentThread());
                throw new IllegalStateException("no");
              }
              begun.countDown();
              awaitIdle(failing.join());
              return group;
            });
    assertEquals(List.of("on its way"), outcome.done());
    assertEquals("no", outcome.failure().orElseThrow().getMessage());
  }

  @Test
  void whoIsInterruptedGetsWhatIsDone() {
    Thread.currentThread().interrupt();
    CountDownLatch never = new CountDownLatch(1);
    ConcurrentGroups.Outcome<String> outcome =
        ConcurrentGroups.run(
            List.of("waits"),
            1,
            group -> {
              await(never);
              return group;
            });
    assertTrue(Thread.interrupted());
    assertEquals(List.of(), outcome.done());
    assertInstanceOf(InterruptedException.class, outcome.failure().orElseThrow());
  }

  /** Until the worker has nothing more to do. */
  private static void awaitIdle(Thread worker) {
    while (worker.getState() != Thread.State.WAITING) {
      Thread.onSpinWait();
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      assertTrue(latch.await(60, TimeUnit.SECONDS));
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
