package io.firn.spark.write;

import io.firn.commit.CommitOutcome;
import io.firn.error.CommitStateUnknownException;
import io.firn.error.FirnException;
import io.firn.model.DataFile;
import io.firn.operation.Operation;
import io.firn.rowmap.RowMapPart;
import io.firn.spark.wire.DataFileBytes;
import io.firn.spark.wire.RowMapPartBytes;
import io.firn.table.Table;
import io.firn.types.SchemaUnion;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.connector.metric.CustomTaskMetric;
import org.apache.spark.sql.connector.write.WriterCommitMessage;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The driver's end of a write: collects the tasks' files, commits them once, and removes them if
 * the commit surely did not happen.
 */
public final class FilesCommit {
  private static final Logger LOG = LoggerFactory.getLogger(FilesCommit.class);

  private final Table table;
  private final DataFileBytes.PartitionTypes partitionTypes;
  private boolean filesMayBeLive;
  private Optional<CommitOutcome> outcome = Optional.empty();

  public FilesCommit(Table table) {
    this.table = table;
    this.partitionTypes =
        new DataFileBytes.PartitionTypes(
            SchemaUnion.of(table.metadata().schemas()), table.metadata().partitionSpecs());
  }

  /** The files of all tasks that finished; others have no message. */
  public List<DataFile> files(@Nullable WriterCommitMessage[] messages) {
    List<DataFile> files = new ArrayList<>();
    for (WriterCommitMessage message : messages) {
      if (message instanceof TaskFiles taskFiles) {
        files.addAll(DataFileBytes.read(taskFiles.files(), partitionTypes));
      }
    }
    return files;
  }

  /** Where the tasks put carried rows; empty if one of them did not keep that. */
  public Optional<List<RowMapPart>> rowMapParts(@Nullable WriterCommitMessage[] messages) {
    List<RowMapPart> parts = new ArrayList<>();
    for (WriterCommitMessage message : messages) {
      if (!(message instanceof TaskFiles taskFiles) || taskFiles.rowMap().length == 0) {
        return Optional.empty();
      }
      parts.add(RowMapPartBytes.read(taskFiles.rowMap()));
    }
    return Optional.of(parts);
  }

  public void commit(Operation operation) {
    filesMayBeLive = true;
    try {
      outcome = Optional.of(table.commit(operation));
    } catch (CommitStateUnknownException e) {
      throw e;
    } catch (FirnException e) {
      filesMayBeLive = false;
      throw e;
    }
  }

  /** What the commit took and changed, for the write node; nothing before it is in. */
  public CustomTaskMetric[] metrics() {
    return outcome.map(WriteMetrics::of).orElse(new CustomTaskMetric[0]);
  }

  /** Removes the files of a write that failed, unless its commit may have happened. */
  public void abort(@Nullable WriterCommitMessage[] messages) {
    removeUnlessLive(files(messages).stream().map(DataFile::filePath).toList());
  }

  /** Removes files of a write that failed, unless its commit may have happened. */
  public void removeUnlessLive(List<String> locations) {
    if (filesMayBeLive) {
      LOG.warn(
          "Keeping the data files of a failed write to {}: its commit may have happened",
          table.name());
      return;
    }
    List<String> left = table.storage().deleteAll(locations);
    if (!left.isEmpty()) {
      LOG.warn("Files of a failed write to {} are left: {}", table.name(), left);
    }
  }
}
