package io.firn.spark.rowlevel;

import io.firn.error.UnsupportedFeatureException;
import io.firn.model.DataFile;
import io.firn.model.FileFormat;
import io.firn.operation.AgedFile;
import io.firn.partition.PartitionKey;
import io.firn.spark.wire.DataFileBytes;
import io.firn.table.Table;
import io.firn.types.SchemaUnion;
import java.io.Serializable;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Position delete files of one partition that a task reads; goes to the executors. */
public final class DeleteInput implements Serializable {
  private static final long serialVersionUID = 1L;

  final byte[] partition;
  final String[] paths;
  final long[] lengths;
  final long[] ages;
  final HashMap<String, Long> targets;

  private DeleteInput(byte[] partition, List<AgedFile> files, HashMap<String, Long> targets) {
    this.partition = partition;
    this.paths = files.stream().map(f -> f.file().filePath()).toArray(String[]::new);
    this.lengths = files.stream().mapToLong(f -> f.file().fileSizeInBytes()).toArray();
    this.ages = files.stream().mapToLong(AgedFile::dataSequenceNumber).toArray();
    this.targets = targets;
  }

  /**
   * The files, and the data sequence numbers of the live data files of which they may delete rows.
   *
   * @throws UnsupportedFeatureException if one of the files cannot be read
   */
  public static DeleteInput of(
      Table table, PartitionKey partition, List<AgedFile> files, Map<String, Long> targets) {
    files.forEach(file -> requireReadable(table, file.file()));
    // A file stands for its partition, for which there are bytes already.
    DataFile example = DataFile.parquet("", partition.specId(), partition.partition(), 0, 0);
    return new DeleteInput(
        DataFileBytes.write(List.of(example), types(table)), files, new HashMap<>(targets));
  }

  static DataFileBytes.PartitionTypes types(Table table) {
    return new DataFileBytes.PartitionTypes(
        SchemaUnion.of(table.metadata().schemas()), table.metadata().partitionSpecs());
  }

  private static void requireReadable(Table table, DataFile file) {
    if (file.keyMetadata().isPresent() || file.fileFormat() != FileFormat.PARQUET) {
      throw new UnsupportedFeatureException(
          "Cannot rewrite position delete files of %s: %s is %s, and only Parquet is supported"
              .formatted(
                  table.name(),
                  file.filePath(),
                  file.keyMetadata().isPresent() ? "encrypted" : "in " + file.fileFormat().text()));
    }
  }
}
