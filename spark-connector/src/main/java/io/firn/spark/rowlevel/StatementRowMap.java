package io.firn.spark.rowlevel;

import io.firn.error.InvalidInputException;
import io.firn.model.DataFile;
import io.firn.model.TableProperties;
import io.firn.operation.RowMapSummary;
import io.firn.operation.SnapshotOptions;
import io.firn.rowmap.RepeatedRow;
import io.firn.rowmap.RowMap;
import io.firn.rowmap.RowMapBuilder;
import io.firn.rowmap.RowMapKind;
import io.firn.rowmap.RowMapPart;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The row map of a copy-on-write statement, made of what its tasks saw. Without one the statement
 * commits all the same; others cannot rebase over it then.
 *
 * @param loss why there is no map although there should be one
 */
record StatementRowMap(Optional<RowMap> map, Optional<String> loss) {
  private static final Logger LOG = LoggerFactory.getLogger(StatementRowMap.class);

  /** About the bytes of a run between executor and driver. */
  private static final int BYTES_PER_RUN = 4;

  /** Tasks do not get equal shares of the rows. */
  private static final int SKEW = 4;

  private static final int MIN_RUNS_OF_TASK = 64 * 1024;

  static StatementRowMap none() {
    return new StatementRowMap(Optional.empty(), Optional.empty());
  }

  private static StatementRowMap lost(String reason) {
    return new StatementRowMap(Optional.empty(), Optional.of(reason));
  }

  /**
   * {@code parts} is empty when a task gave up.
   *
   * @throws InvalidInputException if the statement wrote a row more than once
   */
  static StatementRowMap of(
      String statement,
      long baseSnapshotId,
      List<DataFile> removed,
      List<DataFile> added,
      Optional<List<RowMapPart>> parts) {
    if (parts.isEmpty()) {
      String reason =
          "a task saw more runs of rows than " + TableProperties.ROW_MAP_MAX_BYTES + " allows";
      LOG.info("No row map for {}: {}", statement, reason);
      return lost(reason);
    }
    RowMapBuilder builder = new RowMapBuilder(RowMapKind.ROW_CHANGE, baseSnapshotId);
    removed.forEach(file -> builder.source(file.filePath(), file.recordCount()));
    added.forEach(file -> builder.target(file.filePath(), file.recordCount()));
    try {
      parts.get().forEach(builder::add);
      return new StatementRowMap(Optional.of(builder.build()), Optional.empty());
    } catch (IllegalArgumentException e) {
      builder.repeatedRow().ifPresent(row -> refuse(statement, row));
      LOG.warn("No row map for {}: {}", statement, e.getMessage());
      return lost("it was not sound");
    }
  }

  /**
   * Spark checks that no two source rows match one row of the table only if a MERGE has a MATCHED
   * clause; without one it carries such a row over once for each of them.
   */
  private static void refuse(String statement, RepeatedRow row) {
    throw new InvalidInputException(
        "Cannot run %s: row %d of %s would be in the table more than once, since several rows of the source match it. Remove the duplicates from the source"
            .formatted(statement, row.position(), row.path()));
  }

  /** How many bytes a table wants to spend on a row map; none with 0. */
  static long maxBytes(Map<String, String> properties) {
    return TableProperties.longValue(
        properties, TableProperties.ROW_MAP_MAX_BYTES, TableProperties.ROW_MAP_MAX_BYTES_DEFAULT);
  }

  /** How many runs one of several tasks may send to the driver. */
  static int maxRunsOfTask(Map<String, String> properties, int tasks) {
    long all = maxBytes(properties) / BYTES_PER_RUN;
    long share = Math.max(MIN_RUNS_OF_TASK, all / Math.max(1, tasks) * SKEW);
    return (int) Math.min(Integer.MAX_VALUE / 2, Math.min(all, share));
  }

  /** The options, with what the summary says of a lost map. */
  SnapshotOptions noted(SnapshotOptions options) {
    if (loss.isEmpty()) {
      return options;
    }
    Map<String, String> summary = new TreeMap<>(options.summary());
    summary.putAll(RowMapSummary.none(loss.get()));
    return new SnapshotOptions(options.branch(), options.publication(), summary);
  }
}
