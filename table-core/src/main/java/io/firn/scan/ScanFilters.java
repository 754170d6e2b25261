package io.firn.scan;

import io.firn.error.CorruptFileException;
import io.firn.expr.Binder;
import io.firn.model.ManifestFile;
import io.firn.partition.PartitionSpec;
import io.firn.types.StructType;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** A scan's filter for every partition spec that manifests were written with. Thread-safe. */
final class ScanFilters {
  private final ScanRequest request;
  private final Map<Integer, FileMatcher> bySpecId = new ConcurrentHashMap<>();

  ScanFilters(ScanRequest request) {
    this.request = request;
  }

  ScanRequest request() {
    return request;
  }

  /** Ids of the columns that the filter reads. */
  Set<Integer> fieldIds() {
    return Binder.bind(request.filter(), request.schema(), request.caseSensitivity()).fieldIds();
  }

  FileMatcher of(ManifestFile manifest) {
    return bySpecId.computeIfAbsent(
        manifest.partitionSpecId(),
        id ->
            new FileMatcher(
                request.filter(), request.schema(), spec(manifest), request.caseSensitivity()));
  }

  /** The struct of the manifest's partition tuples, with the types of the scan's schema. */
  StructType partitionType(ManifestFile manifest) {
    return spec(manifest).partitionType(request.schema());
  }

  PartitionSpec spec(ManifestFile manifest) {
    int id = manifest.partitionSpecId();
    return request
        .metadata()
        .spec(id)
        .orElseThrow(
            () ->
                new CorruptFileException(
                    manifest.manifestPath(),
                    -1,
                    "the manifest list gives it the partition spec "
                        + id
                        + ", which the table at "
                        + request.metadata().location()
                        + " does not have"));
  }
}
