package io.firn.conflict;

import io.firn.expr.CaseSensitivity;
import io.firn.expr.Predicate;
import java.util.Optional;

/**
 * The rows that a statement had to see: those that match the filter and pass the test.
 *
 * @param test what more is known of them than the filter; empty if nothing is
 * @param gap why not more is known, for messages
 */
public record ReadRows(
    Predicate filter,
    CaseSensitivity caseSensitivity,
    Optional<RowTest> test,
    Optional<String> gap) {

  /** All rows that match the filter. */
  public static ReadRows matching(Predicate filter, CaseSensitivity caseSensitivity) {
    return new ReadRows(filter, caseSensitivity, Optional.empty(), Optional.empty());
  }

  /** Of these rows only those that pass the test too. */
  public ReadRows passing(RowTest more) {
    return new ReadRows(
        filter,
        caseSensitivity,
        Optional.of(test.map(known -> RowTest.and(known, more)).orElse(more)),
        gap);
  }

  /** The same; not more is known of them because of {@code why}. */
  public ReadRows because(String why) {
    return new ReadRows(filter, caseSensitivity, test, Optional.of(why));
  }

  /** The rows as whole files and partitions decide about them. */
  public Scope.Matching scope() {
    return new Scope.Matching(filter, caseSensitivity);
  }

  /** The conflict with the gap in its message. */
  Conflict explained(Conflict conflict) {
    return gap.map(why -> new Conflict(conflict.what() + " (" + why + ")", conflict.landed()))
        .orElse(conflict);
  }
}
