package io.firn.scan;

import io.firn.error.CorruptFileException;
import io.firn.expr.EqualityReach;
import io.firn.model.ColumnStats;
import io.firn.model.DataFile;
import io.firn.model.FileContent;
import io.firn.model.ManifestEntry;
import io.firn.partition.PartitionKey;
import io.firn.partition.PartitionSpec;
import io.firn.types.ReservedFields;
import io.firn.types.Schema;
import io.firn.types.SimpleType;
import io.firn.types.ValueOrder;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Finds the deletes that apply to a data file (spec: Scan Planning). Position deletes apply to data
 * of the same or an older sequence number, equality deletes to older data only; both in their own
 * partition, equality deletes of an unpartitioned spec everywhere. Column bounds spare a data file
 * the deletes that cannot hit it. Immutable and thread-safe once built.
 */
public final class DeleteIndex {
  private static final Comparator<Object> PATHS = ValueOrder.of(SimpleType.STRING);

  private final Group globalEqualities;
  private final Map<PartitionKey, Group> equalities;
  private final Map<PartitionKey, Group> positions;
  private final Map<String, Group> positionsByPath;
  private final Map<String, Delete> vectors;
  private final Set<Integer> equalityFieldIds;

  private DeleteIndex(Builder builder) {
    this.globalEqualities = new Group(builder.globalEqualities);
    this.equalities = groups(builder.equalities);
    this.positions = groups(builder.positions);
    this.positionsByPath = groups(builder.positionsByPath);
    this.vectors = Map.copyOf(builder.vectors);
    this.equalityFieldIds = Collections.unmodifiableSet(new TreeSet<>(builder.equalityFieldIds));
  }

  public static DeleteIndex none() {
    return new DeleteIndex(new Builder(Schema.of(), StatsMode.DROP));
  }

  /** Columns of equality deletes: with their stats, data files can be spared deletes. */
  public Set<Integer> equalityFieldIds() {
    return equalityFieldIds;
  }

  /**
   * The deletion vector of a data file, or else the position delete files that may name it, oldest
   * first.
   */
  public List<DataFile> positionDeletes(DataFile data, long sequenceNumber) {
    Delete vector = vectors.get(data.filePath());
    if (vector != null) {
      requireFit(vector, data, sequenceNumber);
      return List.of(vector.file());
    }
    List<DataFile> found = new ArrayList<>();
    collect(positions.get(key(data)), sequenceNumber, data, found);
    collect(positionsByPath.get(data.filePath()), sequenceNumber, data, found);
    return found;
  }

  /** The equality delete files that may hit rows of a data file, oldest first. */
  public List<DataFile> equalityDeletes(DataFile data, long sequenceNumber) {
    List<DataFile> found = new ArrayList<>();
    collect(globalEqualities, sequenceNumber + 1, data, found);
    collect(equalities.get(key(data)), sequenceNumber + 1, data, found);
    return found;
  }

  private static void collect(
      @Nullable Group group, long minSequenceNumber, DataFile data, List<DataFile> found) {
    if (group == null) {
      return;
    }
    for (int i = group.firstFrom(minSequenceNumber); i < group.deletes.length; i++) {
      if (group.deletes[i].reach().mayHit(data)) {
        found.add(group.deletes[i].file());
      }
    }
  }

  private static void requireFit(Delete vector, DataFile data, long sequenceNumber) {
    boolean older = vector.sequenceNumber() < sequenceNumber;
    if (older || !key(vector.file()).equals(key(data))) {
      throw new CorruptFileException(
          vector.file().filePath(),
          vector.file().contentOffset().orElse(-1),
          older
              ? "the deletion vector of %s has sequence number %d, the data file the later %d"
                  .formatted(data.filePath(), vector.sequenceNumber(), sequenceNumber)
              : "the deletion vector of %s is in partition %s of spec %d, the data file in %s of %d"
                  .formatted(
                      data.filePath(),
                      vector.file().partition(),
                      vector.file().specId(),
                      data.partition(),
                      data.specId()));
    }
  }

  private static PartitionKey key(DataFile file) {
    return new PartitionKey(file.specId(), file.partition());
  }

  private static <K> Map<K, Group> groups(Map<K, List<Delete>> lists) {
    Map<K, Group> groups = new HashMap<>();
    lists.forEach((key, list) -> groups.put(key, new Group(list)));
    return groups;
  }

  /** Decides from stats whether a delete file may hit rows of a data file. */
  private interface Reach {
    boolean mayHit(DataFile data);
  }

  private record Delete(DataFile file, long sequenceNumber, Reach reach) {}

  /** Deletes by sequence number, then path. */
  private static final class Group {
    private final Delete[] deletes;

