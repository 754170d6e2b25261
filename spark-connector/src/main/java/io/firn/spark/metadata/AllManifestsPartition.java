package io.firn.spark.metadata;

import io.firn.model.Snapshot;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.apache.spark.sql.connector.read.InputPartition;

/** One snapshot whose manifests become rows. */
final class AllManifestsPartition implements InputPartition {
  private static final long serialVersionUID = 1L;

  private final long snapshotId;
  private final String manifestList;
  private final String[] manifests;

  AllManifestsPartition(Snapshot snapshot) {
    this.snapshotId = snapshot.snapshotId();
    this.manifestList = snapshot.manifestList().orElse("");
    this.manifests = snapshot.manifests().toArray(new String[0]);
  }

  /** Just enough of the snapshot to find its manifests. */
  Snapshot snapshot() {
    return new Snapshot(
        snapshotId,
        OptionalLong.empty(),
        0,
        0,
        Map.of(),
        manifestList.isEmpty() ? Optional.empty() : Optional.of(manifestList),
        List.of(manifests),
        OptionalInt.empty(),
        OptionalLong.empty(),
        OptionalLong.empty(),
        Optional.empty());
  }
}
