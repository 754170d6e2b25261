package io.firn.scan;

import io.firn.expr.ManifestEvaluator;
import io.firn.expr.Predicate;
import io.firn.expr.Residuals;
import io.firn.expr.StatsEvaluator;
import io.firn.model.DataFile;
import io.firn.model.ManifestFile;
import io.firn.partition.PartitionSpec;
import io.firn.types.StructType;
import io.firn.types.StructValue;
import org.jspecify.annotations.Nullable;

/** A scan's filter for the manifests and files of one partition spec. Thread-safe. */
final class SpecFilter {
  private final ScanRequest request;
  private final StructType partitionType;
  private final ManifestEvaluator manifests;
  private final Residuals residuals;

  SpecFilter(ScanRequest request, PartitionSpec spec) {
    this.request = request;
    this.partitionType = spec.partitionType(request.schema());
    this.manifests =
        ManifestEvaluator.of(request.filter(), request.schema(), spec, request.caseSensitivity());
    this.residuals =
        Residuals.of(request.filter(), request.schema(), spec, request.caseSensitivity());
  }

  StructType partitionType() {
    return partitionType;
  }

  boolean mayMatch(ManifestFile manifest) {
    return manifests.mayMatch(manifest);
  }

  /** For the files of one manifest, which one thread reads. */
  Files files() {
    return new Files();
  }

  /** Not thread-safe: remembers what is left of the filter in the last partition. */
  final class Files {
    private @Nullable StructValue partition;
    private Predicate residual = Predicate.ALWAYS_TRUE;
    private StatsEvaluator stats = evaluator(residual);

    /** What is left of the filter for rows of a partition. */
    Predicate residual(StructValue tuple) {
      if (!tuple.equals(partition)) {
        partition = tuple;
        residual = residuals.residual(tuple);
        stats = evaluator(residual);
      }
      return residual;
    }

    /** Whether rows that its partition and stats tell of may match. */
    boolean mayMatch(DataFile file) {
      Predicate left = residual(file.partition());
      return left.equals(Predicate.ALWAYS_TRUE)
          || (!left.equals(Predicate.ALWAYS_FALSE) && stats.mayMatch(file));
    }

    /** Whether rows in its partition may match. */
    boolean mayMatchPartition(DataFile file) {
      return !residual(file.partition()).equals(Predicate.ALWAYS_FALSE);
    }

    private StatsEvaluator evaluator(Predicate predicate) {
      return StatsEvaluator.of(predicate, request.schema(), request.caseSensitivity());
    }
  }
}
