package io.firn.rebase;

import io.firn.expr.EqualityReach;
import io.firn.model.DataFile;
import io.firn.model.TableMetadata;
import io.firn.partition.PartitionKey;
import io.firn.partition.PartitionSpec;
import java.util.List;
import java.util.Set;

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
    return dataFiles.stream()
        .anyMatch(
            file ->
                reaches(new PartitionKey(file.specId(), file.partition())) && reach.mayHit(file));
  }

  /** Whether it may hit a data file in one of the partitions. */
  boolean anyIn(Set<PartitionKey> partitions) {
    return partitions.stream().anyMatch(this::reaches);
  }

  private boolean reaches(PartitionKey partition) {
    return global || partition.equals(new PartitionKey(delete.specId(), delete.partition()));
  }
}
