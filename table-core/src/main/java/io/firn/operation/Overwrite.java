package io.firn.operation;

import io.firn.error.UnsupportedFeatureException;
import io.firn.model.DataFile;
import io.firn.model.TableChange;
import java.util.List;

/**
 * Replaces data files by rewritten ones: DELETE, UPDATE or MERGE in copy-on-write mode. Vectors of
 * the removed files go with them.
 */
public record Overwrite(
    SnapshotOptions options, Statement statement, List<DataFile> removed, List<DataFile> added)
    implements Operation {

  public Overwrite {
    removed = List.copyOf(removed);
    added = List.copyOf(added);
  }

  @Override
  public String name() {
    return statement.command().name();
  }

  @Override
  public TableChange planOn(Planning planning) {
    throw new UnsupportedFeatureException("Cannot plan " + name());
  }
}
