package io.firn.codec.avro;

import io.firn.error.CorruptFileException;
import io.firn.error.UnsupportedFeatureException;
import io.firn.io.InputFile;
import io.firn.model.DataFile;
import io.firn.model.EntryStatus;
import io.firn.model.FileContent;
import io.firn.model.FileFormat;
import io.firn.model.ManifestContent;
import io.firn.model.ManifestEntry;
import io.firn.model.ManifestFile;
import io.firn.model.TableMetadata;
import io.firn.types.StructType;
import java.util.Iterator;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Reads the entries of a manifest of format version 1 to 3, deleted ones too, in file order, with
 * snapshot id, sequence numbers and first row ids inherited from the manifest list (spec: Sequence
 * Number Inheritance, First Row ID Inheritance). Entries are independent of each other and of the
 * reader. Iterates once.
 *
 * <p>Damage ends in {@link CorruptFileException}: a file that is shorter than the manifest list
 * says, too, so that a truncated manifest is never read as one with fewer entries.
 */
public final class ManifestReader implements AutoCloseable, Iterable<ManifestEntry> {
  private final AvroFileReader file;
  private final ManifestFile manifest;
  private final RecordPlan<EntryDraft> plan;
  private final boolean numbersAreOptional;
  private boolean iterated;
  private long nextRowId;
  private long entriesRead;

  private ManifestReader(
      AvroFileReader file,
      ManifestFile manifest,
      ManifestProjection projection,
      Optional<StructType> partitionType) {
    this.file = file;
    this.manifest = manifest;
    this.nextRowId = manifest.firstRowId().orElse(-1);
    ManifestHeader header = ManifestHeader.of(file);
    if (header.content() != manifest.content()) {
      throw corrupt(
          "it holds "
              + header.content().text()
              + " but the manifest list says "
              + manifest.content().text());
    }
    this.numbersAreOptional = manifest.sequenceNumber() == 0;
    this.plan = EntryPlan.of(AvroShape.of(file), file.schema(), projection, partitionType);
  }

  /**
   * Opens a manifest; partition values have the types that the columns had when it was written.
   *
   * @throws UnsupportedFeatureException if the manifest is encrypted or of a newer format version
   */
  public static ManifestReader open(
      InputFile file, ManifestFile manifest, ManifestProjection projection) {
    return open(file, manifest, projection, Optional.empty());
  }

  /**
   * Opens a manifest; partition values have the types that the table's columns have now, so that
   * tuples of old and new manifests compare.
   */
  public static ManifestReader open(
      InputFile file, ManifestFile manifest, ManifestProjection projection, TableMetadata table) {
    return open(
        file,
        manifest,
        projection,
        table.spec(manifest.partitionSpecId()).map(s -> s.partitionType(table.schema())));
  }

  /** Opens a manifest; partition values have the types of the given partition struct. */
  public static ManifestReader open(
      InputFile file,
      ManifestFile manifest,
      ManifestProjection projection,
      StructType partitionType) {
    return open(file, manifest, projection, Optional.of(partitionType));
  }

  private static ManifestReader open(
      InputFile file,
      ManifestFile manifest,
      ManifestProjection projection,
      Optional<StructType> partitionType) {
    if (manifest.keyMetadata().isPresent()) {
      throw new UnsupportedFeatureException(
          "Cannot read the manifest "
              + file.location()
              + ": it is encrypted, and encrypted tables are not supported");
    }
    AvroFileReader reader = AvroFileReader.open(file);
    boolean opened = false;
    try {
      ManifestReader manifestReader =
          new ManifestReader(reader, manifest, projection, partitionType);
      opened = true;
      return manifestReader;
    } finally {
      if (!opened) {
        reader.close();
      }
    }
  }

  /**
   * What a manifest that no manifest list names says of itself (v1 snapshots may list manifests by
   * path only): spec id, content, length. Counts and summaries are empty.
   */
  public static ManifestFile describe(InputFile file, long snapshotId) {
    try (AvroFileReader reader = AvroFileReader.open(file)) {
      ManifestHeader header = ManifestHeader.of(reader);
      return new ManifestFile(
          file.location(),
          file.length(),
          header.specId(),
          header.content(),
          0,
          0,
          snapshotId,
          OptionalInt.empty(),
          OptionalInt.empty(),
          OptionalInt.empty(),
          OptionalLong.empty(),
          OptionalLong.empty(),
          OptionalLong.empty(),
          Optional.empty(),
          Optional.empty(),
          OptionalLong.empty());
    }
  }

  /** The manifest's key-value metadata: schema, partition spec and others, as text. */
  public Map<String, String> header() {
    return file.header();
  }

  @Override
  public Iterator<ManifestEntry> iterator() {
    if (iterated) {
      throw new IllegalStateException("The manifest was read already: " + file.location());
    }
    iterated = true;
    return new Entries();
  }

