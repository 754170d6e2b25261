package io.firn.scan;

import java.util.List;

/** The files to read, in manifest order, and what planning cost. */
public record PlannedScan(List<FileTask> tasks, ScanMetrics metrics) {}
