package io.firn.scan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.firn.error.InvalidInputException;
import io.firn.error.MissingFileException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class WorkersTest {
  @Test
  void resultsAreInTheOrderOfTheItems() {
    List<Integer> items = IntStream.range(0, 500).boxed().toList();
    Set<String> threads = ConcurrentHashMap.newKeySet();
    List<Integer> doubled =
        new Workers(3)
            .map(
                items,
                i -> {
                  threads.add(Thread.currentThread().toString());
                  return 2 * i;
                });
    assertEquals(items.stream().map(i -> 2 * i).toList(), doubled);
    assertTrue(threads.size() <= 3);
  }

  @Test
  void oneItemIsWorkedOnByTheCaller() {
    assertEquals(
        List.of(Thread.currentThread()),
        new Workers(4).map(List.of(1), i -> Thread.currentThread()));
  }

  @Test
  void theFirstFailureInOrderIsThrownAsItIs() {
    MissingFileException e =
        assertThrows(
            MissingFileException.class,
            () ->
                new Workers(4)
                    .map(
                        List.of(1, 2, 3, 4),
                        i -> {
                          if (i >= 2) {
                            throw new MissingFileException("no file " + i);
                          }
                          return i;
                        }));
    assertEquals("no file 2", e.getMessage());
  }

  @Test
  void theNumberOfThreadsMustBePositive() {
    assertThrows(InvalidInputException.class, () -> new Workers(0));
    assertTrue(Workers.fromSystemProperty().threads() >= 2);
  }
}
