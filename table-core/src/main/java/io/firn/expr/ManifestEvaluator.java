package io.firn.expr;

import io.firn.error.CorruptFileException;
import io.firn.model.FieldSummary;
import io.firn.model.ManifestFile;
import io.firn.partition.PartitionSpec;
import io.firn.types.PrimitiveType;
import io.firn.types.Schema;
import io.firn.types.SimpleType;
import io.firn.types.SingleValue;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Decides from the partition summaries of a manifest list whether a manifest's files may match.
 * Immutable and thread-safe.
 */
public final class ManifestEvaluator {
  private final BoundPredicate predicate;

  /** {@code predicate} is on partition tuples, as {@link Projections} makes them. */
  public ManifestEvaluator(BoundPredicate predicate) {
    this.predicate = predicate;
  }

  /** For a filter on rows and the manifests of one spec. */
  public static ManifestEvaluator of(
      Predicate filter, Schema schema, PartitionSpec spec, CaseSensitivity caseSensitivity) {
    return new ManifestEvaluator(Projections.inclusive(filter, schema, spec, caseSensitivity));
  }

  /**
   * False only if no live file of the manifest can hold matching rows.
   *
   * @throws CorruptFileException if a summary's bound is no value of its partition field's type
   */
  public boolean mayMatch(ManifestFile manifest) {
    return manifest.mayHaveLiveFiles() && mayListMatching(manifest);
  }

  /**
   * False only if no file that the manifest lists, be it as a deleted one, can hold matching rows.
   *
   * @throws CorruptFileException if a summary's bound is no value of its partition field's type
   */
  public boolean mayListMatching(ManifestFile manifest) {
    if (predicate instanceof BoundPredicate.Constant constant) {
      return constant.value();
    }
    if (manifest.partitions().isEmpty()) {
      return true;
    }
    List<FieldSummary> summaries = manifest.partitions().get();
    return predicate.match(new FactsEvaluation.MayMatch(term -> facts(manifest, summaries, term)));
  }

  private static ColumnFacts facts(
      ManifestFile manifest, List<FieldSummary> summaries, BoundTerm term) {
    int position = term.positions().get(0);
    PrimitiveType type = (PrimitiveType) term.field().type();
    boolean floating = PredicateOrder.isFloating(type);
    if (position >= summaries.size()) {
      return new ColumnFacts(
          true, floating, true, new ValueRange(term.primitiveType(), null, null));
    }
    FieldSummary summary = summaries.get(position);
    boolean mayBeNan = floating && summary.containsNan().orElse(true);
    boolean bounded = summary.lowerBound().isPresent() || summary.upperBound().isPresent();
    boolean absentOnly =
        !bounded && (summary.containsNull() || (floating && summary.containsNan().orElse(false)));
    Object lower = bound(manifest, term, type, summary.lowerBound());
    Object upper = bound(manifest, term, type, summary.upperBound());
    // The bounds are of the partition field itself, not of a transform of it.
    ValueRange range =
        term.transform().isPresent()
            ? new ValueRange(term.primitiveType(), null, null)
            : new ValueRange(type, lower, upper);
    return new ColumnFacts(summary.containsNull(), mayBeNan, !absentOnly, range);
  }

  private static @Nullable Object bound(
      ManifestFile manifest, BoundTerm term, PrimitiveType type, Optional<ByteBuffer> bytes) {
    if (bytes.isEmpty() || type == SimpleType.UNKNOWN) {
      return null;
    }
    try {
      return SingleValue.fromBytes(type, bytes.get());
    } catch (IllegalArgumentException e) {
      throw new CorruptFileException(
          manifest.manifestPath(),
          -1,
          "the manifest list has a wrong bound for partition field "
              + term.name()
              + ": "
              + e.getMessage(),
          e);
    }
  }
}
