package io.firn.it.twin;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Comparator;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.PartitionField;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.StructLike;
import org.apache.iceberg.Table;
import org.apache.iceberg.data.GenericRecord;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.data.parquet.GenericParquetWriter;
import org.apache.iceberg.deletes.EqualityDeleteWriter;
import org.apache.iceberg.hadoop.HadoopTables;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.io.OutputFile;
import org.apache.iceberg.parquet.Parquet;

/** What no statement of Spark does to a table: Apache Iceberg's library does it. */
public final class IcebergEdits {
  private IcebergEdits() {}

  /** The table there. */
  static Table table(String location) {
    return new HadoopTables(new Configuration()).load(location);
  }

  /**
   * Adds an equality delete, in a partitioned table in the first of the partitions that the current
   * spec has files in; nothing if there is none.
   */
  public static void deleteByKey(String location, String column, int value) {
    Table table = table(location);
    Schema key = table.schema().select(column);
    PartitionSpec spec = table.spec();
    StructLike partition = spec.isUnpartitioned() ? null : firstPartition(table);
    if (partition == null && spec.isPartitioned()) {
      return;
    }
    OutputFile file =
        table.io().newOutputFile(location + "/data/" + UUID.randomUUID() + "-deletes.parquet");
    try {
      EqualityDeleteWriter<Record> writer =
          Parquet.writeDeletes(file)
              .forTable(table)
              .rowSchema(key)
              .createWriterFunc(GenericParquetWriter::create)
              .overwrite()
              .withSpec(spec)
              .withPartition(partition)
              .equalityFieldIds(key.columns().get(0).fieldId())
              .buildEqualityWriter();
      try (writer) {
        Record record = GenericRecord.create(key);
        record.setField(column, value);
        writer.write(record);
      }
      table.newRowDelta().addDeletes(writer.toDeleteFile()).commit();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static StructLike firstPartition(Table table) {
    try (CloseableIterable<FileScanTask> tasks = table.newScan().planFiles()) {
      StructLike first = null;
      Comparator<StructLike> byText = Comparator.comparing(Object::toString);
      for (FileScanTask task : tasks) {
        StructLike partition = task.file().partition();
        if (task.file().specId() == table.spec().specId()
            && task.file().format() == FileFormat.PARQUET
            && (first == null || byText.compare(partition, first) < 0)) {
          first = partition;
        }
      }
      return first;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** By the column's value; no more if there is such a field. */
  public static void togglePartitioning(String location, String column) {
    Table table = table(location);
    boolean present =
        table.spec().fields().stream().map(PartitionField::name).anyMatch(column::equals);
    if (present) {
      table.updateSpec().removeField(column).commit();
    } else {
      table.updateSpec().addField(column).commit();
    }
  }
}
