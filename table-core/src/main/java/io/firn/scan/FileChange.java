package io.firn.scan;

import io.firn.model.DataFile;
import java.util.List;
import java.util.stream.Stream;

/**
 * What one commit did to the rows of a data file: which of the rows that the deletes of the {@link
 * FileTask} leave a changelog shows, and as what. {@code ordinal} counts the commits of the
 * changelog from 0, oldest first.
 *
 * @param landed deletes that apply since the commit; empty unless the deletes changed
 * @param lifted deletes that applied until then; empty unless the deletes changed
 */
public record FileChange(Kind kind, int ordinal, long snapshotId, Deletes landed, Deletes lifted) {

  /** What became of the file. */
  public enum Kind {
    /** Its rows are inserted. */
    ADDED,
    /** Its rows are deleted. */
    REMOVED,
    /**
     * It stayed, but its deletes changed: rows that only {@code landed} ones delete are deleted,
     * rows that only {@code lifted} ones deleted are back, all others are as they were.
     */
    OTHER_DELETES
  }

  /** Delete files, or a deletion vector, that apply to one data file. */
  public record Deletes(List<DataFile> positions, List<DataFile> equalities) {
    public static final Deletes NONE = new Deletes(List.of(), List.of());

    public Deletes {
      positions = List.copyOf(positions);
      equalities = List.copyOf(equalities);
    }

    public boolean isEmpty() {
      return positions.isEmpty() && equalities.isEmpty();
    }

    /**
     * @throws io.firn.error.UnsupportedFeatureException if one of them cannot be read
     */
    public void requireReadable() {
      all().forEach(ReadableFiles::require);
    }

    private Stream<DataFile> all() {
      return Stream.concat(positions.stream(), equalities.stream());
    }
  }

  /** A file that the commit added. */
  public static FileChange added(int ordinal, long snapshotId) {
    return new FileChange(Kind.ADDED, ordinal, snapshotId, Deletes.NONE, Deletes.NONE);
  }

  /** A file that the commit removed. */
  public static FileChange removed(int ordinal, long snapshotId) {
    return new FileChange(Kind.REMOVED, ordinal, snapshotId, Deletes.NONE, Deletes.NONE);
  }

  /** An equality delete may hit any number of rows, a position delete one. */
  long maxRows(long fileRows) {
    boolean counted =
        kind == Kind.OTHER_DELETES
            && landed.equalities().isEmpty()
            && lifted.equalities().isEmpty();
    return counted
        ? Math.min(
            fileRows,
            Stream.concat(landed.all(), lifted.all()).mapToLong(DataFile::recordCount).sum())
        : fileRows;
  }
}
