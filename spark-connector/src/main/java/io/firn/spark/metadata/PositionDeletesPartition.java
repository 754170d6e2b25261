package io.firn.spark.metadata;

import io.firn.model.ColumnStats;
import io.firn.model.DataFile;
import io.firn.spark.wire.DataFileBytes;
import java.util.List;
import org.apache.spark.sql.connector.read.InputPartition;

/** One position delete file or deletion vector whose positions become rows. */
final class PositionDeletesPartition implements InputPartition {
  private static final long serialVersionUID = 1L;

  private final byte[] file;

  PositionDeletesPartition(DataFile file, TableFacts facts) {
    this.file =
        DataFileBytes.write(List.of(file.withStats(ColumnStats.none())), partitionTypes(facts));
  }

  DataFile file(TableFacts facts) {
    return DataFileBytes.read(file, partitionTypes(facts)).get(0);
  }

  private static DataFileBytes.PartitionTypes partitionTypes(TableFacts facts) {
    return new DataFileBytes.PartitionTypes(facts.allColumns(), facts.specs());
  }
}