  private ManifestEntry entry(EntryDraft draft) {
    EntryStatus status =
        switch (draft.status) {
          case 0 -> EntryStatus.EXISTING;
          case 1 -> EntryStatus.ADDED;
          case 2 -> EntryStatus.DELETED;
          default -> throw corrupt("an entry has the unknown status " + draft.status);
        };
    DataFile dataFile = dataFile(draft, status);
    boolean inherits = numbersAreOptional || status == EntryStatus.ADDED;
    OptionalLong sequenceNumber = draft.sequenceNumber;
    OptionalLong fileSequenceNumber = draft.fileSequenceNumber;
    if (sequenceNumber.isEmpty()) {
      if (!inherits) {
        throw corrupt(
            "the " + status + " entry of " + dataFile.filePath() + " has no sequence number");
      }
      sequenceNumber = OptionalLong.of(manifest.sequenceNumber());
    }
    if (fileSequenceNumber.isEmpty() && inherits) {
      fileSequenceNumber = OptionalLong.of(manifest.sequenceNumber());
    }
    OptionalLong snapshotId =
        draft.snapshotId.isPresent()
            ? draft.snapshotId
            : OptionalLong.of(manifest.addedSnapshotId());
    return new ManifestEntry(status, snapshotId, sequenceNumber, fileSequenceNumber, dataFile);
  }

  private DataFile dataFile(EntryDraft draft, EntryStatus status) {
    String path = draft.filePath;
    if (path == null || path.isEmpty()) {
      throw corrupt("an entry has no file path");
    }
    if (draft.recordCount < 0 || draft.fileSizeInBytes < 0) {
      throw corrupt(
          path + " has " + draft.recordCount + " records and " + draft.fileSizeInBytes + " bytes");
    }
    return new DataFile(
        content(draft, path),
        path,
        format(draft, path),
        manifest.partitionSpecId(),
        draft.partition,
        draft.recordCount,
        draft.fileSizeInBytes,
        draft.stats(),
        draft.keyMetadata,
        draft.splitOffsets,
        draft.equalityIds,
        draft.sortOrderId,
        firstRowId(draft, status),
        draft.referencedDataFile,
        draft.contentOffset,
        draft.contentSizeInBytes);
  }

  private FileContent content(EntryDraft draft, String path) {
    FileContent content =
        draft
            .fileContent()
            .orElseThrow(() -> corrupt(path + " has the unknown content " + draft.content));
    if ((content == FileContent.DATA) != (manifest.content() == ManifestContent.DATA)) {
      throw corrupt(path + " has content " + content + " in a manifest of " + manifest.content());
    }
    return content;
  }

  private FileFormat format(EntryDraft draft, String path) {
    return draft
        .format()
        .orElseThrow(
            () ->
                corrupt(
                    path
                        + " has the unknown file format \""
                        + draft.fileFormat
                        + "\"; the manifest is damaged or was written by a newer version"));
  }

  /**
   * Null ids of live data files are given out in file order. A manifest that its own commit reads
   * back has the ids that were written, and no others yet.
   */
  private OptionalLong firstRowId(EntryDraft draft, EntryStatus status) {
    if (manifest.sequenceNumber() == ManifestWriter.UNASSIGNED_SEQUENCE_NUMBER) {
      return draft.firstRowId;
    }
    if (manifest.content() != ManifestContent.DATA || manifest.firstRowId().isEmpty()) {
      return OptionalLong.empty();
    }
    if (draft.firstRowId.isPresent() || status == EntryStatus.DELETED) {
      return draft.firstRowId;
    }
    OptionalLong assigned = OptionalLong.of(nextRowId);
    nextRowId += draft.recordCount;
    return assigned;
  }

  /**
   * A file that is shorter than the list says, but has all the entries that the list says, was
   * copied with other paths by a program that kept the old length.
   */
  private void requireWholeFile() {
    if (file.position() < manifest.manifestLength() && !hasAllEntries()) {
      throw new CorruptFileException(
          file.location(),
          file.position(),
          "the file ends there, but the manifest list says it has "
              + manifest.manifestLength()
              + " bytes");
    }
  }

  private boolean hasAllEntries() {
    return manifest.addedFilesCount().isPresent()
        && manifest.existingFilesCount().isPresent()
        && manifest.deletedFilesCount().isPresent()
        && entriesRead
            == (long) manifest.addedFilesCount().getAsInt()
                + manifest.existingFilesCount().getAsInt()
                + manifest.deletedFilesCount().getAsInt();
  }

  private CorruptFileException corrupt(String what) {
    return new CorruptFileException(file.location(), -1, what);
  }

  @Override
  public void close() {
    file.close();
  }

  private final class Entries implements Iterator<ManifestEntry> {
    private @Nullable AvroBytes block;
    private long left;
    private boolean atEnd;

    @Override
    public boolean hasNext() {
      while (left == 0 && !atEnd) {
        requireBlockUsedUp();
        Optional<AvroBytes> next = file.nextBlock();
        if (next.isEmpty()) {
          atEnd = true;
          requireWholeFile();
        } else {
          block = next.get();
          left = file.itemsInBlock();
          entriesRead += left;
        }
      }
      return left > 0;
    }

    private void requireBlockUsedUp() {
      if (block != null && block.remaining() > 0) {
        throw block.corrupt("the block is longer than its records");
      }
    }

    @Override
    public ManifestEntry next() {
      if (!hasNext() || block == null) {
        throw new NoSuchElementException();
      }
      left--;
      EntryDraft draft = new EntryDraft();
      plan.read(block, draft);
      return entry(draft);
    }
  }
}
