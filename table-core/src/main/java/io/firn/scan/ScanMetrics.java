package io.firn.scan;

/** What planning looked at. Counts of manifests and files, sizes in bytes, time in milliseconds. */
public record ScanMetrics(
    long planningMillis,
    long totalDataManifests,
    long totalDeleteManifests,
    long scannedDataManifests,
    long skippedDataManifests,
    long scannedDeleteManifests,
    long skippedDeleteManifests,
    long resultDataFiles,
    long skippedDataFiles,
    long resultDeleteFiles,
    long skippedDeleteFiles,
    long totalFileSizeInBytes,
    long totalDeleteFileSizeInBytes,
    long equalityDeleteFiles,
    long positionDeleteFiles,
    long deletionVectors) {

  /** Nothing looked at. */
  public static ScanMetrics none() {
    return new ScanMetrics(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
  }
}
