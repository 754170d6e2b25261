package io.firn.scan;

import io.firn.expr.CaseSensitivity;
import io.firn.expr.EqualityReach;
import io.firn.expr.ManifestEvaluator;
import io.firn.expr.Predicate;
import io.firn.expr.Residuals;
import io.firn.expr.StatsEvaluator;
import io.firn.model.DataFile;
import io.firn.model.FileContent;
import io.firn.model.ManifestFile;
import io.firn.partition.PartitionSpec;
import io.firn.types.Schema;
import io.firn.types.StructValue;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Decides from partition and stats whether rows of the files of one spec match a filter.
 * Thread-safe.
 */
public final class FileMatcher {
  private final Schema schema;
  private final CaseSensitivity caseSensitivity;
  private final ManifestEvaluator manifests;
  private final Residuals residuals;

  /** A filter leaves few different residuals, however many partitions there are. */
  private final Map<Predicate, StatsEvaluator> byResidual = new ConcurrentHashMap<>();

  /** Neighbours mostly lie in one partition. */
  private volatile @Nullable Decision last;

  public FileMatcher(
      Predicate filter, Schema schema, PartitionSpec spec, CaseSensitivity caseSensitivity) {
    this.schema = schema;
    this.caseSensitivity = caseSensitivity;
    this.manifests = ManifestEvaluator.of(filter, schema, spec, caseSensitivity);
    this.residuals = Residuals.of(filter, schema, spec, caseSensitivity);
  }

  /** False only if no file that the manifest lists, deleted ones too, can hold a matching row. */
  public boolean mayMatch(ManifestFile manifest) {
    return manifests.mayListMatching(manifest);
  }

  /** What is left of the filter for rows of a partition. */
  public Predicate residual(StructValue partition) {
    return decision(partition).residual();
  }

  /** False only if no row of the partition can match. */
  public boolean mayMatch(StructValue partition) {
    return !residual(partition).equals(Predicate.ALWAYS_FALSE);
  }

  /** False only if no row of the file can match. */
  public boolean mayMatch(DataFile file) {
    Decision decision = decision(file.partition());
    return decision.residual().equals(Predicate.ALWAYS_TRUE) || decision.stats().mayMatch(file);
  }

  /**
   * False only if no row that a delete file deletes can match. Stats of position deletes are of
   * paths and positions: the filter is not about these.
   */
  public boolean mayMatchDeleted(DataFile delete) {
    return delete.content() == FileContent.EQUALITY_DELETES
        ? mayMatch(EqualityReach.withEqualityStatsOnly(delete))
        : mayMatch(delete.partition());
  }

  /** True only if all rows of the file match. */
  public boolean mustMatch(DataFile file) {
    return decision(file.partition()).stats().mustMatch(file);
  }

  private Decision decision(StructValue partition) {
    Decision known = last;
    if (known == null || !known.partition().equals(partition)) {
      Predicate residual = residuals.residual(partition);
      known = new Decision(partition, residual, evaluator(residual));
      last = known;
    }
    return known;
  }

  private StatsEvaluator evaluator(Predicate residual) {
    return byResidual.computeIfAbsent(residual, r -> StatsEvaluator.of(r, schema, caseSensitivity));
  }

  private record Decision(StructValue partition, Predicate residual, StatsEvaluator stats) {}
}
