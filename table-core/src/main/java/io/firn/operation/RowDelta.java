package io.firn.operation;

import io.firn.error.UnsupportedFeatureException;
import io.firn.model.TableChange;

/** DELETE, UPDATE or MERGE in merge-on-read mode: new rows and deletes of rows by position. */
public record RowDelta(SnapshotOptions options, Statement statement, RowChanges changes)
    implements Operation {

  @Override
  public String name() {
    return statement.command().name();
  }

  @Override
  public TableChange planOn(Planning planning) {
    throw new UnsupportedFeatureException("Cannot plan " + name());
  }
}
