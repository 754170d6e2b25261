package io.firn.scan;

import java.util.List;

/** The files to read, in manifest order, and what planning cost. */
public record PlannedScan(List<FileTask> tasks, ScanMetrics metrics) {
  public PlannedScan {
    tasks = List.copyOf(tasks);
  }

  /** The plan of a table without snapshots. */
  public static PlannedScan empty() {
    return new PlannedScan(List.of(), ScanMetrics.none());
  }
}
