package io.firn.codec.puffin;

import io.firn.deletes.PositionSet;
import io.firn.error.CorruptFileException;
import io.firn.io.InputFile;
import io.firn.io.Storage;
import io.firn.model.DataFile;
import java.util.LinkedHashMap;
import java.util.Map;

/** Reads deletion vectors out of Puffin files. */
public final class DeletionVectorFile {
  static final String REFERENCED_DATA_FILE = "referenced-data-file";
  static final String CARDINALITY = "cardinality";

  private DeletionVectorFile() {}

  /**
   * The vector of a manifest entry, in one read of its bytes, without the footer.
   *
   * @throws CorruptFileException if the bytes are damaged, or are not as many deletes as the entry
   *     says
   */
  public static PositionSet read(Storage storage, DataFile vector) {
    if (!vector.isDeletionVector()) {
      throw new IllegalArgumentException(vector.filePath() + " holds no deletion vectors");
    }
    boolean complete =
        vector.contentOffset().isPresent()
            && vector.contentSizeInBytes().isPresent()
            && vector.referencedDataFile().isPresent();
    if (!complete) {
      throw new CorruptFileException(
          vector.filePath(),
          -1,
          "the manifest does not say where the deletion vector lies and which file it is for");
    }
    long offset = vector.contentOffset().getAsLong();
    InputFile file = storage.newInputFile(vector.filePath(), vector.fileSizeInBytes());
    byte[] blob = PuffinReader.readRange(file, offset, vector.contentSizeInBytes().getAsLong());
    PositionSet positions = DeletionVectorCodec.decode(blob, vector.filePath(), offset);
    if (positions.cardinality() != vector.recordCount()) {
      throw wrongCount(vector.filePath(), offset, positions, Long.toString(vector.recordCount()));
    }
    return positions;
  }

  /** All vectors of a file by the data file that each is for, as the footer says. */
  public static Map<String, PositionSet> readAll(InputFile file) {
    PuffinReader reader = new PuffinReader(file);
    Map<String, PositionSet> vectors = new LinkedHashMap<>();
    for (PuffinBlob blob : reader.footer().blobs()) {
      if (blob.type().equals(DeletionVectorCodec.BLOB_TYPE)) {
        String dataFile = blob.properties().get(REFERENCED_DATA_FILE);
        if (dataFile == null) {
          throw new CorruptFileException(
              file.location(), blob.offset(), "the deletion vector does not name its data file");
        }
        PositionSet positions =
            DeletionVectorCodec.decode(reader.read(blob), file.location(), blob.offset());
        String expected = blob.properties().get(CARDINALITY);
        if (expected != null && !expected.equals(Long.toString(positions.cardinality()))) {
          throw wrongCount(file.location(), blob.offset(), positions, expected);
        }
        vectors.put(dataFile, positions);
      }
    }
    return vectors;
  }

  private static CorruptFileException wrongCount(
      String location, long offset, PositionSet positions, String expected) {
    return new CorruptFileException(
        location,
        offset,
        "the deletion vector has " + positions.cardinality() + " positions, not " + expected);
  }
}
