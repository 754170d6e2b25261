package io.firn.procedures.compact;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.firn.rowmap.RowMapPart;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MapBudgetTest {
  private static MapBudget budget(long maxBytes, long tasks) {
    return MapBudget.ofSortedRows(
        Map.of("write.row-map.max-bytes", Long.toString(maxBytes)), tasks);
  }

  private static Optional<List<RowMapPart>> runs(int count) {
    RowMapPart part = new RowMapPart();
    int source = part.source("a");
    int target = part.newTarget("b");
    for (int i = 0; i < count; i++) {
      part.add(source, i * 2L, target, i, 1);
    }
    return Optional.of(List.of(part));
  }

  @ParameterizedTest
  @CsvSource({
    "8388608,1,2097152",
    "8388608,8,1048576",
    "8388608,1000,8388",
    "8388608,100000,1024",
    "20,1,5",
    "20,9,5",
    "0,1,0",
  })
  void tasksShareWhatAMapMayTake(long maxBytes, long tasks, int runs) {
    assertEquals(runs, budget(maxBytes, tasks).ofTask());
  }

  @Test
  void moreRunsThanAnyMapHasRoomForAreNotKept() {
    MapBudget budget = budget(1000, 4);
    assertTrue(budget.take(runs(250)).isPresent());
    assertTrue(budget.take(runs(250)).isPresent());
    assertTrue(budget.take(runs(1)).isEmpty());
    assertTrue(budget.take(Optional.empty()).isEmpty());
  }
}
