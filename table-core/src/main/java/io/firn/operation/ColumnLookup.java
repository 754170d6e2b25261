package io.firn.operation;

import io.firn.error.InvalidInputException;
import io.firn.expr.CaseSensitivity;
import io.firn.types.Field;
import io.firn.types.Schema;
import java.util.Optional;

/** Finds columns by the names that a statement uses. */
final class ColumnLookup {
  private ColumnLookup() {}

  /** Where case does not count, a column with the same case goes first. */
  static Optional<Field> find(Schema schema, String fullName, CaseSensitivity caseSensitivity) {
    Optional<Field> exact = schema.field(fullName);
    return exact.isPresent() || caseSensitivity == CaseSensitivity.SENSITIVE
        ? exact
        : schema.fieldIgnoringCase(fullName);
  }

  static Field require(
      Schema schema, String fullName, CaseSensitivity caseSensitivity, String purpose) {
    return find(schema, fullName, caseSensitivity)
        .orElseThrow(
            () ->
                new InvalidInputException(
                    "Cannot "
                        + purpose
                        + ": there is no column "
                        + fullName
                        + " in "
                        + schema.struct()));
  }
}
