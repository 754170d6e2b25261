package io.firn.spark.write;

import io.firn.commit.CommitOutcome;
import io.firn.model.Snapshot;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.connector.metric.CustomMetric;
import org.apache.spark.sql.connector.metric.CustomSumMetric;
import org.apache.spark.sql.connector.metric.CustomTaskMetric;

/**
 * What the write node shows in Spark's UI: what the commit took and what it changed in the table.
 * Tasks tell nothing, since Spark asks them for the last time before they complete their files.
 * Sizes in bytes.
 */
public final class WriteMetrics {
  private static final String ATTEMPTS = "commitAttempts";

  /** By the summary's key. */
  private static final Map<String, Count> OF_SUMMARY = ofSummary();

  private WriteMetrics() {}

  private static Map<String, Count> ofSummary() {
    Map<String, Count> counts = new LinkedHashMap<>();
    counts.put("added-data-files", new Count("addedDataFiles", "number of added data files"));
    counts.put(
        "added-files-size", new Count("addedFileSizeInBytes", "size of added files in bytes"));
    counts.put("added-records", new Count("addedRecords", "number of added records"));
    counts.put("deleted-data-files", new Count("removedDataFiles", "number of removed data files"));
    counts.put("deleted-records", new Count("removedRecords", "number of removed records"));
    counts.put(
        "removed-files-size",
        new Count("removedFileSizeInBytes", "size of removed files in bytes"));
    counts.put("added-delete-files", new Count("addedDeleteFiles", "number of added delete files"));
    counts.put("added-dvs", new Count("addedDvs", "number of added deletion vectors"));
    counts.put(
        "added-position-deletes",
        new Count("addedPositionalDeletes", "number of added positional deletes"));
    counts.put(
        "removed-delete-files", new Count("removedDeleteFiles", "number of removed delete files"));
    counts.put("removed-dvs", new Count("removedDvs", "number of removed deletion vectors"));
    counts.put(
        "removed-position-deletes",
        new Count("removedPositionalDeletes", "number of removed positional deletes"));
    counts.put(
        "changed-partition-count", new Count("changedPartitions", "number of changed partitions"));
    return counts;
  }

  /** All metrics of a write node; Spark accepts no value of any other. */
  public static CustomMetric[] supported() {
    List<CustomMetric> supported = new ArrayList<>();
    supported.add(new WriteCount(ATTEMPTS, "number of commit attempts"));
    OF_SUMMARY
        .values()
        .forEach(count -> supported.add(new WriteCount(count.name(), count.description())));
    return supported.toArray(new CustomMetric[0]);
  }

  /** What the commit took and changed. */
  static CustomTaskMetric[] of(CommitOutcome outcome) {
    Map<String, String> summary = outcome.snapshot().map(Snapshot::summary).orElse(Map.of());
    List<CustomTaskMetric> values = new ArrayList<>();
    values.add(new Value(ATTEMPTS, outcome.attempts()));
    OF_SUMMARY.forEach(
        (key, count) ->
            values.add(new Value(count.name(), Long.parseLong(summary.getOrDefault(key, "0")))));
    return values.toArray(new CustomTaskMetric[0]);
  }

  /** A count in Spark's UI. */
  public static final class WriteCount extends CustomSumMetric {
    private final String name;
    private final String description;

    /** Spark makes one of these to add values up, and asks nothing else of it. */
    public WriteCount() {
      this("", "");
    }

    WriteCount(String name, String description) {
      this.name = name;
      this.description = description;
    }

    @Override
    public String name() {
      return name;
    }

    @Override
    public String description() {
      return description;
    }
  }

  private record Count(String name, String description) {}

  private record Value(String name, long value) implements CustomTaskMetric {}
}
