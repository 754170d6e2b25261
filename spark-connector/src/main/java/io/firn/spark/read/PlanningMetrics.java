package io.firn.spark.read;

import io.firn.scan.ScanMetrics;
import io.firn.spark.read.file.TaskMetrics;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;
import org.apache.spark.sql.connector.metric.CustomMetric;
import org.apache.spark.sql.connector.metric.CustomTaskMetric;

/** What planning cost, for Spark's UI. Sizes in bytes, times in milliseconds. */
final class PlanningMetrics {
  private static final List<Metric> METRICS =
      List.of(
          new Metric("planningDuration", "total planning duration (ms)", ScanMetrics::planningMillis),
          new Metric(
              "totalDataManifests", "total data manifests", ScanMetrics::totalDataManifests),
          new Metric(
              "totalDeleteManifests", "total delete manifests", ScanMetrics::totalDeleteManifests),
          new Metric(
              "scannedDataManifests", "scanned data manifests", ScanMetrics::scannedDataManifests),
          new Metric(
              "skippedDataManifests", "skipped data manifests", ScanMetrics::skippedDataManifests),
          new Metric(
              "scannedDeleteManifests",
              "scanned delete manifests",
              ScanMetrics::scannedDeleteManifests),
          new Metric(
              "skippedDeleteManifests",
              "skipped delete manifests",
              ScanMetrics::skippedDeleteManifests),
          new Metric("resultDataFiles", "result data files", ScanMetrics::resultDataFiles),
          new Metric("skippedDataFiles", "skipped data files", ScanMetrics::skippedDataFiles),
          new Metric("resultDeleteFiles", "result delete files", ScanMetrics::resultDeleteFiles),
          new Metric("skippedDeleteFiles", "skipped delete files", ScanMetrics::skippedDeleteFiles),
          new Metric(
              "totalDataFileSize", "total data file size (bytes)", ScanMetrics::totalFileSizeInBytes),
          new Metric(
              "totalDeleteFileSize",
              "total delete file size (bytes)",
              ScanMetrics::totalDeleteFileSizeInBytes),
          new Metric(
              "equalityDeleteFiles", "equality delete files", ScanMetrics::equalityDeleteFiles),
          new Metric(
              "positionalDeleteFiles", "positional delete files", ScanMetrics::positionDeleteFiles),
          new Metric("dvs", "deletion vectors", ScanMetrics::deletionVectors));

  private PlanningMetrics() {}

  static CustomMetric[] supported() {
    List<CustomMetric> supported = new ArrayList<>();
    supported.add(new SummedMetric(TaskMetrics.DELETED_ROWS, "number of row deletes applied"));
    METRICS.forEach(m -> supported.add(new SummedMetric(m.name(), m.description())));
    return supported.toArray(new CustomMetric[0]);
  }

  static CustomTaskMetric[] of(ScanMetrics metrics) {
    return METRICS.stream()
        .map(m -> new Value(m.name(), m.value().applyAsLong(metrics)))
        .toArray(CustomTaskMetric[]::new);
  }

  private record Metric(String name, String description, ToLongFunction<ScanMetrics> value) {}

  private record Value(String name, long value) implements CustomTaskMetric {}
}
