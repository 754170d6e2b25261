package io.firn.operation;

import io.firn.codec.oracle.IcebergModel;
import io.firn.model.ColumnStats;
import io.firn.model.DataFile;
import io.firn.model.FileContent;
import org.apache.iceberg.DataFiles;
import org.apache.iceberg.DeleteFile;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.FileMetadata;
import org.apache.iceberg.Metrics;
import org.apache.iceberg.PartitionData;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Table;

/** Data and delete files as Iceberg's API takes them. */
final class IcebergFiles {
  private IcebergFiles() {}

  static org.apache.iceberg.DataFile data(Table table, DataFile file) {
    PartitionSpec spec = table.specs().get(file.specId());
    return DataFiles.builder(spec)
        .withPath(file.filePath())
        .withFormat(FileFormat.PARQUET)
        .withPartition(partition(spec, file))
        .withFileSizeInBytes(file.fileSizeInBytes())
        .withMetrics(metrics(file))
        .build();
  }

  static DeleteFile delete(Table table, DataFile file) {
    PartitionSpec spec = table.specs().get(file.specId());
    FileMetadata.Builder builder =
        FileMetadata.deleteFileBuilder(spec)
            .withPath(file.filePath())
            .withFormat(FileFormat.valueOf(file.fileFormat().name()))
            .withPartition(partition(spec, file))
            .withFileSizeInBytes(file.fileSizeInBytes())
            .withMetrics(metrics(file));
    if (file.content() == FileContent.EQUALITY_DELETES) {
      builder.ofEqualityDeletes(file.equalityIds().stream().mapToInt(i -> i).toArray());
    } else {
      builder.ofPositionDeletes();
    }
    file.referencedDataFile().ifPresent(builder::withReferencedDataFile);
    file.contentOffset().ifPresent(builder::withContentOffset);
    file.contentSizeInBytes().ifPresent(builder::withContentSizeInBytes);
    return builder.build();
  }

  private static PartitionData partition(PartitionSpec spec, DataFile file) {
    PartitionData data = new PartitionData(spec.partitionType());
    for (int i = 0; i < file.partition().size(); i++) {
      data.set(i, IcebergModel.struct(file.partition()).get(i, Object.class));
    }
    return data;
  }

  private static Metrics metrics(DataFile file) {
    ColumnStats stats = file.stats();
    return new Metrics(
        file.recordCount(),
        null,
        stats.valueCounts(),
        stats.nullValueCounts(),
        null,
        stats.lowerBounds(),
        stats.upperBounds());
  }
}
