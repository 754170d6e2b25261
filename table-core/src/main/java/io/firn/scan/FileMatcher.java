package io.firn.scan;

import io.firn.expr.CaseSensitivity;
import io.firn.expr.ManifestEvaluator;
import io.firn.expr.Predicate;
import io.firn.expr.Residuals;
import io.firn.expr.StatsEvaluator;
import io.firn.model.DataFile;
import io.firn.model.ManifestFile;
import io.firn.partition.PartitionSpec;
import io.firn.types.Schema;
import io.firn.types.StructValue;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Decides from partition and stats whether rows of the files of one spec match a filter.
 * Thread-safe.
 */
public final class FileMatcher {
  private final Schema schema;
  private final CaseSensitivity caseSensitivity;
  private final ManifestEvaluator manifests;
  private final Residuals residuals;
  private final Map<StructValue, StatsEvaluator> byPartition = new ConcurrentHashMap<>();

  public FileMatcher(
      Predicate filter, Schema schema, PartitionSpec spec, CaseSensitivity caseSensitivity) {
    this.schema = schema;
    this.caseSensitivity = caseSensitivity;
    this.manifests = ManifestEvaluator.of(filter, schema, spec, caseSensitivity);
    this.residuals = Residuals.of(filter, schema, spec, caseSensitivity);
  }

  /** False only if no file of the manifest can hold a matching row. */
  public boolean mayMatch(ManifestFile manifest) {
    return manifests.mayMatch(manifest);
  }

  /** False only if no row of the file can match. */
  public boolean mayMatch(DataFile file) {
    return ofPartition(file.partition()).mayMatch(file);
  }

  /** True only if all rows of the file match. */
  public boolean mustMatch(DataFile file) {
    return ofPartition(file.partition()).mustMatch(file);
  }

  private StatsEvaluator ofPartition(StructValue partition) {
    return byPartition.computeIfAbsent(
        partition, p -> StatsEvaluator.of(residuals.residual(p), schema, caseSensitivity));
  }
}
