package io.firn.bench.spark;

import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.iceberg.DataFiles;
import org.apache.iceberg.Table;
import org.apache.iceberg.hadoop.HadoopTables;

/** By Apache Iceberg's library. */
final class IcebergHistory implements History {
  private final Table table;

  IcebergHistory(Path folder) {
    table = new HadoopTables(new Configuration()).load(folder.toString());
  }

  @Override
  public void append(Path file, long rows) {
    table
        .newAppend()
        .appendFile(
            DataFiles.builder(table.spec())
                .withPath("file://" + file)
                .withFileSizeInBytes(file.toFile().length())
                .withRecordCount(rows)
                .build())
        .commit();
  }
}
