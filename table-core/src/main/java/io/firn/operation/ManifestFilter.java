package io.firn.operation;

import io.firn.codec.avro.ManifestProjection;
import io.firn.codec.avro.ManifestReader;
import io.firn.codec.avro.ManifestWriter;
import io.firn.model.ColumnStats;
import io.firn.model.DataFile;
import io.firn.model.EntryStatus;
import io.firn.model.FileKey;
import io.firn.model.ManifestEntry;
import io.firn.model.ManifestFile;
import io.firn.scan.Workers;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Takes files out of manifests. A manifest without any of them stays as it is and is read at most
 * once; the others are written anew, with their live files as existing ones and the removed files
 * as deleted ones.
 */
final class ManifestFilter {
  private final ManifestFactory factory;
  private final StepFiles step;

  ManifestFilter(ManifestFactory factory, StepFiles step) {
    this.factory = factory;
    this.step = step;
  }

  /** The manifests in their order. Those that may hold one of the files are read in parallel. */
  List<FilteredManifest> filter(List<ManifestFile> manifests, FileSelection selection) {
    Map<String, FilteredManifest> known = step.filtered(selection.criteria());
    List<ManifestFile> unknown =
        manifests.stream()
            .filter(m -> !known.containsKey(m.manifestPath()) && selection.maySelectFrom(m))
            .toList();
    Workers.fromSystemProperty()
        .map(unknown, m -> filter(m, selection))
        .forEach(f -> known.put(f.source().manifestPath(), f));
    return manifests.stream()
        .map(m -> known.getOrDefault(m.manifestPath(), FilteredManifest.unchanged(m)))
        .toList();
  }

  private FilteredManifest filter(ManifestFile manifest, FileSelection selection) {
    return holdsSelected(manifest, selection)
        ? rewrite(manifest, selection)
        : FilteredManifest.unchanged(manifest);
  }

  private boolean holdsSelected(ManifestFile manifest, FileSelection selection) {
    ManifestProjection projection =
        selection.needsStats() ? ManifestProjection.allStats() : ManifestProjection.noStats();
    try (ManifestReader reader = factory.open(manifest, projection)) {
      for (ManifestEntry entry : reader) {
        if (entry.isLive() && selection.selects(entry)) {
          return true;
        }
      }
      return false;
    }
  }

  private FilteredManifest rewrite(ManifestFile manifest, FileSelection selection) {
    List<DataFile> removed = new ArrayList<>();
    Set<FileKey> keys = new HashSet<>();
    long duplicates = 0;
    ManifestWriter writer = factory.create(manifest.partitionSpecId(), manifest.content());
    try (writer;
        ManifestReader reader = factory.open(manifest, ManifestProjection.allStats())) {
      for (ManifestEntry entry : reader) {
        if (!entry.isLive()) {
          continue;
        }
        if (!selection.selects(entry)) {
          writer.add(with(entry, EntryStatus.EXISTING, entry.snapshotId()));
          continue;
        }
        writer.add(with(entry, EntryStatus.DELETED, OptionalLong.of(factory.snapshotId())));
        if (keys.add(entry.file().key())) {
          removed.add(entry.file().withStats(ColumnStats.none()));
        } else {
          duplicates++;
        }
      }
    }
    return new FilteredManifest(manifest, writer.toManifestFile(), removed, duplicates);
  }

  private static ManifestEntry with(
      ManifestEntry entry, EntryStatus status, OptionalLong snapshotId) {
    return new ManifestEntry(
        status, snapshotId, entry.sequenceNumber(), entry.fileSequenceNumber(), entry.file());
  }
}
