package io.firn.rebase;

import io.firn.conflict.DeleteReach;
import io.firn.deletes.PositionSet;
import io.firn.model.DataFile;
import io.firn.partition.PartitionKey;
import io.firn.types.StructValue;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a pending change where they are after the landed commits seen so far: which rows of
 * which data files it deletes, which files it still replaces, and which rows of its own files are
 * dead already. Positions are read from the change's delete files when the first landed commit has
 * to do with one of them.
 */
final class PendingRows {
  /** The rows of one data file that the change deletes. */
  private static final class Deletes {
    private final int specId;
    private final StructValue partition;
    private final PositionSet positions;

    Deletes(int specId, StructValue partition, PositionSet positions) {
      this.specId = specId;
      this.partition = partition;
      this.positions = positions;
    }
  }

  private final PendingChange change;
  private final DeleteReads reads;
  private final Map<String, DataFile> replaced = new LinkedHashMap<>();
  private final Set<String> deletedFrom;
  private final Map<String, PositionSet> deadRows = new HashMap<>();
  private final Map<String, PositionSet> masks = new TreeMap<>();

  /** Files whose deletes are not those of the change's delete files any more. */
  private final Set<String> altered = new HashSet<>();

  private @Nullable Map<String, Deletes> deletes;

  PendingRows(PendingChange change, DeleteReads reads) {
    this.change = change;
    this.reads = reads;
    this.deletedFrom = new HashSet<>(change.deletedFrom());
    change.removedData().forEach(file -> replaced.put(file.filePath(), file));
  }

  /** Whether the change replaces the data file. */
  boolean replaces(String dataFile) {
    return replaced.containsKey(dataFile);
  }

  /** Whether the change deletes rows of the data file by position. */
  boolean deletesFrom(String dataFile) {
    return deletedFrom.contains(dataFile);
  }

  boolean concerns(String dataFile) {
    return replaces(dataFile) || deletesFrom(dataFile);
  }

  /**
   * Whether deletes by position that name no single data file may be of one that the change has to
   * do with: in its partition (spec: Scan Planning), and within the bounds of its paths.
   */
  boolean mayBeNamedBy(DataFile delete, DeleteReach reach) {
    PartitionKey partition = new PartitionKey(delete.specId(), delete.partition());
    for (DataFile file : replaced.values()) {
      if (partition.equals(new PartitionKey(file.specId(), file.partition()))
          && reach.mayName(file.filePath())) {
        return true;
      }
    }
    return deletedFromPartitions().contains(partition)
        && deletedFrom.stream().anyMatch(reach::mayName);
  }

  /** Where the data files are of which the change deletes rows. */
  Set<PartitionKey> deletedFromPartitions() {
    Set<PartitionKey> partitions = new HashSet<>();
    Map<String, Deletes> known = deletes;
    if (known == null) {
      change
          .addedDeletes()
          .forEach(file -> partitions.add(new PartitionKey(file.specId(), file.partition())));
    } else {
      known.values().forEach(d -> partitions.add(new PartitionKey(d.specId, d.partition)));
    }
    return partitions;
  }

  List<DataFile> replaced() {
    return List.copyOf(replaced.values());
  }

  /** The change replaces the file no more. */
  DataFile keep(String dataFile) {
    return java.util.Objects.requireNonNull(replaced.remove(dataFile));
  }

  /** The rows that the change deletes in a file that it does not replace; to be changed. */
  PositionSet deletedRows(String dataFile) {
    return java.util.Objects.requireNonNull(loaded().get(dataFile)).positions;
  }

  /** The change deletes nothing in the file any more; what it did. */
  PositionSet forget(String dataFile) {
    PositionSet positions = deletedRows(dataFile);
    loaded().remove(dataFile);
    deletedFrom.remove(dataFile);
    altered.add(dataFile);
    return positions;
  }

  /** The change deletes more rows of the file. */
  void delete(DataFile file, PositionSet positions) {
    if (positions.isEmpty()) {
      return;
    }
    loaded()
        .computeIfAbsent(
            file.filePath(), p -> new Deletes(file.specId(), file.partition(), new PositionSet()))
        .positions
        .addAll(positions);
    deletedFrom.add(file.filePath());
    altered.add(file.filePath());
  }

  /** The deletes of the file have to be written anew, with what others deleted. */
  void alter(String dataFile) {
    altered.add(dataFile);
  }

  /** Rows of a replaced file that are dead: at the base, and by landed commits; to be added to. */
  PositionSet deadRows(String dataFile) {
    PositionSet known = deadRows.get(dataFile);
    if (known == null) {
      known = reads.of(dataFile, change.deletesAtBase().getOrDefault(dataFile, List.of()));
      deadRows.put(dataFile, known);
    }
    return known;
  }

  /** Rows of one of the change's own files are dead. */
  void mask(String ownFile, PositionSet positions) {
    masks.computeIfAbsent(ownFile, p -> new PositionSet()).addAll(positions);
  }

  PositionSet masked(String ownFile) {
    return masks.getOrDefault(ownFile, new PositionSet());
  }

  boolean isAltered(String dataFile) {
    return altered.contains(dataFile);
  }

  boolean isUntouched() {
    return altered.isEmpty()
        && masks.isEmpty()
        && replaced.size() == change.removedData().size()
        && deletedFrom.size() == change.deletedFrom().size();
  }

  /** The deletes that have to be written, of files that are not the change's own. */
  List<RebasedFiles.NewDeletes> alteredDeletes() {
    List<RebasedFiles.NewDeletes> all = new ArrayList<>();
    new TreeMap<>(loaded())
        .forEach(
            (path, d) -> {
              if (altered.contains(path) && !d.positions.isEmpty()) {
                all.add(
                    new RebasedFiles.NewDeletes(path, d.specId, d.partition, d.positions.copy()));
              }
            });
    return all;
  }

  private Map<String, Deletes> loaded() {
    Map<String, Deletes> known = deletes;
    if (known == null) {
      known = load();
      deletes = known;
    }
    return known;
  }

  /** The new deletes of the change: without those of earlier files that its own have taken in. */
  private Map<String, Deletes> load() {
    Map<String, Deletes> found = new HashMap<>();
    for (DataFile file : change.addedDeletes()) {
      reads
          .all(file)
          .forEach(
              (path, positions) ->
                  found
                      .computeIfAbsent(
                          path,
                          p -> new Deletes(file.specId(), file.partition(), new PositionSet()))
                      .positions
                      .addAll(positions));
    }
    found.forEach(
        (path, d) ->
            d.positions.removeAll(
                reads.of(path, change.deletesAtBase().getOrDefault(path, List.of()))));
    for (String path : change.deletedFrom()) {
      if (!found.containsKey(path)) {
        throw CannotRebaseException.refused(
            "the change's delete files have no delete of " + path + ", which they should");
      }
    }
    return found;
  }
}
