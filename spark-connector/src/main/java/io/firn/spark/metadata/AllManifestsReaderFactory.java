package io.firn.spark.metadata;

import io.firn.io.hadoop.HadoopStorage;
import io.firn.model.Snapshot;
import io.firn.scan.SnapshotManifests;
import io.firn.spark.wire.WireConf;
import java.util.Iterator;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.read.InputPartition;
import org.apache.spark.sql.connector.read.PartitionReader;
import org.apache.spark.sql.connector.read.PartitionReaderFactory;

/** Reads the rows of {@code all_manifests}, one snapshot at a time. */
final class AllManifestsReaderFactory implements PartitionReaderFactory {
  private static final long serialVersionUID = 1L;

  private final WireConf conf;
  private final WireTable table;
  private final String[] columns;

  AllManifestsReaderFactory(WireConf conf, WireTable table, String[] columns) {
    this.conf = conf;
    this.table = table;
    this.columns = columns;
  }

  @Override
  public PartitionReader<InternalRow> createReader(InputPartition partition) {
    Snapshot snapshot = ((AllManifestsPartition) partition).snapshot();
    Columns<ManifestColumns.Listed> wanted =
        ManifestColumns.ofAllTable(table.facts()).only(columns);
    Iterator<InternalRow> rows =
        SnapshotManifests.read(new HadoopStorage(conf.value()), snapshot).stream()
            .map(manifest -> new ManifestColumns.Listed(manifest, snapshot.snapshotId()))
            .map(wanted::row)
            .iterator();
    return new RowsReader(rows, () -> {});
  }
}
