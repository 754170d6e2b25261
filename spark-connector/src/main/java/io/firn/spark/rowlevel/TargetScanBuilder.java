package io.firn.spark.rowlevel;

import io.firn.spark.read.FirnScan;
import io.firn.spark.read.FirnScanBuilder;
import java.util.Optional;
import org.apache.spark.sql.connector.expressions.filter.Predicate;
import org.apache.spark.sql.connector.read.Scan;
import org.apache.spark.sql.connector.read.SupportsPushDownRequiredColumns;
import org.apache.spark.sql.connector.read.SupportsPushDownV2Filters;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;

/**
 * Builds the scan of a statement's target and remembers it, since the commit refers to the snapshot
 * and the files that it read. Takes filters and columns only: no limit, no aggregate.
 */
final class TargetScanBuilder
    implements SupportsPushDownV2Filters, SupportsPushDownRequiredColumns {
  private final FirnScanBuilder builder;
  private @Nullable FirnScan built;

  TargetScanBuilder(FirnScanBuilder builder) {
    this.builder = builder;
  }

  @Override
  public Predicate[] pushPredicates(Predicate[] predicates) {
    return builder.pushPredicates(predicates);
  }

  @Override
  public Predicate[] pushedPredicates() {
    return builder.pushedPredicates();
  }

  @Override
  public void pruneColumns(StructType requiredSchema) {
    builder.pruneColumns(requiredSchema);
  }

  @Override
  public Scan build() {
    FirnScan scan = builder.buildScan();
    built = scan;
    return scan;
  }

  Optional<FirnScan> built() {
    return Optional.ofNullable(built);
  }
}
