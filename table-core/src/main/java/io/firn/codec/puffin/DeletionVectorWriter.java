package io.firn.codec.puffin;

import io.firn.deletes.PositionSet;
import io.firn.io.OutputFile;
import io.firn.model.ColumnStats;
import io.firn.model.DataFile;
import io.firn.model.FileContent;
import io.firn.model.FileFormat;
import io.firn.types.ReservedFields;
import io.firn.types.StructValue;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Writes the deletion vectors of many data files into one Puffin file. The file is complete and
 * {@link #toDataFiles} answers once it is closed.
 */
public final class DeletionVectorWriter implements AutoCloseable {
  private static final int UNASSIGNED = -1;

  private final String location;
  private final PuffinWriter puffin;
  private final List<Written> written = new ArrayList<>();
  private final Set<String> dataFiles = new HashSet<>();
  private boolean closed;

  private DeletionVectorWriter(OutputFile file, String createdBy) {
    this.location = file.location();
    this.puffin = PuffinWriter.create(file, Map.of("created-by", createdBy));
  }

  /** Creates the file; {@code createdBy} names the program and its version. */
  public static DeletionVectorWriter create(OutputFile file, String createdBy) {
    return new DeletionVectorWriter(file, createdBy);
  }

  /**
   * Writes all deletes of a data file; spec and partition are the data file's. A data file has at
   * most one vector, so a second one for it is refused, and an empty one too.
   */
  public void add(String dataFile, int specId, StructValue partition, PositionSet positions) {
    if (positions.isEmpty()) {
      throw new IllegalArgumentException("An empty deletion vector for " + dataFile);
    }
    if (!dataFiles.add(dataFile)) {
      throw new IllegalArgumentException("A second deletion vector for " + dataFile);
    }
    long cardinality = positions.cardinality();
    PuffinBlob blob =
        puffin.add(
            new PuffinWriter.Content(
                DeletionVectorCodec.BLOB_TYPE,
                List.of(ReservedFields.POS_ID),
                UNASSIGNED,
                UNASSIGNED,
                DeletionVectorCodec.encode(positions),
                PuffinCompression.NONE,
                Map.of(
                    DeletionVectorFile.REFERENCED_DATA_FILE,
                    dataFile,
                    DeletionVectorFile.CARDINALITY,
                    Long.toString(cardinality))));
    written.add(new Written(dataFile, specId, partition, cardinality, blob));
  }

  private record Written(
      String dataFile, int specId, StructValue partition, long cardinality, PuffinBlob blob) {}

  public int count() {
    return written.size();
  }

  @Override
  public void close() {
    puffin.close();
    closed = true;
  }

  /** The manifest entries' files, one a vector, in the order they were added. */
  public List<DataFile> toDataFiles() {
    if (!closed) {
      throw new IllegalStateException("The Puffin file is not closed yet: " + location);
    }
    return written.stream().map(this::toDataFile).toList();
  }

  private DataFile toDataFile(Written vector) {
    return new DataFile(
        FileContent.POSITION_DELETES,
        location,
        FileFormat.PUFFIN,
        vector.specId(),
        vector.partition(),
        vector.cardinality(),
        puffin.fileSizeInBytes(),
        ColumnStats.none(),
        Optional.empty(),
        List.of(),
        List.of(),
        OptionalInt.empty(),
        OptionalLong.empty(),
        Optional.of(vector.dataFile()),
        OptionalLong.of(vector.blob().offset()),
        OptionalLong.of(vector.blob().length()));
  }
}