    Group(List<Delete> list) {
      this.deletes = list.toArray(Delete[]::new);
      Arrays.sort(
          deletes,
          Comparator.comparingLong(Delete::sequenceNumber)
              .thenComparing(delete -> delete.file().filePath()));
    }

    int firstFrom(long minSequenceNumber) {
      int low = 0;
      int high = deletes.length;
      while (low < high) {
        int middle = (low + high) >>> 1;
        if (deletes[middle].sequenceNumber() < minSequenceNumber) {
          low = middle + 1;
        } else {
          high = middle;
        }
      }
      return low;
    }
  }

  /** Collects delete files with their stats. Not thread-safe. */
  public static final class Builder {
    private final Schema schema;
    private final StatsMode statsMode;
    private final List<Delete> globalEqualities = new ArrayList<>();
    private final Map<PartitionKey, List<Delete>> equalities = new HashMap<>();
    private final Map<PartitionKey, List<Delete>> positions = new HashMap<>();
    private final Map<String, List<Delete>> positionsByPath = new HashMap<>();
    private final Map<String, Delete> vectors = new HashMap<>();
    private final Set<Integer> equalityFieldIds = new TreeSet<>();

    public Builder(Schema schema, StatsMode statsMode) {
      this.schema = schema;
      this.statsMode = statsMode;
    }

    /** {@code spec} is the one that the entry's manifest was written with. */
    public void add(ManifestEntry entry, PartitionSpec spec) {
      DataFile file = entry.file();
      long sequenceNumber = entry.sequenceNumber().orElseThrow();
      if (file.isDeletionVector()) {
        addVector(new Delete(kept(file), sequenceNumber, data -> true));
      } else if (file.content() == FileContent.POSITION_DELETES) {
        addPositions(file, sequenceNumber);
      } else {
        addEquality(file, sequenceNumber, spec);
      }
    }

    public DeleteIndex build() {
      return new DeleteIndex(this);
    }

    private void addVector(Delete vector) {
      String data =
          vector
              .file()
              .referencedDataFile()
              .orElseThrow(() -> corrupt(vector.file(), "a deletion vector names no data file"));
      Delete other = vectors.putIfAbsent(data, vector);
      if (other != null) {
        throw corrupt(
            vector.file(),
            "Can't index multiple DVs for %s: another one is in %s at byte %d"
                .formatted(data, other.file().filePath(), other.file().contentOffset().orElse(-1)));
      }
    }

    private void addPositions(DataFile file, long sequenceNumber) {
      String lower = path(file.stats().lowerBounds());
      String upper = path(file.stats().upperBounds());
      Optional<String> data = file.referencedDataFile();
      if (data.isEmpty() && lower != null && lower.equals(upper)) {
        data = Optional.of(lower);
      }
      if (data.isPresent()) {
        positionsByPath
            .computeIfAbsent(data.get(), p -> new ArrayList<>())
            .add(
                new Delete(
                    kept(file).withReferencedDataFile(data.get()), sequenceNumber, d -> true));
        return;
      }
      positions
          .computeIfAbsent(key(file), k -> new ArrayList<>())
          .add(new Delete(kept(file), sequenceNumber, d -> isWithin(d.filePath(), lower, upper)));
    }

    private void addEquality(DataFile file, long sequenceNumber, PartitionSpec spec) {
      if (file.equalityIds().isEmpty()) {
        throw corrupt(file, "an equality delete file has no equality ids");
      }
      equalityFieldIds.addAll(file.equalityIds());
      EqualityReach reach = EqualityReach.of(file, schema);
      Delete delete = new Delete(kept(file), sequenceNumber, reach::mayHit);
      if (spec.isUnpartitioned()) {
        globalEqualities.add(delete);
      } else {
        equalities.computeIfAbsent(key(file), k -> new ArrayList<>()).add(delete);
      }
    }

    private DataFile kept(DataFile file) {
      return statsMode == StatsMode.KEEP ? file : file.withStats(ColumnStats.none());
    }

    /** Bounds of {@code file_path} may be cut, but still are bounds. */
    private static @Nullable String path(Map<Integer, ByteBuffer> bounds) {
      ByteBuffer bytes = bounds.get(ReservedFields.DELETE_FILE_PATH_ID);
      return bytes == null ? null : StandardCharsets.UTF_8.decode(bytes.duplicate()).toString();
    }

    private static boolean isWithin(String path, @Nullable String lower, @Nullable String upper) {
      return (lower == null || PATHS.compare(path, lower) >= 0)
          && (upper == null || PATHS.compare(path, upper) <= 0);
    }

    private static CorruptFileException corrupt(DataFile file, String what) {
      return new CorruptFileException(file.filePath(), file.contentOffset().orElse(-1), what);
    }
  }
}
