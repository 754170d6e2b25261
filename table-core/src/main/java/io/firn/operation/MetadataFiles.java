package io.firn.operation;

import io.firn.io.OutputFile;
import io.firn.io.Storage;
import io.firn.model.TableMetadata;
import io.firn.model.TableProperties;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.LongSupplier;

/**
 * The metadata files of one commit over all of its attempts: hands out their names and snapshot
 * ids, keeps what can be used again, and knows which files were written and which of them the last
 * attempt refers to. One thread commits; several may write manifests for it.
 */
public final class MetadataFiles {
  private final Storage storage;
  private final UUID commitId;
  private final LongSupplier newSnapshotId;
  private final List<StepFiles> steps = new ArrayList<>();
  private final Map<Integer, Long> snapshotIds = new HashMap<>();
  private final Set<String> written = new LinkedHashSet<>();
  private final Set<String> used = new LinkedHashSet<>();
  private int manifests;
  private int rowMaps;
  private int deleteFiles;

  public MetadataFiles(Storage storage, UUID commitId, LongSupplier newSnapshotId) {
    this.storage = storage;
    this.commitId = commitId;
    this.newSnapshotId = newSnapshotId;
  }

  public Storage storage() {
    return storage;
  }

  /** The id that the names of this commit's metadata files carry. */
  public UUID commitId() {
    return commitId;
  }

  /** To be called before each attempt: nothing is referred to yet. */
  public void beginAttempt() {
    used.clear();
  }

  /** Locations of all files that this commit has written so far. */
  public synchronized Set<String> written() {
    return Set.copyOf(written);
  }

  /** Locations of the written files that the last attempt does not refer to. */
  public synchronized Set<String> unused() {
    Set<String> unused = new LinkedHashSet<>(written);
    unused.removeAll(used);
    return unused;
  }

  /** The snapshot id of the operation at that position of a sequence, in every attempt the same. */
  long snapshotId(int step, TableMetadata table) {
    Long known = snapshotIds.get(step);
    while (known == null) {
      long id = newSnapshotId.getAsLong();
      if (table.snapshot(id).isEmpty() && !snapshotIds.containsValue(id)) {
        snapshotIds.put(step, id);
        known = id;
      }
    }
    return known;
  }

  /** What the operation at that position has written in earlier attempts and can use again. */
  StepFiles step(int step, SnapshotEdit edit) {
    while (steps.size() <= step) {
      steps.add(new StepFiles(edit));
    }
    if (!steps.get(step).edit().equals(edit)) {
      steps.set(step, new StepFiles(edit));
    }
    return steps.get(step);
  }

  synchronized OutputFile newManifest(TableMetadata table) {
    return newFile(table, commitId + "-m" + manifests++ + ".avro");
  }

  OutputFile newManifestList(TableMetadata table, long snapshotId, int attempt) {
    return newFile(table, "snap-" + snapshotId + "-" + attempt + "-" + commitId + ".avro");
  }

  synchronized OutputFile newRowMap(TableMetadata table) {
    rowMaps++;
    return newFile(table, commitId + "-row-map" + (rowMaps == 1 ? "" : "-" + rowMaps) + ".avro");
  }

  /** A delete file of the commit itself; it lies with the data, and goes as metadata files do. */
  synchronized OutputFile newDeleteFile(
      TableMetadata table, String partitionPath, String extension) {
    deleteFiles++;
    String location =
        new DataLocations(table.location(), table.properties())
            .newFile(partitionPath, commitId + "-" + deleteFiles + "-deletes." + extension);
    written.add(location);
    used.add(location);
    return storage.newOutputFile(location);
  }

  private synchronized OutputFile newFile(TableMetadata table, String name) {
    String location = metadataDirectory(table) + "/" + name;
    written.add(location);
    return storage.newOutputFile(location);
  }

  /** A file that was written for this commit before it began; it goes with the commit's own. */
  synchronized void adopt(String location) {
    written.add(location);
  }

  /** The attempt refers to the file. */
  void use(String location) {
    used.add(location);
  }

  private static String metadataDirectory(TableMetadata table) {
    String directory =
        table
            .properties()
            .getOrDefault(TableProperties.WRITE_METADATA_PATH, table.location() + "/metadata");
    return directory.endsWith("/") ? directory.substring(0, directory.length() - 1) : directory;
  }
}
