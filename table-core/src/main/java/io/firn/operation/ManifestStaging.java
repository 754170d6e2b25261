package io.firn.operation;

import io.firn.codec.avro.ManifestWriter;
import io.firn.io.Storage;
import io.firn.model.DataFile;
import io.firn.model.ManifestContent;
import io.firn.model.ManifestEntry;
import io.firn.model.ManifestFile;
import io.firn.model.SnapshotRef;
import io.firn.model.TableMetadata;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Writes manifests of new data files one file after the other, so that a commit can add any number
 * of files without holding them. For one thread. Closed before {@link #finish}, it deletes what it
 * wrote.
 */
public final class ManifestStaging implements AutoCloseable {
  /** What stands for the snapshot until there is one. */
  private static final long NO_SNAPSHOT = -1;

  private final Storage storage;
  private final MetadataFiles files;
  private final FileChecks checks;
  private final ManifestFactory factory;
  private final SummaryBuilder counts;
  private final List<ManifestFile> manifests = new ArrayList<>();
  private @Nullable ManifestWriter open;
  private int openSpecId;
  private long fileCount;
  private boolean finished;

  /**
   * For a table in that state.
   *
   * @throws io.firn.error.UnsupportedFeatureException if the table cannot be written
   */
  public ManifestStaging(Storage storage, String tableName, TableMetadata table) {
    this.storage = storage;
    this.files = new MetadataFiles(storage, UUID.randomUUID(), () -> NO_SNAPSHOT);
    this.checks = new FileChecks(tableName, table);
    this.factory = new ManifestFactory(files, table, NO_SNAPSHOT);
    this.counts = new SummaryBuilder(table);
    checks.requireWritable(SnapshotRef.MAIN);
  }

  /** Lists one more file, which the table must not hold yet. */
  public void add(DataFile file) {
    DataFile added = checks.newDataFile(file);
    ManifestWriter writer = writer(added.specId());
    writer.add(ManifestEntry.added(added));
    counts.added(added);
    fileCount++;
    if (!factory.hasRoom(writer, writer.entryCount())) {
      endManifest();
    }
  }

  private ManifestWriter writer(int specId) {
    ManifestWriter current = open;
    if (current != null && openSpecId == specId) {
      return current;
    }
    endManifest();
    ManifestWriter next = factory.create(specId, ManifestContent.DATA);
    open = next;
    openSpecId = specId;
    return next;
  }

  private void endManifest() {
    ManifestWriter current = open;
    if (current != null) {
      open = null;
      current.close();
      manifests.add(current.toManifestFile());
    }
  }

  /** The manifests of all files, complete. */
  public StagedManifests finish() {
    endManifest();
    finished = true;
    return new StagedManifests(manifests, counts, fileCount);
  }

  @Override
  public void close() {
    ManifestWriter current = open;
    open = null;
    try {
      if (current != null) {
        current.close();
      }
    } finally {
      if (!finished) {
        storage.deleteAll(files.written());
      }
    }
  }
}
