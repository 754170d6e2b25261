package io.firn.operation;

import io.firn.io.Storage;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.function.LongSupplier;

/**
 * The metadata files of one commit over all of its attempts: hands out their names and snapshot
 * ids, keeps what can be used again, and knows which files were written. Not thread-safe.
 */
public final class MetadataFiles {
  private final Storage storage;
  private final UUID commitId;
  private final LongSupplier newSnapshotId;
  private final List<Long> snapshotIds = new ArrayList<>();
  private final Set<String> written = new LinkedHashSet<>();

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

  /** The snapshot id of the operation at that position of a sequence. */
  long snapshotId(int step) {
    while (snapshotIds.size() <= step) {
      snapshotIds.add(newSnapshotId.getAsLong());
    }
    return snapshotIds.get(step);
  }

  /** Locations of all files that this commit has written so far. */
  public Set<String> written() {
    return Set.copyOf(written);
  }
}
