package io.firn.operation;

import io.firn.model.SnapshotRef;
import java.util.HashMap;
import java.util.Map;

/**
 * Where a new snapshot goes and what its summary says besides the counts. A {@code STAGED} snapshot
 * is added to the table but no ref points to it (write-audit-publish).
 */
public record SnapshotOptions(String branch, Publication publication, Map<String, String> summary) {

  /** Whether the branch moves to the new snapshot. */
  public enum Publication {
    CURRENT,
    STAGED
  }

  public SnapshotOptions {
    summary = Map.copyOf(summary);
  }

  /** The main branch, nothing added to the summary. */
  public static SnapshotOptions main() {
    return new SnapshotOptions(SnapshotRef.MAIN, Publication.CURRENT, Map.of());
  }

  /** The same with more in the summary; what is there already gives way. */
  public SnapshotOptions saying(Map<String, String> more) {
    Map<String, String> all = new HashMap<>(summary);
    all.putAll(more);
    return new SnapshotOptions(branch, publication, all);
  }
}
