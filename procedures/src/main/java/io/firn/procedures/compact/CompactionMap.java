package io.firn.procedures.compact;

import io.firn.model.DataFile;
import io.firn.operation.Replacement;
import io.firn.rowmap.RowMap;
import io.firn.rowmap.RowMapBuilder;
import io.firn.rowmap.RowMapKind;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The row map of some groups, or why there is none; the compaction goes on without. */
record CompactionMap(Optional<RowMap> map, Optional<String> loss) {
  private static final Logger LOG = LoggerFactory.getLogger(CompactionMap.class);

  static CompactionMap of(String tableName, long baseSnapshotId, List<RewrittenGroup> groups) {
    RowMapBuilder builder = new RowMapBuilder(RowMapKind.COMPACTION, baseSnapshotId);
    for (RewrittenGroup group : groups) {
      group
          .group()
          .tasks()
          .forEach(task -> builder.source(task.file().filePath(), task.file().recordCount()));
      group.added().forEach(file -> builder.target(file.filePath(), file.recordCount()));
    }
    try {
      for (RewrittenGroup group : groups) {
        if (group.rowMapParts().isEmpty()) {
          return lost(tableName, group.whyUnmapped());
        }
        group.rowMapParts().get().forEach(builder::add);
      }
      return new CompactionMap(Optional.of(builder.build()), Optional.empty());
    } catch (IllegalArgumentException e) {
      LOG.warn("The compaction map of {} is not sound: {}", tableName, e.getMessage());
      return lost(tableName, "it was not sound");
    }
  }

  private static CompactionMap lost(String tableName, String reason) {
    LOG.info("No compaction map for {}: {}", tableName, reason);
    return new CompactionMap(Optional.empty(), Optional.of(reason));
  }

  Replacement replacement(
      List<DataFile> removed, List<DataFile> added, Map<String, List<DataFile>> deletesAtBase) {
    return new Replacement(removed, added, deletesAtBase, map, loss);
  }
}
