package io.firn.spark.read.file;

import io.firn.codec.parquet.columns.MergeSource;
import io.firn.deletes.PositionSet;
import io.firn.error.FirnException;
import io.firn.model.DataFile;
import io.firn.model.FileFormat;
import io.firn.scan.FileTask;
import io.firn.scan.SplitTask;
import java.util.Optional;

/** What the tasks of a scan share on one executor. */
record ExecutorScan(ScanFacts facts, DeleteLoader deletes, SplitBytes splitBytes) {

  /** Empty if only rows tell what is read, or if the file is not in Parquet. */
  Optional<MergeSource> mergeSource(SplitTask split) {
    FileTask task = split.task();
    DataFile file = task.file();
    if (file.fileFormat() != FileFormat.PARQUET
        || !task.equalityDeletes().isEmpty()
        || task.change().isPresent()) {
      return Optional.empty();
    }
    Optional<PositionSet> deleted;
    try {
      deleted = deletes.positions(task.positionDeletes(), file.filePath());
    } catch (FirnException e) {
      throw e.during("Cannot read", facts.table());
    }
    IdentityValues identity = new IdentityValues(facts.spec(file.specId()), file.partition());
    return Optional.of(
        new MergeSource(
            file,
            split.start(),
            split.length(),
            task.sequenceNumber(),
            deleted,
            identity.toMap(facts.schema())));
  }
}
