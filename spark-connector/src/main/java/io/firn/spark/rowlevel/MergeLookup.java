package io.firn.spark.rowlevel;

import io.firn.conflict.KeySet;
import io.firn.conflict.ReadRows;
import io.firn.operation.Statement;
import io.firn.spark.keys.SourceKeys;
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

  private MergeLookup(Optional<SourceKeys> keys, String why, Statement.Unchanged unchanged) {
    this.keys = keys;
    this.why = why;
    this.unchanged = unchanged;
  }

  /** No extension looked at the statement. */
  static MergeLookup unseen() {
    return UNSEEN;
  }

  /** The keys will be there when the statement has run. */
  public static MergeLookup by(SourceKeys keys, Statement.Unchanged unchanged) {
    return new MergeLookup(
        Optional.of(keys), "Spark did not read its source to the end", unchanged);
  }

  /** There are no keys to gather. */
  public static MergeLookup unknown(String why, Statement.Unchanged unchanged) {
    return new MergeLookup(Optional.empty(), why, unchanged);
  }

  /** Whether rows matter that the statement sees and leaves as they are. */
  Statement.Unchanged unchanged() {
    return unchanged;
  }

  /** Of the rows those that the statement looked up. */
  ReadRows among(ReadRows rows) {
    Optional<KeySet> complete = keys.flatMap(SourceKeys::complete);
    return complete
        .map(rows::passing)
        .orElseGet(() -> rows.because("its join keys are not known: " + why));
  }
}
