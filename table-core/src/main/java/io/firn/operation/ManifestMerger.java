package io.firn.operation;

import io.firn.codec.avro.ManifestProjection;
import io.firn.codec.avro.ManifestReader;
import io.firn.codec.avro.ManifestWriter;
import io.firn.model.EntryStatus;
import io.firn.model.ManifestContent;
import io.firn.model.ManifestEntry;
import io.firn.model.ManifestFile;
import io.firn.model.TableProperties;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;

/**
 * Merges small manifests of one spec into larger ones, as {@code commit.manifest.*} says. Bins are
 * filled from the oldest manifest on, without changing the order, so that the one that stays small
 * is the newest; the bin with the newest manifest waits until it holds enough of them.
 */
final class ManifestMerger {
  private final ManifestFactory factory;
  private final StepFiles step;
  private final boolean enabled;
  private final int minCountToMerge;
  private long replaced;

  ManifestMerger(ManifestFactory factory, StepFiles step) {
    this.factory = factory;
    this.step = step;
    Map<String, String> properties = factory.table().properties();
    this.enabled =
        TableProperties.booleanValue(
            properties,
            TableProperties.MANIFEST_MERGE_ENABLED,
            TableProperties.MANIFEST_MERGE_ENABLED_DEFAULT);
    this.minCountToMerge =
        TableProperties.intValue(
            properties,
            TableProperties.MANIFEST_MIN_MERGE_COUNT,
            TableProperties.MANIFEST_MIN_MERGE_COUNT_DEFAULT);
  }

  /** How many manifests of earlier snapshots went into merged ones. */
  long replaced() {
    return replaced;
  }

  /** Manifests of one content, the newest first. */
  List<ManifestFile> merge(List<ManifestFile> manifests) {
    if (!enabled || manifests.isEmpty()) {
      return manifests;
    }
    ManifestFile newest = manifests.get(0);
    Map<Integer, List<ManifestFile>> bySpec = new TreeMap<>(Comparator.reverseOrder());
    manifests.forEach(
        m -> bySpec.computeIfAbsent(m.partitionSpecId(), id -> new ArrayList<>()).add(m));
    List<ManifestFile> merged = new ArrayList<>();
    for (List<ManifestFile> group : bySpec.values()) {
      for (List<ManifestFile> bin : pack(group)) {
        boolean waits = bin.contains(newest) && bin.size() < minCountToMerge;
        if (bin.size() == 1 || waits) {
          merged.addAll(bin);
        } else {
          replaced += bin.stream().filter(m -> !isOfThisSnapshot(m)).count();
          merged.add(step.merged(bin, () -> mergeBin(bin)));
        }
      }
    }
    return merged;
  }

  /** Neighbours share a bin while their sizes fit; packed from the end. */
  private List<List<ManifestFile>> pack(List<ManifestFile> group) {
    Deque<List<ManifestFile>> bins = new ArrayDeque<>();
    Deque<ManifestFile> open = new ArrayDeque<>();
    long openBytes = 0;
    for (int i = group.size() - 1; i >= 0; i--) {
      ManifestFile manifest = group.get(i);
      if (!open.isEmpty() && openBytes + manifest.manifestLength() > factory.targetSizeBytes()) {
        bins.addFirst(List.copyOf(open));
        open.clear();
        openBytes = 0;
      }
      open.addFirst(manifest);
      openBytes += manifest.manifestLength();
    }
    bins.addFirst(List.copyOf(open));
    return List.copyOf(bins);
  }

  private ManifestFile mergeBin(List<ManifestFile> bin) {
    ManifestContent content = bin.get(0).content();
    ManifestWriter writer = factory.create(bin.get(0).partitionSpecId(), content);
    try (writer) {
      for (ManifestFile manifest : bin) {
        try (ManifestReader reader = factory.open(manifest, ManifestProjection.allStats())) {
          for (ManifestEntry entry : reader) {
            copy(entry, writer);
          }
        }
      }
    }
    return writer.toManifestFile();
  }

  /** What this snapshot added and deleted stays so; older deletions are history. */
  private void copy(ManifestEntry entry, ManifestWriter writer) {
    boolean isOfThisSnapshot = entry.snapshotId().equals(OptionalLong.of(factory.snapshotId()));
    if (entry.status() == EntryStatus.DELETED) {
      if (isOfThisSnapshot) {
        writer.add(entry);
      }
    } else if (entry.status() == EntryStatus.ADDED && isOfThisSnapshot) {
      writer.add(
          new ManifestEntry(
              EntryStatus.ADDED,
              entry.snapshotId(),
              explicit(entry.sequenceNumber()),
              OptionalLong.empty(),
              entry.file()));
    } else {
      writer.add(
          new ManifestEntry(
              EntryStatus.EXISTING,
              entry.snapshotId(),
              entry.sequenceNumber(),
              entry.fileSequenceNumber(),
              entry.file()));
    }
  }

  /** A number that is still to be inherited reads as the unassigned one. */
  private static OptionalLong explicit(OptionalLong sequenceNumber) {
    return sequenceNumber.orElse(ManifestWriter.UNASSIGNED_SEQUENCE_NUMBER)
            == ManifestWriter.UNASSIGNED_SEQUENCE_NUMBER
        ? OptionalLong.empty()
        : sequenceNumber;
  }

  private boolean isOfThisSnapshot(ManifestFile manifest) {
    return manifest.addedSnapshotId() == factory.snapshotId();
  }
}
