package io.firn.spark.rewrite;

import io.firn.codec.parquet.columns.MergeSource;
import io.firn.spark.read.file.FileReaderFactory;
import java.io.IOException;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.connector.write.WriterCommitMessage;

/**
 * One task of {@link FileCopies}. New rows are added where columns can be taken as they are: read
 * as rows of a file that is in no snapshot they would lose their ids.
 */
final class CopyTask implements Serializable {
  private static final long serialVersionUID = 1L;

  private final FileReaderFactory readers;
  private final RewriteTask rewrite;

  CopyTask(FileReaderFactory readers, RewriteTask rewrite) {
    this.readers = readers;
    this.rewrite = rewrite;
  }

  /** {@code partitions} are the files to copy and those of new rows. */
  CopiedFiles run(byte[][] partitions) throws IOException {
    Optional<WriterCommitMessage> merged = sources(partitions).flatMap(rewrite::merge);
    return merged.isPresent()
        ? new CopiedFiles(merged.get(), true)
        : new CopiedFiles(rewrite.rewrite(PartitionBytes.read(partitions[0])), false);
  }

  private Optional<List<MergeSource>> sources(byte[][] partitions) {
    Optional<List<MergeSource>> old = readers.mergeSources(PartitionBytes.read(partitions[0]));
    if (old.isEmpty()) {
      return old;
    }
    List<MergeSource> all = new ArrayList<>(old.get());
    readers
        .mergeSources(PartitionBytes.read(partitions[1]))
        .orElseThrow()
        .forEach(source -> all.add(source.uncommitted()));
    return Optional.of(all);
  }
}
