package io.firn.expr;

import io.firn.error.CorruptFileException;
import io.firn.model.DataFile;
import io.firn.types.Schema;

/**
 * Decides from a file's column stats whether rows of it match a predicate. Missing stats mean
 * nothing is known. Immutable and thread-safe.
 */
public final class StatsEvaluator {
  private final BoundPredicate predicate;

  public StatsEvaluator(BoundPredicate predicate) {
    this.predicate = predicate;
  }

  public static StatsEvaluator of(
      Predicate predicate, Schema schema, CaseSensitivity caseSensitivity) {
    return new StatsEvaluator(Binder.bind(predicate, schema, caseSensitivity));
  }

  /**
   * False only if no row of the file can match.
   *
   * @throws CorruptFileException if a bound is no value of its column's type
   */
  public boolean mayMatch(DataFile file) {
    return file.recordCount() != 0
        && predicate.match(new FactsEvaluation.MayMatch(term -> ColumnFacts.ofFile(file, term)));
  }

  /**
   * True only if all rows of the file match. Counts of columns inside structs differ between
   * writers, so that nothing is concluded from them.
   *
   * @throws CorruptFileException if a bound is no value of its column's type
   */
  public boolean mustMatch(DataFile file) {
    return file.recordCount() == 0
        || predicate.match(
            new FactsEvaluation.MustMatch(
                term ->
                    term.isNested()
                        ? ColumnFacts.nothingKnown(term)
                        : ColumnFacts.ofFile(file, term)));
  }
}
