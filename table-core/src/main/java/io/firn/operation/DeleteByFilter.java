package io.firn.operation;

import io.firn.error.UnsupportedFeatureException;
import io.firn.expr.CaseSensitivity;
import io.firn.expr.Predicate;
import io.firn.model.TableChange;

/**
 * Removes all rows that match the filter by removing whole files: DELETE without reading a row. A
 * file of which only some rows match fails the commit.
 */
public record DeleteByFilter(
    SnapshotOptions options, Predicate filter, CaseSensitivity caseSensitivity)
    implements Operation {

  @Override
  public String name() {
    return "DELETE";
  }

  @Override
  public TableChange planOn(Planning planning) {
    throw new UnsupportedFeatureException("Cannot plan " + name());
  }
}
