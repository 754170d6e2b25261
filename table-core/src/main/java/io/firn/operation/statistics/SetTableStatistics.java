package io.firn.operation.statistics;

import io.firn.model.MetadataUpdate;
import io.firn.model.StatisticsFile;
import io.firn.model.TableChange;
import io.firn.operation.Operation;
import io.firn.operation.Planning;

/**
 * Makes a Puffin file the statistics of its snapshot (spec: Table Statistics). It takes the place
 * of the one that the snapshot had; that file stays where it is.
 */
public record SetTableStatistics(StatisticsFile file) implements Operation {

  @Override
  public String name() {
    return "set statistics";
  }

  @Override
  public TableChange planOn(Planning planning) {
    return OfSnapshot.change(planning, file.snapshotId(), new MetadataUpdate.SetStatistics(file));
  }
}
