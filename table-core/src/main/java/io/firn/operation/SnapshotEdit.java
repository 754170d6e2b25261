package io.firn.operation;

import io.firn.model.DataFile;
import io.firn.model.FileKey;
import io.firn.model.SnapshotOperation;
import io.firn.rowmap.RowMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What a new snapshot changes in the files of its parent. Added data files are as old as {@code
 * dataSequenceNumber} says, or as new as the snapshot; so are added delete files by {@code
 * deleteAges}, which has their data sequence numbers.
 */
record SnapshotEdit(
    String operationName,
    SnapshotOperation operation,
    SnapshotOptions options,
    List<DataFile> addedData,
    OptionalLong dataSequenceNumber,
    List<DataFile> addedDeletes,
    Map<FileKey, Long> deleteAges,
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
    deleteAges = Map.copyOf(deleteAges);
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
        Map.of(),
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
        deleteAges,
        removal,
        whenMissing,
        oldManifests,
        summary,
        rowMap);
  }

  /** How old an added delete file is; empty if it is as new as the snapshot. */
  OptionalLong ageOf(DataFile delete) {
    Long age = deleteAges.get(delete.key());
    return age == null ? OptionalLong.empty() : OptionalLong.of(age);
  }

  SnapshotEdit dataAsOldAs(OptionalLong sequenceNumber) {
    return new SnapshotEdit(
        operationName,
        operation,
        options,
        addedData,
        sequenceNumber,
        addedDeletes,
        deleteAges,
        removal,
        whenMissing,
        oldManifests,
        summary,
        rowMap);
  }

  SnapshotEdit deletesAsOldAs(Map<FileKey, Long> ages) {
    return new SnapshotEdit(
        operationName,
        operation,
        options,
        addedData,
        dataSequenceNumber,
        addedDeletes,
        ages,
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
        deleteAges,
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
        deleteAges,
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
        deleteAges,
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
        deleteAges,
        removal,
        whenMissing,
        oldManifests,
        summary,
        newRowMap);
  }
}
