package io.firn.procedures.imports;

import io.firn.imports.SourceDirectory;
import io.firn.imports.SourceTree;
import java.util.List;

/** What files are imported from: a directory tree or a table of Spark's own catalog. */
public sealed interface ImportSource permits PathSource, TableSource {

  /** For messages. */
  String name();

  /** Whether nothing but the directories themselves says what the source holds. */
  boolean isDirectory();

  /** The partition columns in order; empty without partitions. */
  List<String> partitionColumns();

  /**
   * The directories of the source, not all of them listed yet: the partitions if there are
   * partition columns, else one.
   */
  List<SourceDirectory> directories();

  /** The directory with its files. */
  SourceDirectory listed(SourceTree tree, SourceDirectory directory);
}
