package io.firn.rebase;

import io.firn.expr.EqualityReach;
import io.firn.model.DataFile;
import io.firn.model.TableMetadata;
import io.firn.partition.PartitionSpec;
import java.util.List;

/** Which files an equality delete file may delete rows of, if it is newer (spec: Scan Planning). */
final class EqualityHits {
  private final DataFile delete;
  private final boolean global;
  private final EqualityReach reach;

  EqualityHits(DataFile delete, TableMetadata table) {
    this.delete = delete;
    this.global = table.spec(delete.specId()).filter(PartitionSpec::isUnpartitioned).isPresent();
    this.reach = EqualityReach.of(delete, table.schema());
  }

  /** Whether it may hit one of the data files. */
  boolean any(List<DataFile> dataFiles) {
    return dataFiles.stream().anyMatch(file -> samePartition(file) && reach.mayHit(file));
  }

  /** Whether it may hit a data file that one of the position delete files is for. */
  boolean anyByPartition(List<DataFile> positionDeletes) {
    return positionDeletes.stream().anyMatch(this::samePartition);
  }

  private boolean samePartition(DataFile file) {
    return global
        || (file.specId() == delete.specId() && file.partition().equals(delete.partition()));
  }
}
