package io.firn.spark.rowlevel;

import io.firn.codec.parquet.PositionDeleteFile;
import io.firn.codec.puffin.DeletionVectorFile;
import io.firn.deletes.PositionSet;
import io.firn.io.Storage;
import io.firn.model.DataFile;
import io.firn.model.FileContent;
import io.firn.spark.wire.DataFileBytes;
import java.io.Serializable;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The position deletes that data files had when the statement read them, which new deletes of the
 * same file take in: a data file has at most one deletion vector, and one position delete file
 * where these are by file.
 */
final class PreviousDeletes implements Serializable {
  private static final long serialVersionUID = 1L;

  private final HashMap<String, byte[]> byDataFile = new HashMap<>();

  /** By path of the data file. */
  static PreviousDeletes of(
      Map<String, List<DataFile>> deletes, DataFileBytes.PartitionTypes partitionTypes) {
    PreviousDeletes previous = new PreviousDeletes();
    deletes.forEach(
        (dataFile, files) ->
            previous.byDataFile.put(dataFile, DataFileBytes.write(files, partitionTypes)));
    return previous;
  }

  List<DataFile> of(String dataFile, DataFileBytes.PartitionTypes partitionTypes) {
    byte[] bytes = byDataFile.get(dataFile);
    return bytes == null ? List.of() : DataFileBytes.read(bytes, partitionTypes);
  }

  /** Whether a delete file is for one data file, so that it goes when that file's deletes do. */
  static boolean isOfOneFile(DataFile delete) {
    return delete.content() == FileContent.POSITION_DELETES
        && delete.referencedDataFile().isPresent();
  }

  /** The positions of a data file in a delete file or vector. */
  static PositionSet read(Storage storage, DataFile delete, String dataFile) {
    return delete.isDeletionVector()
        ? DeletionVectorFile.read(storage, delete)
        : PositionDeleteFile.read(storage, delete, dataFile);
  }
}
