package io.firn.conflict;

import io.firn.model.DataFile;
import io.firn.model.FileContent;
import io.firn.model.TableMetadata;
import io.firn.partition.PartitionSpec;

/** Whether a delete file may apply to a data file that is older than it (spec: Scan Planning). */
final class DeleteReach {
  private DeleteReach() {}

  static boolean mayApply(DataFile delete, DataFile dataFile, TableMetadata metadata) {
    if (delete.referencedDataFile().isPresent()) {
      return delete.referencedDataFile().get().equals(dataFile.filePath());
    }
    boolean isGlobal =
        delete.content() == FileContent.EQUALITY_DELETES
            && metadata.spec(delete.specId()).filter(PartitionSpec::isUnpartitioned).isPresent();
    boolean isOfPartition =
        delete.specId() == dataFile.specId() && delete.partition().equals(dataFile.partition());
    return isGlobal || isOfPartition;
  }
}
