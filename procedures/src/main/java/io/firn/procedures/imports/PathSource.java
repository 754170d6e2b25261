package io.firn.procedures.imports;

import io.firn.imports.SourceDirectory;
import io.firn.imports.SourceTree;
import io.firn.io.Storage;
import java.util.List;

/** A directory of Parquet files, partitioned by the names of its directories or not at all. */
record PathSource(String name, List<SourceDirectory> directories) implements ImportSource {

  PathSource {
    directories = List.copyOf(directories);
  }

  static PathSource list(String name, Storage storage, String path) {
    return new PathSource(name, new SourceTree(storage).partitions(path));
  }

  @Override
  public boolean isDirectory() {
    return true;
  }

  @Override
  public List<String> partitionColumns() {
    return List.copyOf(directories.get(0).partition().keySet());
  }

  @Override
  public SourceDirectory listed(SourceTree tree, SourceDirectory directory) {
    return directory;
  }
}
