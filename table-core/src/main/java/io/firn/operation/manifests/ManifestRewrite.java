package io.firn.operation.manifests;

import io.firn.codec.avro.ManifestProjection;
import io.firn.codec.avro.ManifestReader;
import io.firn.error.InvalidInputException;
import io.firn.model.EntryStatus;
import io.firn.model.ManifestEntry;
import io.firn.model.ManifestFile;
import io.firn.scan.Tally;
import io.firn.scan.Workers;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Lists the live files of manifests of one spec and content in new manifests of about the wanted
 * size, files of a partition together. Entries keep all they say: the snapshot that added the file,
 * sequence numbers, row ids.
 *
 * <p>Manifests are read one after the other by each worker, once to count and once to copy, and
 * once more for each {@value #MAX_OPEN} new manifests. Memory grows with the partitions and the
 * open manifests, not with the files.
 */
public final class ManifestRewrite {
  private static final int MAX_OPEN = 64;

  private final ManifestAccess access;
  private final long targetSizeBytes;
  private final Optional<PartitionOrder> order;
  private final Tally tally;
  private final Workers workers = Workers.fromSystemProperty();

  /**
   * Without an order, files stay in the order of the manifests: those of unpartitioned tables.
   *
   * @param tally is told how many files are to be listed, and how many have been
   */
  public ManifestRewrite(
      ManifestAccess access, long targetSizeBytes, Optional<PartitionOrder> order, Tally tally) {
    if (targetSizeBytes <= 0) {
      throw new InvalidInputException(
          "The size of manifests to write must be positive, not " + targetSizeBytes + " bytes");
    }
    this.access = access;
    this.targetSizeBytes = targetSizeBytes;
    this.order = order;
    this.tally = tally;
  }

  /** How many manifests these should be, by their sizes. */
  public int wantedCount(List<ManifestFile> manifests) {
    long bytes = manifests.stream().mapToLong(ManifestFile::manifestLength).sum();
    long whole = bytes / targetSizeBytes;
    return (int) Math.min(Integer.MAX_VALUE, bytes % targetSizeBytes == 0 ? whole : whole + 1);
  }

  /** Writes the new manifests; none if no file lives. */
  public List<ManifestFile> write(List<ManifestFile> sources) {
    List<Census> counts = workers.map(sources, this::count);
    long files = counts.stream().mapToLong(Census::files).sum();
    if (files == 0) {
      return List.of();
    }
    tally.toDo(files);
    int wanted = Math.max(1, wantedCount(sources));
    Slots slots =
        order
            .map(o -> Slots.byPartition(counts, wanted, o))
            .orElseGet(() -> Slots.inTurn(counts, wanted));
    List<ManifestFile> written = new ArrayList<>();
    for (int from = 0; from < slots.count(); from += MAX_OPEN) {
      written.addAll(
          copy(sources, slots, from, (int) Math.min((long) from + MAX_OPEN, slots.count())));
    }
    return written;
  }

  private Census count(ManifestFile source) {
    try (ManifestReader reader = access.open(source, ManifestProjection.noStats())) {
      return Census.of(reader, order);
    }
  }

  private List<ManifestFile> copy(List<ManifestFile> sources, Slots slots, int from, int to) {
    List<RollingManifest> open = new ArrayList<>();
    ManifestFile any = sources.get(0);
    for (int slot = from; slot < to; slot++) {
      open.add(
          new RollingManifest(
              () -> access.create(any.partitionSpecId(), any.content()), maxSizeBytes()));
    }
    List<Integer> reaching =
        IntStream.range(0, sources.size())
            .filter(source -> slots.reach(source, from, to))
            .boxed()
            .toList();
    try (RollingManifest.All closing = new RollingManifest.All(open)) {
      workers.map(reaching, source -> copy(sources.get(source), source, slots, from, open));
    }
    return open.stream().flatMap(manifest -> manifest.written().stream()).toList();
  }

  /** Sizes are estimated, so that a fifth more is allowed before another manifest is begun. */
  private long maxSizeBytes() {
    return targetSizeBytes + targetSizeBytes / 5;
  }

  /** Returns how many files it listed. */
  private long copy(
      ManifestFile manifest, int source, Slots slots, int from, List<RollingManifest> open) {
    long ordinal = 0;
    long copied = 0;
    try (ManifestReader reader = access.open(manifest, ManifestProjection.allStats())) {
      for (ManifestEntry entry : reader) {
        if (!entry.isLive()) {
          continue;
        }
        int slot = slots.of(source, ordinal++, entry.file()) - from;
        if (slot >= 0 && slot < open.size()) {
          open.get(slot).add(existing(entry));
          copied++;
        }
      }
    }
    tally.done(copied);
    return copied;
  }

  private static ManifestEntry existing(ManifestEntry entry) {
    return new ManifestEntry(
        EntryStatus.EXISTING,
        entry.snapshotId(),
        entry.sequenceNumber(),
        entry.fileSequenceNumber(),
        entry.file());
  }
}
