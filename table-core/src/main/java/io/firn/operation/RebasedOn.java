package io.firn.operation;

import io.firn.codec.parquet.PositionDeleteWriter;
import io.firn.codec.parquet.RowFileSettings;
import io.firn.codec.puffin.DeletionVectorWriter;
import io.firn.model.DataFile;
import io.firn.model.TableMetadata;
import io.firn.rebase.RebasedFiles;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * The files of an operation after its rebase. Writes the deletes that the rebase asks for and says
 * in the summary what it did.
 */
record RebasedOn(OptionalLong baseSnapshotId, RebasedFiles files) {
  private static final String CREATED_BY = "firn";

  /** The edit with the files and their summary. */
  SnapshotEdit apply(SnapshotEdit edit, Planning planning) {
    List<DataFile> deletes = new ArrayList<>(files.addedDeletes());
    deletes.addAll(write(planning));
    return edit.adding(files.addedData(), deletes)
        .removing(
            Removal.files(files.removedData(), files.removedDeletes()),
            SnapshotEdit.WhenMissing.FAIL)
        .saying(summary(planning));
  }

  private Map<String, String> summary(Planning planning) {
    Map<String, String> summary = new LinkedHashMap<>();
    baseSnapshotId.ifPresent(id -> summary.put("rebased-from-snapshot-id", Long.toString(id)));
    summary.put("rebased-over-commits", Integer.toString(files.commits()));
    summary.put("rebased-positions", Long.toString(files.positions()));
    summary.put("commit-attempts", Integer.toString(planning.attempt()));
    return summary;
  }

  private List<DataFile> write(Planning planning) {
    if (files.newDeletes().isEmpty()) {
      return List.of();
    }
    return planning.table().formatVersion() >= 3
        ? vectors(planning)
        : files.newDeletes().stream().map(d -> positions(d, planning)).toList();
  }

  private List<DataFile> vectors(Planning planning) {
    DeletionVectorWriter writer =
        DeletionVectorWriter.create(
            planning.files().newDeleteFile(planning.table(), "", "puffin"), CREATED_BY);
    try (writer) {
      files
          .newDeletes()
          .forEach(d -> writer.add(d.dataFile(), d.specId(), d.partition(), d.positions()));
    }
    return writer.toDataFiles();
  }

  private static DataFile positions(RebasedFiles.NewDeletes deletes, Planning planning) {
    TableMetadata table = planning.table();
    String partitionPath =
        table
            .spec(deletes.specId())
            .orElseThrow()
            .partitionPath(table.schema(), deletes.partition());
    PositionDeleteWriter writer =
        PositionDeleteWriter.create(
            planning.files().newDeleteFile(table, partitionPath, "parquet"),
            deletes.specId(),
            deletes.partition(),
            RowFileSettings.ofDeletes(table.properties()));
    try (writer) {
      deletes.positions().forEach(position -> writer.add(deletes.dataFile(), position));
    }
    return writer.toDataFile();
  }
}
