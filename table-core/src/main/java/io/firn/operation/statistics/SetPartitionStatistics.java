package io.firn.operation.statistics;

import io.firn.model.MetadataUpdate;
import io.firn.model.PartitionStatisticsFile;
import io.firn.model.TableChange;
import io.firn.operation.Operation;
import io.firn.operation.Planning;

/**
 * Makes a file the partition statistics of its snapshot (spec: Partition Statistics). It takes the
 * place of the one that the snapshot had; that file stays where it is.
 */
public record SetPartitionStatistics(PartitionStatisticsFile file) implements Operation {

  @Override
  public String name() {
    return "set partition statistics";
  }

  @Override
  public TableChange planOn(Planning planning) {
    return OfSnapshot.change(
        planning, file.snapshotId(), new MetadataUpdate.SetPartitionStatistics(file));
  }
}
