package io.firn.operation;

import io.firn.model.DataFile;
import io.firn.model.SnapshotOperation;
import io.firn.model.TableChange;
import java.util.List;

/**
 * One version of a table of another format as a snapshot: the files that it adds and removes, and
 * the deletion vectors. Vectors of data files that it removes go with them and need not be named.
 *
 * @param operation what the version was
 */
public record ImportFiles(
    SnapshotOptions options,
    SnapshotOperation operation,
    List<DataFile> addedData,
    List<DataFile> addedVectors,
    List<DataFile> removedData,
    List<DataFile> removedVectors)
    implements Operation {

  public ImportFiles {
    addedData = List.copyOf(addedData);
    addedVectors = List.copyOf(addedVectors);
    removedData = List.copyOf(removedData);
    removedVectors = List.copyOf(removedVectors);
  }

  @Override
  public String name() {
    return "import";
  }

  @Override
  public TableChange planOn(Planning planning) {
    return SnapshotPlanner.plan(
        planning,
        SnapshotEdit.of(name(), operation, options)
            .adding(addedData, addedVectors)
            .removing(Removal.files(removedData, removedVectors), SnapshotEdit.WhenMissing.FAIL));
  }
}
