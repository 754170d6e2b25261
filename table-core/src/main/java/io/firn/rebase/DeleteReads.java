package io.firn.rebase;

import io.firn.codec.parquet.PositionDeleteFile;
import io.firn.codec.puffin.DeletionVectorFile;
import io.firn.deletes.PositionSet;
import io.firn.io.Storage;
import io.firn.model.DataFile;
import java.util.List;
import java.util.Map;

/** Reads deletes by position, within the limits. */
final class DeleteReads {
  private final Storage storage;
  private final RebaseLimits limits;

  DeleteReads(Storage storage, RebaseLimits limits) {
    this.storage = storage;
    this.limits = limits;
  }

  /** All positions of the file, by the path of their data file; the sets are the caller's. */
  Map<String, PositionSet> all(DataFile deleteFile) {
    if (deleteFile.isDeletionVector()) {
      return Map.of(deleteFile.referencedDataFile().orElseThrow(), vector(deleteFile));
    }
    limits.require(deleteFile.fileSizeInBytes());
    return PositionDeleteFile.readAll(storage, deleteFile);
  }

  /** The positions of one data file in the files; the set is the caller's. */
  PositionSet of(String dataFile, List<DataFile> deleteFiles) {
    PositionSet positions = new PositionSet();
    for (DataFile file : deleteFiles) {
      if (file.isDeletionVector()) {
        positions.addAll(vector(file));
      } else {
        limits.require(file.fileSizeInBytes());
        positions.addAll(PositionDeleteFile.read(storage, file, dataFile));
      }
    }
    return positions;
  }

  private PositionSet vector(DataFile file) {
    limits.require(file.contentSizeInBytes().orElse(file.fileSizeInBytes()));
    return DeletionVectorFile.read(storage, file);
  }
}
