package io.firn.spark.rowlevel;

import io.firn.deletes.PositionSet;
import io.firn.io.Storage;
import io.firn.model.DataFile;
import io.firn.partition.PartitionKey;
import io.firn.spark.wire.DataFileBytes;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.metric.CustomTaskMetric;
import org.apache.spark.sql.connector.write.DeltaWriter;
import org.apache.spark.sql.connector.write.WriterCommitMessage;
import org.jspecify.annotations.Nullable;

/**
 * Carries out one task of a merge-on-read statement: gathers the rows to delete by data file and
 * hands new rows on to a writer of data files. Delete files are written when all rows are known.
 */
final class PositionDeltaWriter implements DeltaWriter<InternalRow> {
  private final DeleteTask task;
  private final Storage storage;
  private final DeleteFiles deleteFiles;
  private final PreviousDeletes previous;
  private final @Nullable NewRows rows;
  private final RowPartitions partitions;
  private final DataFileBytes.PartitionTypes partitionTypes;
  private final int fileOrdinal;
  private final int positionOrdinal;
  private final DeletedRows deleted = new DeletedRows();

  PositionDeltaWriter(
      DeleteTask task,
      Storage storage,
      DeleteFiles deleteFiles,
      PreviousDeletes previous,
      Optional<NewRows> rows) {
    this.task = task;
    this.storage = storage;
    this.deleteFiles = deleteFiles;
    this.previous = previous;
    this.rows = rows.orElse(null);
    this.partitions = task.partitions();
    this.partitionTypes = task.partitionTypes();
    this.fileOrdinal = task.fileOrdinal();
    this.positionOrdinal = task.positionOrdinal();
  }

  @Override
  public void delete(InternalRow metadata, InternalRow id) {
    deleted.add(
        id.getUTF8String(fileOrdinal), id.getLong(positionOrdinal), () -> partitions.of(metadata));
  }

  @Override
  public void update(InternalRow metadata, InternalRow id, InternalRow row) throws IOException {
    delete(metadata, id);
    rows().changed(id.getUTF8String(fileOrdinal), metadata, row);
  }

  @Override
  public void insert(InternalRow row) throws IOException {
    rows().inserted(row);
  }

  private NewRows rows() {
    if (rows == null) {
      throw new IllegalStateException("A statement on " + task.tableName + " that only deletes");
    }
    return rows;
  }

  @Override
  public WriterCommitMessage commit() throws IOException {
    List<DeltaFiles.NewFiles> dataFiles = rows == null ? List.of() : rows.commit();
    Map<Object, DataFile> replaced = new LinkedHashMap<>();
    List<DeletedRows.OfFile> all = new ArrayList<>();
    for (DeletedRows.OfFile file : deleted.files()) {
      all.add(withPrevious(file, replaced));
    }
    List<DataFile> written = deleteFiles.write(all);
    return new DeltaFiles(
        dataFiles,
        DataFileBytes.write(written, partitionTypes),
        DataFileBytes.write(List.copyOf(replaced.values()), partitionTypes),
        all.stream().map(DeletedRows.OfFile::dataFile).toArray(String[]::new));
  }

  /** Takes in the earlier deletes of the file; those that were only for it are replaced. */
  private DeletedRows.OfFile withPrevious(DeletedRows.OfFile file, Map<Object, DataFile> replaced) {
    List<DataFile> earlier = previous.of(file.dataFile(), partitionTypes);
    PositionSet positions = file.positions();
    PartitionKey partition = file.partition();
    for (DataFile delete : earlier) {
      positions.addAll(PreviousDeletes.read(storage, delete, file.dataFile()));
      if (PreviousDeletes.isOfOneFile(delete)) {
        replaced.put(delete.key(), delete);
      }
    }
    return new DeletedRows.OfFile(file.dataFile(), partition, positions);
  }

  @Override
  public void abort() throws IOException {
    deleteFiles.abort();
    if (rows != null) {
      rows.abort();
    }
  }

  @Override
  public CustomTaskMetric[] currentMetricsValues() {
    return rows == null ? new CustomTaskMetric[0] : rows.metrics();
  }

  @Override
  public void close() throws IOException {
    if (rows != null) {
      rows.close();
    }
    storage.close();
  }
}
