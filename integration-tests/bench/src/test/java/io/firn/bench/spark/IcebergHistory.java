package io.firn.bench.spark;

import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.iceberg.DataFiles;
import org.apache.iceberg.Table;
import org.apache.iceberg.Transaction;
import org.apache.iceberg.hadoop.HadoopTables;

/** By Apache Iceberg's library, many snapshots a commit. */
final class IcebergHistory implements History {
  private static final int SNAPSHOTS_OF_COMMIT = 50;

  private final Table table;
  private Transaction transaction;
  private int waiting;

  IcebergHistory(Path folder) {
    table = new HadoopTables(new Configuration()).load(folder.toString());
    transaction = table.newTransaction();
  }

  @Override
  public void append(Path file, long rows) {
    transaction
        .newAppend()
        .appendFile(
            DataFiles.builder(table.spec())
                .withPath("file://" + file)
                .withFileSizeInBytes(file.toFile().length())
                .withRecordCount(rows)
                .build())
        .commit();
    waiting++;
    if (waiting == SNAPSHOTS_OF_COMMIT) {
      close();
      transaction = table.newTransaction();
    }
  }

  @Override
  public void close() {
    if (waiting > 0) {
      transaction.commitTransaction();
      waiting = 0;
    }
  }
}
