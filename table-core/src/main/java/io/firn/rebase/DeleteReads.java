package io.firn.rebase;

import io.firn.codec.parquet.PositionDeleteFile;
import io.firn.codec.puffin.DeletionVectorFile;
import io.firn.deletes.PositionSet;
import io.firn.io.Storage;
import io.firn.model.DataFile;
import io.firn.model.FileKey;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Reads deletes by position, each file and vector once, within the limits. */
final class DeleteReads {
  private final Storage storage;
  private final RebaseLimits limits;
  private final Map<FileKey, Map<String, PositionSet>> known = new HashMap<>();

  DeleteReads(Storage storage, RebaseLimits limits) {
    this.storage = storage;
    this.limits = limits;
  }

  /** All positions of the file, by the path of their data file; the sets are the caller's. */
  Map<String, PositionSet> all(DataFile deleteFile) {
    Map<String, PositionSet> copies = new HashMap<>();
    read(deleteFile).forEach((path, positions) -> copies.put(path, positions.copy()));
    return copies;
  }

  /** The positions of one data file in the files; the set is the caller's. */
  PositionSet of(String dataFile, List<DataFile> deleteFiles) {
    PositionSet positions = new PositionSet();
    for (DataFile file : deleteFiles) {
      PositionSet ofFile = read(file).get(dataFile);
      if (ofFile != null) {
        positions.addAll(ofFile);
      }
    }
    return positions;
  }

  private Map<String, PositionSet> read(DataFile file) {
    Map<String, PositionSet> positions = known.get(file.key());
    if (positions == null) {
      if (file.isDeletionVector()) {
        limits.require(file.contentSizeInBytes().orElse(file.fileSizeInBytes()));
        positions =
            Map.of(file.referencedDataFile().orElseThrow(), DeletionVectorFile.read(storage, file));
      } else {
        limits.require(file.fileSizeInBytes());
        positions = PositionDeleteFile.readAll(storage, file);
      }
      known.put(file.key(), positions);
    }
    return positions;
  }
}
