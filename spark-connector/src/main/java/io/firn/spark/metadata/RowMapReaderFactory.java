package io.firn.spark.metadata;

import io.firn.codec.avro.ManifestListReader;
import io.firn.codec.avro.RowMapReader;
import io.firn.error.MissingFileException;
import io.firn.io.Storage;
import io.firn.io.hadoop.HadoopStorage;
import io.firn.rowmap.RowMap;
import io.firn.spark.wire.WireConf;
import java.util.Optional;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.read.InputPartition;
import org.apache.spark.sql.connector.read.PartitionReader;
import org.apache.spark.sql.connector.read.PartitionReaderFactory;

/** Reads the rows of {@code row_maps}, one snapshot at a time. */
final class RowMapReaderFactory implements PartitionReaderFactory {
  private static final long serialVersionUID = 1L;

  private final WireConf conf;
  private final String[] columns;

  RowMapReaderFactory(WireConf conf, String[] columns) {
    this.conf = conf;
    this.columns = columns;
  }

  @Override
  public PartitionReader<InternalRow> createReader(InputPartition partition) {
    RowMapPartition snapshot = (RowMapPartition) partition;
    Columns<RowMapRun> wanted = RowMapRun.columns().only(columns);
    return new RowsReader(
        map(new HadoopStorage(conf.value()), snapshot).stream()
            .flatMap(map -> RowMapRun.of(snapshot.snapshotId(), map))
            .map(wanted::row)
            .iterator(),
        () -> {});
  }

  /** A map that is gone is no map. */
  private static Optional<RowMap> map(Storage storage, RowMapPartition snapshot) {
    Optional<String> location =
        ManifestListReader.rowMapLocation(storage.newInputFile(snapshot.manifestList()));
    try {
      return location.map(l -> RowMapReader.read(storage.newInputFile(l)));
    } catch (MissingFileException e) {
      return Optional.empty();
    }
  }
}
