package io.firn.scan;

import io.firn.error.CorruptFileException;
import io.firn.expr.Binder;
import io.firn.expr.Predicate;
import io.firn.model.DataFile;
import io.firn.model.ManifestFile;
import io.firn.partition.PartitionSpec;
import io.firn.types.StructType;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** A scan's filter for every partition spec that manifests were written with. Thread-safe. */
public final class ScanFilters {
  private final ScanRequest request;
  private final Map<Integer, FileMatcher> bySpecId = new ConcurrentHashMap<>();

  public ScanFilters(ScanRequest request) {
    this.request = request;
  }

  public ScanRequest request() {
    return request;
  }

  /** Ids of the columns that the filter reads. */
  public Set<Integer> fieldIds() {
    return Binder.bind(request.filter(), request.schema(), request.caseSensitivity()).fieldIds();
  }

  /** The filter for the files that a manifest lists. */
  public FileMatcher of(ManifestFile manifest) {
    return bySpecId.computeIfAbsent(
        manifest.partitionSpecId(),
        id ->
            new FileMatcher(
                request.filter(), request.schema(), spec(manifest), request.caseSensitivity()));
  }

  /** What is left of the filter for the rows of a data file. */
  public Predicate residual(DataFile file) {
    FileMatcher known = bySpecId.get(file.specId());
    return known == null ? request.filter() : known.residual(file.partition());
  }

  /** The struct of the manifest's partition tuples, with the types of the scan's schema. */
  public StructType partitionType(ManifestFile manifest) {
    return spec(manifest).partitionType(request.schema());
  }

  /**
   * The spec that a manifest was written with.
   *
   * @throws CorruptFileException if the table does not have it
   */
  public PartitionSpec spec(ManifestFile manifest) {
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
