package io.firn.rowmap;

import io.firn.deletes.PositionSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Where each row of the data files that one commit rewrote went. Every map is sound: runs of a
 * source do not overlap and stay within it, no two rows went to the same place, and in a compaction
 * every row of the targets came from somewhere. Immutable.
 */
public final class RowMap {
  private final RowMapKind kind;
  private final long baseSnapshotId;
  private final List<TargetFile> targets;
  private final List<SourceFile> sources;

  /**
   * Sources in any order; their segments name the targets by index.
   *
   * @throws IllegalArgumentException if it would not be sound, with the reason
   */
  public RowMap(
      RowMapKind kind, long baseSnapshotId, List<TargetFile> targets, List<SourceFile> sources) {
    this.kind = kind;
    this.baseSnapshotId = baseSnapshotId;
    this.targets = List.copyOf(targets);
    this.sources = sources.stream().sorted((a, b) -> a.path().compareTo(b.path())).toList();
    RowMapChecks.check(kind, this.targets, this.sources);
  }

  /** The same map of files under other paths. */
  public RowMap relocated(UnaryOperator<String> newPath) {
    return new RowMap(
        kind,
        baseSnapshotId,
        targets.stream()
            .map(t -> new TargetFile(newPath.apply(t.path()), t.recordCount()))
            .toList(),
        sources.stream().map(source -> source.at(newPath.apply(source.path()))).toList());
  }

  public RowMapKind kind() {
    return kind;
  }

  /** The snapshot that the rewrite read. */
  public long baseSnapshotId() {
    return baseSnapshotId;
  }

  public List<TargetFile> targets() {
    return targets;
  }

  /** Sorted by path. */
  public List<SourceFile> sources() {
    return sources;
  }

  public long runCount() {
    return sources.stream().mapToLong(SourceFile::runCount).sum();
  }

  public Optional<SourceFile> source(String path) {
    int low = 0;
    int high = sources.size() - 1;
    while (low <= high) {
      int middle = (low + high) >>> 1;
      int order = sources.get(middle).path().compareTo(path);
      if (order == 0) {
        return Optional.of(sources.get(middle));
      }
      if (order < 0) {
        low = middle + 1;
      } else {
        high = middle - 1;
      }
    }
    return Optional.empty();
  }

  /**
   * Where the positions of the source went. A position that the source does not have is a gap too.
   *
   * @throws IllegalArgumentException if the map does not have the source
   */
  public Translation translate(String sourcePath, PositionSet positions) {
    return new Translator(this, requireSource(sourcePath)).translate(positions);
  }

  /**
   * Where all carried rows of the source lie, by path of the target.
   *
   * @throws IllegalArgumentException if the map does not have the source
   */
  public SortedMap<String, PositionSet> rowsOf(String sourcePath) {
    SourceFile source = requireSource(sourcePath);
    SortedMap<String, PositionSet> rows = new TreeMap<>();
    for (int i = 0; i < source.segmentCount(); i++) {
      long start = source.segmentTargetStart(i);
      rows.computeIfAbsent(targets.get(source.segmentTarget(i)).path(), p -> new PositionSet())
          .addRange(start, start + source.segmentLength(i));
    }
    return rows;
  }

  /** Rows of the targets that came from no source, by path; targets without any are left out. */
  public SortedMap<String, PositionSet> newImages() {
    PositionSet[] rows = new PositionSet[targets.size()];
    for (int i = 0; i < rows.length; i++) {
      rows[i] = PositionSet.ofRange(0, targets.get(i).recordCount());
    }
    for (SourceFile source : sources) {
      for (int i = 0; i < source.segmentCount(); i++) {
        long start = source.segmentTargetStart(i);
        rows[source.segmentTarget(i)].removeRange(start, start + source.segmentLength(i));
      }
    }
    SortedMap<String, PositionSet> images = new TreeMap<>();
    for (int i = 0; i < rows.length; i++) {
      if (!rows[i].isEmpty()) {
        images.put(targets.get(i).path(), rows[i]);
      }
    }
    return images;
  }

  /** About how many bytes the map takes in a file, before compression. */
  public long estimatedBytes() {
    return RowMapSize.of(this);
  }

  private SourceFile requireSource(String path) {
    return source(path)
        .orElseThrow(
            () -> new IllegalArgumentException("The row map does not have the source " + path));
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof RowMap that
        && kind == that.kind
        && baseSnapshotId == that.baseSnapshotId
        && targets.equals(that.targets)
        && sources.equals(that.sources);
  }

  @Override
  public int hashCode() {
    return Map.entry(targets, sources).hashCode();
  }

  @Override
  public String toString() {
    return "%s row map on snapshot %d: %d sources, %d targets, %d runs"
        .formatted(kind.text(), baseSnapshotId, sources.size(), targets.size(), runCount());
  }
}
