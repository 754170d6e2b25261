package io.firn.bench.spark;

import io.firn.catalog.hadoop.PathTableStore;
import io.firn.io.local.LocalStorage;
import io.firn.model.DataFile;
import io.firn.operation.Append;
import io.firn.operation.SnapshotOptions;
import io.firn.table.Table;
import io.firn.types.StructValue;
import java.nio.file.Path;
import java.util.List;

/** By Firn's table core. */
final class FirnHistory implements History {
  private Table table;

  FirnHistory(Path folder) {
    table = Table.load(PathTableStore.at(new LocalStorage(), "file://" + folder));
  }

  @Override
  public void append(Path file, long rows) {
    DataFile added =
        DataFile.parquet("file://" + file, 0, StructValue.empty(), rows, file.toFile().length());
    table =
        table.at(
            table.commit(new Append(SnapshotOptions.main(), List.of(added), Append.Mode.MERGE)));
  }

  @Override
  public void close() {}
}
