package io.firn.spark.rowlevel;

import io.firn.conflict.ReadRows;
import io.firn.model.DataFile;
import io.firn.model.Snapshot;
import io.firn.operation.RowLevelCommand;
import io.firn.operation.Statement;
import io.firn.scan.FileTask;
import io.firn.spark.conf.RowLevelConf;
import io.firn.spark.read.FirnScan;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** What a statement read, for its commit: that of the scan that Spark planned for its target. */
final class ScannedStatement {
  private ScannedStatement() {}

  static Statement of(
      FirnScan scan, RowLevelConf conf, ReadRows rows, Statement.Unchanged unchanged) {
    return new Statement(
        RowLevelCommand.valueOf(conf.command().name()),
        snapshotId(scan),
        rows,
        unchanged,
        conf.isolation());
  }

  /** The position deletes that the files had when they were read, by path of the data file. */
  static Map<String, List<DataFile>> deletesOf(List<FileTask> files) {
    Map<String, List<DataFile>> deletes = new HashMap<>();
    for (FileTask task : files) {
      if (!task.positionDeletes().isEmpty()) {
        deletes.put(task.file().filePath(), task.positionDeletes());
      }
    }
    return deletes;
  }

  /** Empty if the table, or the branch, had no snapshot. */
  static OptionalLong snapshotId(FirnScan scan) {
    Optional<Snapshot> snapshot = scan.point().snapshot();
    return snapshot.isPresent()
        ? OptionalLong.of(snapshot.get().snapshotId())
        : OptionalLong.empty();
  }
}
