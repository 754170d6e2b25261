package io.firn.codec.avro;

import io.firn.io.OutputFile;
import io.firn.model.FieldSummary;
import io.firn.model.ManifestContent;
import io.firn.model.ManifestFile;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.apache.avro.Schema;
import org.apache.avro.io.DatumWriter;
import org.apache.avro.io.Encoder;

/**
 * Writes manifest lists of format version 2 and 3 (spec: Manifest Lists). New manifests get the
 * snapshot's sequence number; from version 3 on, data manifests without first row id get one, and
 * leave room for all their rows.
 */
public final class ManifestListWriter {
  /**
   * Header key with the number of manifests, so that a cut-off list does not read as a shorter one.
   */
  static final String MANIFEST_COUNT_KEY = "firn.manifest-count";

  private ManifestListWriter() {}

  /** Writes the whole list; the file is complete when the call has returned. */
  public static WrittenManifestList write(
      OutputFile file, ManifestListSettings settings, List<ManifestFile> manifests) {
    List<ManifestFile> numbered = new ArrayList<>(manifests.size());
    long nextRowId = settings.firstRowId().orElse(-1);
    for (ManifestFile manifest : manifests) {
      ManifestFile withNumbers = withSequenceNumber(manifest, settings);
      if (settings.formatVersion() >= 3 && needsRowIds(manifest)) {
        withNumbers = withFirstRowId(withNumbers, OptionalLong.of(nextRowId));
        nextRowId +=
            manifest.addedRowsCount().orElseThrow() + manifest.existingRowsCount().orElseThrow();
      }
      numbered.add(withNumbers);
    }
    try (AvroFileWriter<ManifestFile> writer =
        new AvroFileWriter<>(
            file,
            ManifestSchemas.manifestFile(settings.formatVersion()),
            new ManifestEncoder(settings.formatVersion()),
            header(settings, manifests.size()),
            settings.compression())) {
      numbered.forEach(writer::write);
    }
    return new WrittenManifestList(
        numbered,
        settings.firstRowId().isPresent() ? OptionalLong.of(nextRowId) : OptionalLong.empty());
  }

  private static Map<String, String> header(ManifestListSettings settings, int count) {
    Map<String, String> header = new LinkedHashMap<>(settings.extraHeader());
    header.put("snapshot-id", Long.toString(settings.snapshotId()));
    header.put(
        "parent-snapshot-id",
        settings.parentSnapshotId().isPresent()
            ? Long.toString(settings.parentSnapshotId().getAsLong())
            : "null");
    header.put("sequence-number", Long.toString(settings.sequenceNumber()));
    settings.firstRowId().ifPresent(id -> header.put("first-row-id", Long.toString(id)));
    header.put("format-version", Integer.toString(settings.formatVersion()));
    header.put(MANIFEST_COUNT_KEY, Integer.toString(count));
    return header;
  }

  private static boolean needsRowIds(ManifestFile manifest) {
    return manifest.content() == ManifestContent.DATA && manifest.firstRowId().isEmpty();
  }

  private static ManifestFile withSequenceNumber(
      ManifestFile manifest, ManifestListSettings settings) {
    boolean isNew = manifest.sequenceNumber() == ManifestWriter.UNASSIGNED_SEQUENCE_NUMBER;
    if (isNew && manifest.addedSnapshotId() != settings.snapshotId()) {
      throw new IllegalArgumentException(
          "The manifest "
              + manifest.manifestPath()
              + " of snapshot "
              + manifest.addedSnapshotId()
              + " has no sequence number in the list of snapshot "
              + settings.snapshotId());
    }
    boolean minIsNew = manifest.minSequenceNumber() == ManifestWriter.UNASSIGNED_SEQUENCE_NUMBER;
    return new ManifestFile(
        manifest.manifestPath(),
        manifest.manifestLength(),
        manifest.partitionSpecId(),
        manifest.content(),
        isNew ? settings.sequenceNumber() : manifest.sequenceNumber(),
        minIsNew ? settings.sequenceNumber() : manifest.minSequenceNumber(),
        manifest.addedSnapshotId(),
        manifest.addedFilesCount(),
        manifest.existingFilesCount(),
        manifest.deletedFilesCount(),
        manifest.addedRowsCount(),
        manifest.existingRowsCount(),
        manifest.deletedRowsCount(),
        manifest.partitions(),
        manifest.keyMetadata(),
        manifest.firstRowId());
  }

  private static ManifestFile withFirstRowId(ManifestFile manifest, OptionalLong firstRowId) {
    return new ManifestFile(
        manifest.manifestPath(),
        manifest.manifestLength(),
        manifest.partitionSpecId(),
        manifest.content(),
        manifest.sequenceNumber(),
        manifest.minSequenceNumber(),
        manifest.addedSnapshotId(),
        manifest.addedFilesCount(),
        manifest.existingFilesCount(),
        manifest.deletedFilesCount(),
        manifest.addedRowsCount(),
        manifest.existingRowsCount(),
        manifest.deletedRowsCount(),
        manifest.partitions(),
        manifest.keyMetadata(),
        firstRowId);
  }

  /** Writes in the field order of {@link ManifestSchemas#manifestFile}. */
  private record ManifestEncoder(int formatVersion) implements DatumWriter<ManifestFile> {

    @Override
    public void setSchema(Schema schema) {
      // The schema is the one of ManifestSchemas, which this class is written for.
    }

    @Override
    public void write(ManifestFile manifest, Encoder out) throws IOException {
      out.writeString(manifest.manifestPath());
      out.writeLong(manifest.manifestLength());
      out.writeInt(manifest.partitionSpecId());
      out.writeInt(manifest.content().id());
      out.writeLong(manifest.sequenceNumber());
      out.writeLong(manifest.minSequenceNumber());
      out.writeLong(manifest.addedSnapshotId());
      out.writeInt(count(manifest, manifest.addedFilesCount()));
      out.writeInt(count(manifest, manifest.existingFilesCount()));
      out.writeInt(count(manifest, manifest.deletedFilesCount()));
      out.writeLong(rows(manifest, manifest.addedRowsCount()));
      out.writeLong(rows(manifest, manifest.existingRowsCount()));
      out.writeLong(rows(manifest, manifest.deletedRowsCount()));
      OptionalEncoder optional = new OptionalEncoder(out);
      out.writeIndex(manifest.partitions().isPresent() ? 1 : 0);
      if (manifest.partitions().isPresent()) {
        optional.list(manifest.partitions().get(), summary -> write(summary, out, optional));
      }
      optional.bytes(manifest.keyMetadata());
      if (formatVersion >= 3) {
        optional.longValue(manifest.firstRowId());
      }
    }

    private static void write(FieldSummary summary, Encoder out, OptionalEncoder optional)
        throws IOException {
      out.writeBoolean(summary.containsNull());
      optional.booleanValue(summary.containsNan());
      optional.bytes(summary.lowerBound());
      optional.bytes(summary.upperBound());
    }

    private static int count(ManifestFile manifest, OptionalInt count) {
      return count.orElseThrow(() -> noCounts(manifest));
    }

    private static long rows(ManifestFile manifest, OptionalLong count) {
      return count.orElseThrow(() -> noCounts(manifest));
    }

    /** Only lists of old v1 tables lack counts; their manifests must be written anew. */
    private static IllegalArgumentException noCounts(ManifestFile manifest) {
      return new IllegalArgumentException(
          "The manifest " + manifest.manifestPath() + " has no counts of its files and rows");
    }
  }
}
