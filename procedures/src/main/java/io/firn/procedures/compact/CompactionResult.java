package io.firn.procedures.compact;

import io.firn.model.Snapshot;
import java.util.Map;
import java.util.Optional;

/** What a compaction did, over all of its commits; the map is that of the last commit. */
public record CompactionResult(
    int rewrittenFiles,
    int addedFiles,
    long rewrittenBytes,
    int failedFiles,
    int removedDeleteFiles,
    Optional<String> mapLocation,
    long mapRuns,
    long mapBytes) {

  /** Nothing was worth it. */
  public static CompactionResult nothing() {
    return new CompactionResult(0, 0, 0, 0, 0, Optional.empty(), 0, 0);
  }

  /** With a commit, as its snapshot's summary tells. */
  CompactionResult plus(Snapshot snapshot, long bytes) {
    Map<String, String> summary = snapshot.summary();
    Optional<String> location = Optional.ofNullable(summary.get("row-map-location"));
    return new CompactionResult(
        rewrittenFiles + (int) number(summary, "deleted-data-files"),
        addedFiles + (int) number(summary, "added-data-files"),
        rewrittenBytes + bytes,
        failedFiles,
        removedDeleteFiles + (int) number(summary, "removed-delete-files"),
        location,
        number(summary, "row-map-runs"),
        number(summary, "row-map-bytes"));
  }

  CompactionResult withFailed(int files) {
    return new CompactionResult(
        rewrittenFiles,
        addedFiles,
        rewrittenBytes,
        failedFiles + files,
        removedDeleteFiles,
        mapLocation,
        mapRuns,
        mapBytes);
  }

  CompactionResult withDanglingDeletesRemoved(int files) {
    return new CompactionResult(
        rewrittenFiles,
        addedFiles,
        rewrittenBytes,
        failedFiles,
        removedDeleteFiles + files,
        mapLocation,
        mapRuns,
        mapBytes);
  }

  private static long number(Map<String, String> summary, String key) {
    return Long.parseLong(summary.getOrDefault(key, "0"));
  }
}
