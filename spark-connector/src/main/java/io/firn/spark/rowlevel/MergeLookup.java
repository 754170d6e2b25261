package io.firn.spark.rowlevel;

import io.firn.conflict.KeySet;
import io.firn.conflict.ReadRows;
import io.firn.conflict.RowTest;
import io.firn.expr.Predicate;
import io.firn.operation.Statement;
import io.firn.spark.keys.SourceKeys;
import java.util.List;
import java.util.Optional;

/**
 * What is known of the rows that a MERGE looks up in its target: the keys of its source, or why
 * these are not known.
 */
public final class MergeLookup {
  private static final MergeLookup UNSEEN =
      unknown(
          "set spark.sql.extensions=io.firn.spark.FirnSparkSessionExtensions",
          Statement.Unchanged.HINDER_INSERTS);

  private final Optional<SourceKeys> keys;
  private final String why;
  private final Statement.Unchanged unchanged;
  private final Optional<RowTest> condition;
  private final Optional<RowTest> unmatched;

  private MergeLookup(
      Optional<SourceKeys> keys,
      String why,
      Statement.Unchanged unchanged,
      Optional<RowTest> condition,
      Optional<RowTest> unmatched) {
    this.keys = keys;
    this.why = why;
    this.unchanged = unchanged;
    this.condition = condition;
    this.unmatched = unmatched;
  }

  /** No extension looked at the statement. */
  static MergeLookup unseen() {
    return UNSEEN;
  }

  /** The keys will be there when the statement has run. */
  public static MergeLookup by(SourceKeys keys, Statement.Unchanged unchanged) {
    return new MergeLookup(
        Optional.of(keys),
        "Spark did not read its source to the end",
        unchanged,
        Optional.empty(),
        Optional.empty());
  }

  /** There are no keys to gather. */
  public static MergeLookup unknown(String why, Statement.Unchanged unchanged) {
    return new MergeLookup(Optional.empty(), why, unchanged, Optional.empty(), Optional.empty());
  }

  /** Of the rows with one of the keys only those that pass the test. */
  public MergeLookup ofRowsThat(RowTest test) {
    return new MergeLookup(keys, why, unchanged, Optional.of(test), unmatched);
  }

  /**
   * And of all other rows those that pass the test, which NOT MATCHED BY SOURCE clauses are for.
   */
  public MergeLookup andUnmatched(RowTest test) {
    return new MergeLookup(keys, why, unchanged, condition, Optional.of(test));
  }

  /** Field ids of the columns by which rows that are inserted are looked up; empty if not known. */
  List<Integer> columnsOfInserts() {
    return unchanged == Statement.Unchanged.HINDER_INSERTS
        ? keys.map(SourceKeys::fieldIds).orElse(List.of())
        : List.of();
  }

  /** Whether rows matter that the statement sees and leaves as they are. */
  Statement.Unchanged unchanged() {
    return unchanged;
  }

  /**
   * Of the rows those that the statement looked up. A row that seems to have one of the keys counts
   * whether it has it or not, so that it need not be told which clause it would have met.
   */
  ReadRows among(ReadRows rows) {
    Optional<KeySet> complete = keys.flatMap(SourceKeys::complete);
    if (complete.isEmpty()) {
      return rows.because("its join keys are not known: " + why);
    }
    RowTest matched =
        condition.map(test -> RowTest.and(complete.get(), test)).orElse(complete.get());
    return unmatched
        .map(
            test ->
                ReadRows.matching(Predicate.ALWAYS_TRUE, rows.caseSensitivity())
                    .passing(RowTest.or(matched, test)))
        .orElseGet(() -> rows.passing(matched));
  }
}
