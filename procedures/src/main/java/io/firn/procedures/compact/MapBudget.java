package io.firn.procedures.compact;

import io.firn.model.TableProperties;
import io.firn.rowmap.RowMapPart;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/**
 * How many runs of rows the tasks of one commit may tell of. Sorted rows may take a run each: what
 * cannot become a map that the table keeps must neither be gathered nor sent.
 */
final class MapBudget {
  /** A run of a map takes at least as many bytes. */
  private static final int LEAST_BYTES_PER_RUN = 2;

  /** About the bytes of a run where runs are many. */
  private static final int BYTES_PER_RUN = 4;

  /** Tasks do not get equal shares of the rows. */
  private static final int SKEW = 4;

  private static final int LEAST_OF_TASK = 1024;
  private static final int MOST_OF_TASK = 2 << 20;

  private final int ofTask;
  private final long ofAll;
  private final String excess;
  private final AtomicLong taken = new AtomicLong();

  private MapBudget(int ofTask, long ofAll, String excess) {
    this.ofTask = ofTask;
    this.ofAll = ofAll;
    this.excess = excess;
  }

  /** For tasks that keep the order of rows, and so have few runs. */
  static MapBudget ofPackedRows() {
    return new MapBudget(
        MOST_OF_TASK,
        Long.MAX_VALUE,
        "a task saw more than %,d runs of rows".formatted(MOST_OF_TASK));
  }

  /** For so many tasks that write sorted rows. */
  static MapBudget ofSortedRows(Map<String, String> tableProperties, long tasks) {
    long maxBytes =
        TableProperties.longValue(
            tableProperties,
            TableProperties.ROW_MAP_MAX_BYTES,
            TableProperties.ROW_MAP_MAX_BYTES_DEFAULT);
    long all = maxBytes / BYTES_PER_RUN;
    long share = Math.max(LEAST_OF_TASK, all / Math.max(1, tasks) * SKEW);
    return new MapBudget(
        (int) Math.min(MOST_OF_TASK, Math.min(all, share)),
        maxBytes / LEAST_BYTES_PER_RUN,
        "the sorted rows take more runs than %s=%d allows"
            .formatted(TableProperties.ROW_MAP_MAX_BYTES, maxBytes));
  }

  /** With more runs a task keeps none. */
  int ofTask() {
    return ofTask;
  }

  /** The parts, unless they and those before them are too many for any map. */
  Optional<List<RowMapPart>> take(Optional<List<RowMapPart>> parts) {
    long runs = parts.stream().flatMap(List::stream).mapToLong(RowMapPart::runCount).sum();
    return taken.addAndGet(runs) > ofAll ? Optional.empty() : parts;
  }

  /** Why there is no map if there were too many. */
  String excess() {
    return excess;
  }
}
