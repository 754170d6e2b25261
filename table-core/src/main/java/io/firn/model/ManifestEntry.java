package io.firn.model;

import java.util.OptionalLong;

/**
 * One entry of a manifest. {@code sequenceNumber} is the data sequence number. Empty numbers are
 * inherited from the manifest list (spec: Sequence Number Inheritance); entries that a manifest
 * reader returns have them filled in.
 */
public record ManifestEntry(
    EntryStatus status,
    OptionalLong snapshotId,
    OptionalLong sequenceNumber,
    OptionalLong fileSequenceNumber,
    DataFile file) {

  /** A file that this commit adds, with all numbers inherited. */
  public static ManifestEntry added(DataFile file) {
    return new ManifestEntry(
        EntryStatus.ADDED, OptionalLong.empty(), OptionalLong.empty(), OptionalLong.empty(), file);
  }

  public boolean isLive() {
    return status != EntryStatus.DELETED;
  }
}
