package io.firn.statistics;

import io.firn.codec.puffin.PuffinBlob;
import io.firn.codec.puffin.PuffinCompression;
import io.firn.codec.puffin.PuffinWriter;
import io.firn.io.Storage;
import io.firn.model.BlobMetadata;
import io.firn.model.Snapshot;
import io.firn.model.StatisticsFile;
import io.firn.model.TableMetadata;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * Writes sketches of a snapshot's columns as a statistics file: one blob {@code
 * apache-datasketches-theta-v1} a column (spec: Puffin, Blob types).
 */
public final class SketchFile {
  private static final String BLOB_TYPE = "apache-datasketches-theta-v1";
  private static final String DISTINCT_VALUES = "ndv";

  private SketchFile() {}

  /** Writes the file; it counts once it is registered for the snapshot. */
  public static StatisticsFile write(
      Storage storage,
      TableMetadata metadata,
      Snapshot snapshot,
      List<ColumnSketch> sketches,
      String createdBy) {
    String location =
        MetadataDirectory.file(
            metadata, "%d-%s.stats".formatted(snapshot.snapshotId(), UUID.randomUUID()));
    PuffinWriter writer =
        PuffinWriter.create(storage.newOutputFile(location), Map.of("created-by", createdBy));
    List<BlobMetadata> blobs = new ArrayList<>();
    try (writer) {
      for (ColumnSketch sketch : sketches) {
        blobs.add(describe(writer.add(content(sketch, snapshot))));
      }
    }
    return new StatisticsFile(
        snapshot.snapshotId(),
        location,
        writer.fileSizeInBytes(),
        writer.footerSizeInBytes().orElseThrow(),
        Optional.empty(),
        blobs);
  }

  private static PuffinWriter.Content content(ColumnSketch sketch, Snapshot snapshot) {
    return new PuffinWriter.Content(
        BLOB_TYPE,
        List.of(sketch.fieldId()),
        snapshot.snapshotId(),
        snapshot.sequenceNumber(),
        sketch.bytes(),
        PuffinCompression.ZSTD,
        Map.of(DISTINCT_VALUES, Long.toString(sketch.distinctValues())));
  }

  private static BlobMetadata describe(PuffinBlob blob) {
    return new BlobMetadata(
        blob.type(), blob.snapshotId(), blob.sequenceNumber(), blob.fields(), blob.properties());
  }
}
