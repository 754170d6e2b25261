package io.firn.operation;

import io.firn.conflict.Conflict;
import io.firn.error.CommitConflictException;
import io.firn.error.CorruptFileException;
import io.firn.error.InvalidInputException;
import io.firn.expr.Predicates;
import io.firn.model.DataFile;
import io.firn.model.FileKey;
import io.firn.model.ManifestContent;
import io.firn.model.ManifestEntry;
import io.firn.model.ManifestFile;
import io.firn.model.TableMetadata;
import io.firn.partition.PartitionKey;
import io.firn.partition.PartitionSpec;
import io.firn.scan.FileMatcher;
import io.firn.scan.PartitionPresence;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Which entries of data manifests, or of delete manifests, a snapshot removes. Of delete manifests
 * also those are removed that have lost their purpose: vectors and position deletes of one data
 * file with that file, and delete files that are older than all data. Thread-safe.
 */
final class FileSelection {
  private final String tableName;
  private final TableMetadata table;
  private final SnapshotEdit edit;
  private final ManifestContent content;
  private final Set<FileKey> named = new HashSet<>();
  private final Set<PartitionKey> touchedPartitions = new HashSet<>();
  private final Set<PartitionKey> droppedPartitions;
  private final Set<String> removedDataFiles = new HashSet<>();
  private final long minSequenceNumber;
  private final Map<Integer, FileMatcher> matchers = new ConcurrentHashMap<>();
  private final Map<Integer, PartitionPresence> presences = new ConcurrentHashMap<>();

  private FileSelection(
      String tableName,
      TableMetadata table,
      SnapshotEdit edit,
      ManifestContent content,
      List<DataFile> named,
      Collection<DataFile> removedDataFiles,
      long minSequenceNumber) {
    this.tableName = tableName;
    this.table = table;
    this.edit = edit;
    this.content = content;
    this.droppedPartitions = edit.removal().partitions();
    this.minSequenceNumber = minSequenceNumber;
    this.touchedPartitions.addAll(droppedPartitions);
    for (DataFile file : named) {
      this.named.add(file.key());
      touchedPartitions.add(partition(file));
    }
    for (DataFile file : removedDataFiles) {
      this.removedDataFiles.add(file.filePath());
      touchedPartitions.add(partition(file));
    }
  }

  /** {@code tableName} is for messages. */
  static FileSelection ofData(String tableName, TableMetadata table, SnapshotEdit edit) {
    return new FileSelection(
        tableName, table, edit, ManifestContent.DATA, edit.removal().dataFiles(), List.of(), 0);
  }

  /** {@code minSequenceNumber} is the data sequence number of the oldest live data file. */
  static FileSelection ofDeletes(
      String tableName,
      TableMetadata table,
      SnapshotEdit edit,
      Collection<DataFile> removedDataFiles,
      long minSequenceNumber) {
    return new FileSelection(
        tableName,
        table,
        edit,
        ManifestContent.DELETES,
        edit.removal().deleteFiles(),
        removedDataFiles,
        minSequenceNumber);
  }

  private static PartitionKey partition(DataFile file) {
    return new PartitionKey(file.specId(), file.partition());
  }

  StepFiles.Criteria criteria() {
    return new StepFiles.Criteria(minSequenceNumber, removedDataFiles);
  }

  boolean needsStats() {
    return edit.removal().hasFilter();
  }

  /** False only if no entry of the manifest can be selected. */
  boolean maySelectFrom(ManifestFile manifest) {
    if (!manifest.mayHaveLiveFiles()) {
      return false;
    }
    boolean touched = presence(manifest.partitionSpecId()).mayHold(manifest);
    boolean outdated =
        content == ManifestContent.DELETES
            && !removedDataFiles.isEmpty()
            && manifest.minSequenceNumber() < minSequenceNumber;
    return touched
        || outdated
        || (edit.removal().hasFilter() && matcher(manifest.partitionSpecId()).mayMatch(manifest));
  }

  /**
   * Whether the live entry is removed.
   *
   * @throws InvalidInputException or {@link CommitConflictException} if only some rows of a data
   *     file match the filter
   */
  boolean selects(ManifestEntry entry) {
    DataFile file = entry.file();
    if (named.contains(file.key())
        || droppedPartitions.contains(partition(file))
        || hasLostItsPurpose(entry)) {
      return true;
    }
    if (!edit.removal().hasFilter() || !matcher(file.specId()).mayMatch(file)) {
      return false;
    }
    if (matcher(file.specId()).mustMatch(file)) {
      return true;
    }
    if (content == ManifestContent.DATA) {
      throw partlyMatched(entry);
    }
    return false;
  }

  private boolean hasLostItsPurpose(ManifestEntry entry) {
    if (content == ManifestContent.DATA) {
      return false;
    }
    long sequenceNumber = entry.sequenceNumber().orElse(0);
    boolean isOlderThanAllData = sequenceNumber > 0 && sequenceNumber < minSequenceNumber;
    return isOlderThanAllData
        || entry.file().referencedDataFile().filter(removedDataFiles::contains).isPresent();
  }

  private String addedBy(ManifestEntry entry) {
    long id = entry.snapshotId().orElse(-1);
    return table.snapshot(id).map(Conflict::describe).orElse("snapshot " + id);
  }

  private RuntimeException partlyMatched(ManifestEntry entry) {
    String message =
        ("Cannot commit %s to %s: Cannot delete file where some, but not all, rows match filter"
                + " %s: %s")
            .formatted(
                edit.operationName(),
                tableName,
                Predicates.describe(edit.removal().filter()),
                entry.file().filePath());
    return switch (edit.removal().whenPartlyMatching()) {
      case CONFLICT ->
          new CommitConflictException(
              message
                  + " (added by "
                  + addedBy(entry)
                  + "). Another commit added it; run the statement again on the new data.");
      case INVALID ->
          new InvalidInputException(
              message + ". Use a filter on partitions, or DELETE the rows and INSERT new ones.");
    };
  }

  private FileMatcher matcher(int specId) {
    return matchers.computeIfAbsent(
        specId,
        id ->
            new FileMatcher(
                edit.removal().filter(),
                table.schema(),
                spec(id),
                edit.removal().caseSensitivity()));
  }

  private PartitionPresence presence(int specId) {
    return presences.computeIfAbsent(
        specId, id -> new PartitionPresence(spec(id), table.schema(), touchedPartitions));
  }

  private PartitionSpec spec(int specId) {
    return table
        .spec(specId)
        .orElseThrow(
            () ->
                new CorruptFileException(
                    table.location(),
                    -1,
                    "a manifest list names the partition spec "
                        + specId
                        + ", which the table does not have"));
  }
}
