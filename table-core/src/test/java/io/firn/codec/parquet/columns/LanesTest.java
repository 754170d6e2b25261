package io.firn.codec.parquet.columns;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Columns are worked on by several threads and taken in order. */
class LanesTest {
  private final Set<Integer> open = ConcurrentHashMap.newKeySet();
  private final AtomicInteger made = new AtomicInteger();

  private final class Result implements AutoCloseable {
    final int column;

    Result(int column) {
      this.column = column;
      open.add(column);
      made.incrementAndGet();
    }

    @Override
    public void close() {
      open.remove(column);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4})
  void resultsAreTakenInOrderAndFewAreMadeAhead(int count) throws IOException {
    List<Integer> taken = new ArrayList<>();
    List<Integer> ahead = Collections.synchronizedList(new ArrayList<>());
    Set<Integer> lanesInUse = ConcurrentHashMap.newKeySet();
    try (Lanes lanes = Lanes.of(count)) {
      lanes.inOrder(
          50,
          (column, lane) -> {
            assertTrue(lanesInUse.add(lane), "a lane for two");
            Result result = new Result(column);
            ahead.add(open.size());
            lanesInUse.remove(lane);
            return result;
          },
          result -> taken.add(result.column));
    }
    assertEquals(IntStream.range(0, 50).boxed().toList(), taken);
    assertTrue(Collections.max(ahead) <= count, ahead.toString());
    assertEquals(Set.of(), open);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void theFirstFailureInOrderIsToldAndNothingGoesOn(int count) {
    IOException failure = new IOException("column 7");
    List<Integer> taken = new ArrayList<>();
    try (Lanes lanes = Lanes.of(count)) {
      IOException e =
          assertThrows(
              IOException.class,
              () ->
                  lanes.inOrder(
                      1000,
                      (column, lane) -> {
                        if (column == 7) {
                          throw failure;
                        }
                        if (column == 8) {
                          throw new IllegalStateException("column 8");
                        }
                        return new Result(column);
                      },
                      result -> taken.add(result.column)));
      assertSame(failure, e);
    }
    assertEquals(IntStream.range(0, 7).boxed().toList(), taken);
    assertEquals(Set.of(), open);
    assertTrue(made.get() < 20, made + " results were made");
  }

  @Test
  void whatIsMadeIsClosedIfItCannotBeTaken() {
    try (Lanes lanes = Lanes.of(3)) {
      assertThrows(
          IllegalArgumentException.class,
          () ->
              lanes.inOrder(
                  1000,
                  (column, lane) -> new Result(column),
                  result -> {
                    throw new IllegalArgumentException("full");
                  }));
    }
    assertEquals(Set.of(), open);
  }

  /** The reader of a column must not be closed while a thread still reads. */
  @Test
  void whoIsInterruptedWaitsForTheThreads() throws InterruptedException {
    CountDownLatch started = new CountDownLatch(2);
    CountDownLatch goOn = new CountDownLatch(1);
    List<String> told = Collections.synchronizedList(new ArrayList<>());
    AtomicInteger ended = new AtomicInteger();
    Thread task =
        new Thread(
            () -> {
              try (Lanes lanes = Lanes.of(2)) {
                lanes.inOrder(
                    1000,
                    (column, lane) -> {
                      started.countDown();
                      await(goOn);
                      ended.incrementAndGet();
                      return new Result(column);
                    },
                    result -> {});
              } catch (InterruptedIOException e) {
                told.add(ended + " ended, interrupted " + Thread.currentThread().isInterrupted());
              } catch (IOException e) {
                told.add(e.toString());
              }
            });
    task.start();
    started.await();
    task.interrupt();
    goOn.countDown();
    task.join();
    assertEquals(List.of("2 ended, interrupted true"), told);
    assertEquals(Set.of(), open);
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
