package io.firn.conflict;

import io.firn.model.DataFile;
import io.firn.model.FileContent;
import io.firn.model.TableMetadata;
import io.firn.partition.PartitionKey;
import io.firn.partition.PartitionSpec;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Data files by what deletes find them by (spec: Scan Planning). All deletes are newer. */
final class DeleteTargets {
  private final TableMetadata metadata;
  private final Map<String, DataFile> byPath = new HashMap<>();
  private final Map<PartitionKey, List<DataFile>> byPartition = new HashMap<>();

  DeleteTargets(List<DataFile> dataFiles, TableMetadata metadata) {
    this.metadata = metadata;
    for (DataFile file : dataFiles) {
      byPath.put(file.filePath(), file);
      byPartition.computeIfAbsent(partition(file), p -> new ArrayList<>()).add(file);
    }
  }

  /** The first of the files that the delete file may delete rows of. */
  Optional<DataFile> firstHitBy(DataFile delete) {
    DeleteReach reach = DeleteReach.of(delete, metadata.schema());
    return candidates(delete, reach).stream().filter(reach::mayHit).findFirst();
  }

  private Collection<DataFile> candidates(DataFile delete, DeleteReach reach) {
    Optional<String> path = reach.onlyDataFile();
    if (path.isPresent()) {
      return Optional.ofNullable(byPath.get(path.get())).stream().toList();
    }
    boolean isGlobal =
        delete.content() == FileContent.EQUALITY_DELETES
            && metadata.spec(delete.specId()).filter(PartitionSpec::isUnpartitioned).isPresent();
    return isGlobal ? byPath.values() : byPartition.getOrDefault(partition(delete), List.of());
  }

  private static PartitionKey partition(DataFile file) {
    return new PartitionKey(file.specId(), file.partition());
  }
}
