package io.firn.conflict;

import io.firn.model.ManifestEntry;
import io.firn.model.Snapshot;

/** A file that a landed commit added or removed. */
public record LandedFile(Snapshot snapshot, ManifestEntry entry) {}
