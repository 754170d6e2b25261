package io.firn.codec.avro;

import io.firn.codec.json.SchemaJson;
import io.firn.codec.json.SpecJson;
import io.firn.io.OutputFile;
import io.firn.model.DataFile;
import io.firn.model.EntryStatus;
import io.firn.model.FileContent;
import io.firn.model.ManifestContent;
import io.firn.model.ManifestEntry;
import io.firn.model.ManifestFile;
import io.firn.types.StructType;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * Writes a manifest of format version 2 or 3 (spec: Manifests) and counts what a manifest list says
 * of it. Nothing may refer to the file before {@link #close} has returned. Added entries leave the
 * file sequence number empty, to be inherited; existing and deleted ones carry their sequence
 * number.
 */
public final class ManifestWriter implements AutoCloseable {
  /** Stands for the sequence number that the commit will give to the snapshot. */
  public static final long UNASSIGNED_SEQUENCE_NUMBER = -1;

  private final String location;
  private final ManifestSettings settings;
  private final int partitionSize;
  private final AvroFileWriter<ManifestEntry> file;
  private final PartitionSummaries summaries;
  private final int[] files = new int[EntryStatus.values().length];
  private final long[] rows = new long[EntryStatus.values().length];
  private long minSequenceNumber = UNASSIGNED_SEQUENCE_NUMBER;
  private boolean closed;

  private ManifestWriter(OutputFile output, ManifestSettings settings) {
    StructType partitionType = settings.spec().partitionType(settings.schema());
    this.location = output.location();
    this.settings = settings;
    this.partitionSize = partitionType.fields().size();
    this.summaries = new PartitionSummaries(partitionType);
    this.file =
        new AvroFileWriter<>(
            output,
            ManifestSchemas.entry(settings.formatVersion(), partitionType),
            new EntryEncoder(settings.formatVersion(), partitionType),
            header(settings),
            settings.compression());
  }

  /** Creates the file. */
  public static ManifestWriter create(OutputFile file, ManifestSettings settings) {
    return new ManifestWriter(file, settings);
  }

  private static Map<String, String> header(ManifestSettings settings) {
    Map<String, String> header = new LinkedHashMap<>();
    header.put("schema", SchemaJson.write(settings.schema()));
    header.put("schema-id", Integer.toString(settings.schema().schemaId()));
    header.put("partition-spec", SpecJson.writeFields(settings.spec()));
    header.put("partition-spec-id", Integer.toString(settings.spec().specId()));
    header.put("format-version", Integer.toString(settings.formatVersion()));
    header.put("content", settings.content().text());
    return header;
  }

  /**
   * Writes one entry.
   *
   * @throws IllegalArgumentException if the entry does not belong into this manifest
   */
  public void add(ManifestEntry entry) {
    requireFits(entry.file());
    requireNumbers(entry);
    file.write(entry);
    summaries.add(entry.file().partition());
    files[entry.status().ordinal()]++;
    rows[entry.status().ordinal()] += entry.file().recordCount();
    if (entry.isLive() && entry.sequenceNumber().isPresent()) {
      long number = entry.sequenceNumber().getAsLong();
      if (minSequenceNumber == UNASSIGNED_SEQUENCE_NUMBER || number < minSequenceNumber) {
        minSequenceNumber = number;
      }
    }
  }

  private void requireFits(DataFile dataFile) {
    boolean fits =
        (dataFile.content() == FileContent.DATA) == (settings.content() == ManifestContent.DATA)
            && dataFile.specId() == settings.spec().specId()
            && dataFile.partition().size() == partitionSize;
    if (!fits) {
      throw new IllegalArgumentException(
          "%s (%s, spec %d, partition %s) does not belong into the manifest %s (%s, spec %d)"
              .formatted(
                  dataFile.filePath(),
                  dataFile.content(),
                  dataFile.specId(),
                  dataFile.partition(),
                  location,
                  settings.content().text(),
                  settings.spec().specId()));
    }
    if (settings.formatVersion() < 3 && dataFile.isDeletionVector()) {
      throw new IllegalArgumentException(
          "The deletion vector of "
              + dataFile.referencedDataFile().orElse("?")
              + " needs format version 3");
    }
  }

  private void requireNumbers(ManifestEntry entry) {
    boolean valid =
        entry.status() == EntryStatus.ADDED
            ? entry.fileSequenceNumber().isEmpty()
            : entry.sequenceNumber().isPresent() && entry.snapshotId().isPresent();
    if (!valid) {
      throw new IllegalArgumentException(
          "An added entry inherits its file sequence number, others have all numbers: "
              + entry.status()
              + " entry of "
              + entry.file().filePath());
    }
  }

  public long entryCount() {
    return (long) files[0] + files[1] + files[2];
  }

  /**
   * Bytes written so far, without those in the last block's buffer; the file's length at the end.
   */
  public long length() {
    return file.length();
  }

  @Override
  public void close() {
    if (!closed) {
      file.close();
      closed = true;
    }
  }

  /**
   * The manifest as a manifest list names it, with unassigned sequence number; to be asked after
   * {@link #close}.
   */
  public ManifestFile toManifestFile() {
    if (!closed) {
      throw new IllegalStateException("The manifest is not closed yet: " + location);
    }
    return new ManifestFile(
        location,
        file.length(),
        settings.spec().specId(),
        settings.content(),
        UNASSIGNED_SEQUENCE_NUMBER,
        minSequenceNumber,
        settings.snapshotId(),
        OptionalInt.of(files[EntryStatus.ADDED.ordinal()]),
        OptionalInt.of(files[EntryStatus.EXISTING.ordinal()]),
        OptionalInt.of(files[EntryStatus.DELETED.ordinal()]),
        OptionalLong.of(rows[EntryStatus.ADDED.ordinal()]),
        OptionalLong.of(rows[EntryStatus.EXISTING.ordinal()]),
        OptionalLong.of(rows[EntryStatus.DELETED.ordinal()]),
        Optional.of(summaries.toList()),
        Optional.empty(),
        OptionalLong.empty());
  }
}
