package io.firn.bench.spark;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Makes snapshots fast: appends, by each engine's own library and without Spark, of a data file of
 * the table under ever new names.
 */
interface History extends AutoCloseable {
  /** Appends one existing file; its rows and bytes are known. */
  void append(Path file, long rows);

  /** Commits what is not committed yet. */
  @Override
  void close();

  /** Takes a table of some snapshots to more. */
  static void make(Lake lake, String table, int from, int to) {
    Path first = lake.files(table).keySet().iterator().next();
    try (History history =
        lake.engine() == Engine.FIRN
            ? new FirnHistory(lake.folder(table))
            : new IcebergHistory(lake.folder(table))) {
      for (int i = from; i < to; i++) {
        Path file = first.resolveSibling("more-%05d.parquet".formatted(i));
        Files.createLink(file, first);
        history.append(file, 1);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    lake.sql("REFRESH TABLE " + lake.name(table));
  }
}
