package io.firn.operation;

import io.firn.model.DataFile;
import io.firn.model.SnapshotOperation;
import io.firn.rowmap.RowMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What a new snapshot changes in the files of its parent. Added data files are as old as {@code
 * dataSequenceNumber} says, or as new as the snapshot.
 */
record SnapshotEdit(
    String operationName,
    SnapshotOperation operation,
    SnapshotOptions options,
    List<DataFile> addedData,
    OptionalLong dataSequenceNumber,
    List<DataFile> addedDeletes,
    Removal removal,
    WhenMissing whenMissing,
    OldManifests oldManifests,
    Map<String, String> summary,
    Optional<RowMap> rowMap) {

  /** What a file that is to be removed and is not there does to the commit. */
  enum WhenMissing {
    FAIL,
    IGNORE
  }

  /** What happens to the manifests that are there already. */
  enum OldManifests {
    KEEP,
    MERGE
  }

  SnapshotEdit {
    addedData = List.copyOf(addedData);
    addedDeletes = List.copyOf(addedDeletes);
    summary = Map.copyOf(summary);
  }

  /** Adds nothing and removes nothing; to be refined. */
  static SnapshotEdit of(
      String operationName, SnapshotOperation operation, SnapshotOptions options) {
    return new SnapshotEdit(
        operationName,
        operation,
        options,
        List.of(),
        OptionalLong.empty(),
        List.of(),
        Removal.nothing(),
        WhenMissing.IGNORE,
        OldManifests.MERGE,
        Map.of(),
        Optional.empty());
  }

  SnapshotEdit adding(List<DataFile> data, List<DataFile> deletes) {
    return new SnapshotEdit(
        operationName,
        operation,
        options,
        data,
        dataSequenceNumber,
        deletes,
        removal,
        whenMissing,
        oldManifests,
        summary,
        rowMap);
  }

  SnapshotEdit dataAsOldAs(OptionalLong sequenceNumber) {
    return new SnapshotEdit(
        operationName,
        operation,
        options,
        addedData,
        sequenceNumber,
        addedDeletes,
        removal,
        whenMissing,
        oldManifests,
        summary,
        rowMap);
  }

  SnapshotEdit removing(Removal newRemoval, WhenMissing newWhenMissing) {
    return new SnapshotEdit(
        operationName,
        operation,
        options,
        addedData,
        dataSequenceNumber,
        addedDeletes,
        newRemoval,
        newWhenMissing,
        oldManifests,
        summary,
        rowMap);
  }

  SnapshotEdit keepingOldManifests() {
    return new SnapshotEdit(
        operationName,
        operation,
        options,
        addedData,
        dataSequenceNumber,
        addedDeletes,
        removal,
        whenMissing,
        OldManifests.KEEP,
        summary,
        rowMap);
  }

  SnapshotEdit saying(Map<String, String> more) {
    Map<String, String> all = new LinkedHashMap<>(summary);
    all.putAll(more);
    return new SnapshotEdit(
        operationName,
        operation,
        options,
        addedData,
        dataSequenceNumber,
        addedDeletes,
        removal,
        whenMissing,
        oldManifests,
        all,
        rowMap);
  }

  SnapshotEdit mappedBy(Optional<RowMap> newRowMap) {
    return new SnapshotEdit(
        operationName,
        operation,
        options,
        addedData,
        dataSequenceNumber,
        addedDeletes,
        removal,
        whenMissing,
        oldManifests,
        summary,
        newRowMap);
  }
}
