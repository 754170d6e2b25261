package io.firn.spark.write;

import io.firn.codec.parquet.columns.ColumnMerge;
import io.firn.codec.parquet.columns.MergeSettings;
import io.firn.codec.parquet.columns.MergeSource;
import io.firn.codec.parquet.columns.MergedFile;
import io.firn.error.FirnException;
import io.firn.model.DataFile;
import io.firn.rowmap.RowMapPart;
import io.firn.rowmap.RunCursor;
import io.firn.spark.wire.DataFileBytes;
import io.firn.spark.wire.RowMapPartBytes;
import io.firn.types.StructValue;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.connector.write.WriterCommitMessage;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The files that one task makes of the columns of others, and where it put their rows. */
final class MergedFiles {
  private static final Logger LOG = LoggerFactory.getLogger(MergedFiles.class);

  private final DataFileFactory factory;
  private final int maxRuns;
  private final List<DataFile> done = new ArrayList<>();
  private final MergeSettings settings;
  private final RunCursor cursor;
  private @Nullable RowMapPart part;

  /** Gives up to tell of rows when that takes more runs than {@code maxRuns}. */
  MergedFiles(DataFileFactory factory, int maxRuns) {
    this.factory = factory;
    this.maxRuns = maxRuns;
    RowMapPart ofTask = new RowMapPart();
    this.part = ofTask;
    this.cursor = new RunCursor(ofTask);
    this.settings =
        factory.settings().ofColumns(factory.conf(), factory.schema(), factory.fileMetadata());
  }

  /** Empty, and nothing is written, if the columns cannot be taken as they are. */
  Optional<WriterCommitMessage> write(
      List<MergeSource> sources, int threads, Runnable interruption) {
    try {
      if (!isOnePartition(sources)) {
        return Optional.empty();
      }
      long rowGroupBytes = Math.min(settings.rowGroupSizeBytes(), factory.targetFileSizeBytes());
      Optional<ColumnMerge> planned =
          ColumnMerge.plan(
              factory.storage(),
              sources,
              factory.message(),
              factory.rowStruct(),
              rowGroupBytes,
              threads,
              interruption);
      if (planned.isEmpty()) {
        return Optional.empty();
      }
      LOG.debug("Taking the columns of {} files of {}", sources.size(), factory.tableName());
      try (ColumnMerge merge = planned.get()) {
        while (merge.hasNext()) {
          writeFile(merge, sources.get(0).file().partition());
        }
        return Optional.of(message());
      }
    } catch (FirnException e) {
      factory.delete(done);
      throw e.during("Cannot read", factory.tableName());
    } catch (RuntimeException | Error e) {
      factory.delete(done);
      throw e;
    } finally {
      factory.close();
    }
  }

  private boolean isOnePartition(List<MergeSource> sources) {
    return sources.stream()
        .allMatch(
            source ->
                source.file().specId() == factory.spec().specId()
                    && source.file().partition().equals(sources.get(0).file().partition()));
  }

  private void writeFile(ColumnMerge merge, StructValue partition) {
    String location = factory.newLocation(partition);
    boolean finished = false;
    try (MergedFile file =
        MergedFile.create(factory.storage().newOutputFile(location), factory.message(), settings)) {
      cursor.begin(location);
      boolean started = false;
      while (merge.hasNext() && !(started && isFull(file, merge))) {
        merge.writeNext(file, this::note);
        started = true;
      }
      cursor.finishRun();
      file.finish();
      done.add(
          factory.dataFile(
              location,
              partition,
              file.stats(factory.schema(), factory.metricsConfig()),
              file.length()));
      finished = true;
    } catch (IOException e) {
      throw factory.writeFailure(location, e);
    } finally {
      if (!finished) {
        factory.storage().delete(location);
      }
    }
  }

  private boolean isFull(MergedFile file, ColumnMerge merge) {
    return file.length() + merge.nextBytes() > factory.targetFileSizeBytes();
  }

  private WriterCommitMessage message() {
    return new TaskFiles(
        DataFileBytes.write(
            done, new DataFileBytes.PartitionTypes(factory.schema(), List.of(factory.spec()))),
        Optional.ofNullable(part).map(RowMapPartBytes::write).orElse(TaskFiles.NO_ROW_MAP));
  }

  private void note(MergeSource source, long position, long count) {
    RowMapPart known = part;
    if (source.isUncommitted()) {
      cursor.newRows(count);
    } else if (known != null) {
      cursor.carried(known.source(source.file().filePath()), position, count);
      part = known.runCount() > maxRuns ? null : known;
    }
  }
}
