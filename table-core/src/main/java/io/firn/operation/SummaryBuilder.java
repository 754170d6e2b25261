package io.firn.operation;

import io.firn.model.DataFile;
import io.firn.model.ManifestFile;
import io.firn.model.Snapshot;
import io.firn.model.TableMetadata;
import io.firn.model.TableProperties;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A snapshot's summary: what it added and removed, in all and by partition where the table wants
 * that, and the totals after it (spec: Optional Snapshot Summary Fields).
 */
final class SummaryBuilder {
  private static final String PARTITION_PREFIX = "partitions.";

  private final TableMetadata table;
  private final FileCounts counts = new FileCounts();
  private final Map<String, FileCounts> partitions = new LinkedHashMap<>();
  private long duplicates;

  SummaryBuilder(TableMetadata table) {
    this.table = table;
  }

  void added(List<DataFile> files) {
    files.forEach(this::added);
  }

  void added(DataFile file) {
    counts.added(file);
    ofPartition(file).added(file);
  }

  /** Adds what the other one counted as added. */
  void addedAsIn(SummaryBuilder other) {
    counts.addedAsIn(other.counts);
    other.partitions.forEach(
        (path, files) -> partitions.computeIfAbsent(path, p -> new FileCounts()).addedAsIn(files));
  }

  void removed(FilteredManifest manifest) {
    for (DataFile file : manifest.removed()) {
      counts.removed(file);
      ofPartition(file).removed(file);
    }
    duplicates += manifest.duplicates();
  }

  private FileCounts ofPartition(DataFile file) {
    String path =
        table.spec(file.specId()).orElseThrow().partitionPath(table.schema(), file.partition());
    return partitions.computeIfAbsent(path, p -> new FileCounts());
  }

  /** The counts alone. */
  Map<String, String> changes() {
    Map<String, String> summary = new LinkedHashMap<>();
    counts.putInto(summary);
    if (duplicates > 0) {
      summary.put("deleted-duplicate-files", Long.toString(duplicates));
    }
    summary.put("changed-partition-count", Integer.toString(partitions.size()));
    int limit =
        TableProperties.intValue(
            table.properties(),
            TableProperties.SUMMARY_PARTITION_LIMIT,
            TableProperties.SUMMARY_PARTITION_LIMIT_DEFAULT);
    if (partitions.size() <= limit && !partitions.isEmpty()) {
      summary.put("partition-summaries-included", "true");
      partitions.forEach((path, files) -> putPartition(summary, path, files));
    }
    return summary;
  }

  private static void putPartition(Map<String, String> summary, String path, FileCounts files) {
    if (path.isEmpty()) {
      return;
    }
    Map<String, String> ofPartition = new LinkedHashMap<>();
    files.putInto(ofPartition);
    summary.put(
        PARTITION_PREFIX + path,
        ofPartition.entrySet().stream()
            .map(e -> e.getKey() + "=" + e.getValue())
            .collect(Collectors.joining(",")));
  }

  /** How many manifests of the snapshot are new, kept, and replaced by new ones. */
  static void putManifestCounts(
      Map<String, String> summary, List<ManifestFile> manifests, long snapshotId, long replaced) {
    long created = manifests.stream().filter(m -> m.addedSnapshotId() == snapshotId).count();
    summary.put("manifests-created", Long.toString(created));
    summary.put("manifests-kept", Long.toString(manifests.size() - created));
    summary.put("manifests-replaced", Long.toString(replaced));
  }

  /**
   * The totals of the parent with these changes; a total that the parent does not know stays out.
   */
  static void putTotals(Map<String, String> summary, Optional<Snapshot> parent) {
    putTotal(summary, parent, "total-records", "added-records", "deleted-records");
    putTotal(summary, parent, "total-files-size", "added-files-size", "removed-files-size");
    putTotal(summary, parent, "total-data-files", "added-data-files", "deleted-data-files");
    putTotal(summary, parent, "total-delete-files", "added-delete-files", "removed-delete-files");
    putTotal(
        summary,
        parent,
        "total-position-deletes",
        "added-position-deletes",
        "removed-position-deletes");
    putTotal(
        summary,
        parent,
        "total-equality-deletes",
        "added-equality-deletes",
        "removed-equality-deletes");
  }

  private static void putTotal(
      Map<String, String> summary,
      Optional<Snapshot> parent,
      String total,
      String added,
      String removed) {
    String before = parent.isPresent() ? parent.get().summary().get(total) : "0";
    if (before == null) {
      return;
    }
    long after;
    try {
      after = Long.parseLong(before) + number(summary, added) - number(summary, removed);
    } catch (NumberFormatException e) {
      // Another writer's damaged total is nothing to continue from.
      return;
    }
    if (after >= 0) {
      summary.put(total, Long.toString(after));
    }
  }

  private static long number(Map<String, String> summary, String key) {
    return Long.parseLong(summary.getOrDefault(key, "0"));
  }
}
