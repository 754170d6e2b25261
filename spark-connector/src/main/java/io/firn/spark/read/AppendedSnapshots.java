package io.firn.spark.read;

import io.firn.error.InvalidInputException;
import io.firn.error.NotFoundException;
import io.firn.history.History;
import io.firn.model.Snapshot;
import io.firn.spark.conf.AppendRange;
import io.firn.spark.conf.ReadPoint;
import io.firn.table.Table;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The snapshots of an incremental read, oldest first, and the point that it ends at. Of them,
 * appends count: what others added or removed is not seen. A range from a snapshot to itself is
 * empty.
 */
record AppendedSnapshots(ReadPoint end, List<Snapshot> snapshots) {

  AppendedSnapshots {
    snapshots = List.copyOf(snapshots);
  }

  /**
   * {@code point} is what the table's name and the other options select.
   *
   * @throws InvalidInputException if that is a time travel, or the range's ends do not belong
   *     together
   */
  static AppendedSnapshots of(Table table, ReadPoint point, AppendRange range) {
    if (point.isTimeTravel()) {
      throw new InvalidInputException(
          "Cannot read the appends after snapshot "
              + range.afterSnapshotId()
              + " of "
              + table.name()
              + " as it was at "
              + point.selector()
              + ": an incremental read ends at option end-snapshot-id");
    }
    History history = History.of(table.metadata());
    Snapshot last = last(table, history, point, range);
    ReadPoint end = new ReadPoint(Optional.of(last), point.schema(), point.selector());
    try {
      return new AppendedSnapshots(
          end, history.between(range.afterSnapshotId(), last.snapshotId()));
    } catch (NotFoundException e) {
      throw new InvalidInputException(
          "Cannot read the appends of "
              + table.name()
              + " from snapshot "
              + range.afterSnapshotId()
              + " (start-snapshot-id, not included) to "
              + last.snapshotId()
              + ": "
              + e.getMessage(),
          e);
    }
  }

  private static Snapshot last(Table table, History history, ReadPoint point, AppendRange range) {
    OptionalLong wanted = range.upToSnapshotId();
    if (wanted.isEmpty()) {
      return point
          .snapshot()
          .orElseThrow(
              () ->
                  new InvalidInputException(
                      "Cannot read the appends of "
                          + table.name()
                          + " after snapshot "
                          + range.afterSnapshotId()
                          + ": it has no snapshot"));
    }
    Snapshot last =
        history
            .snapshot(wanted.getAsLong())
            .orElseThrow(
                () ->
                    new InvalidInputException(
                        "Cannot find snapshot "
                            + wanted.getAsLong()
                            + " of "
                            + table.name()
                            + ", at which option end-snapshot-id lets the read end"));
    requireOnBranch(table, history, point, last);
    return last;
  }

  private static void requireOnBranch(
      Table table, History history, ReadPoint point, Snapshot last) {
    boolean offBranch =
        point.namedBranch().isPresent()
            && point
                .snapshot()
                .filter(head -> history.isAncestor(last.snapshotId(), head.snapshotId()))
                .isEmpty();
    if (offBranch) {
      throw new InvalidInputException(
          "Cannot let the read of "
              + table.name()
              + " end at snapshot "
              + last.snapshotId()
              + " (option end-snapshot-id): it is not in "
              + point.selector());
    }
  }
}
