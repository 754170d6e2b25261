package io.firn.spark.read.file;

import io.firn.codec.parquet.columns.MergeSource;
import io.firn.scan.SplitTask;
import io.firn.spark.wire.WireConf;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.SparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.read.InputPartition;
import org.apache.spark.sql.connector.read.PartitionReader;
import org.apache.spark.sql.connector.read.PartitionReaderFactory;
import org.apache.spark.sql.vectorized.ColumnarBatch;
import scala.reflect.ClassTag;

/** Makes the readers of a scan's partitions on the executors. */
public final class FileReaderFactory implements PartitionReaderFactory {
  private static final long serialVersionUID = 1L;

  /** What Spark gets. */
  public enum Form {
    BATCHES,
    ROWS
  }

  private final WireConf conf;
  private final Broadcast<WireScan> scan;
  private final Form form;

  public FileReaderFactory(SparkContext context, WireConf conf, WireScan scan, Form form) {
    this.conf = conf;
    this.scan = context.broadcast(scan, ClassTag.apply(WireScan.class));
    this.form = form;
  }

  @Override
  public boolean supportColumnarReads(InputPartition partition) {
    return form == Form.BATCHES;
  }

  @Override
  public PartitionReader<InternalRow> createReader(InputPartition partition) {
    return new RowReader(reader(partition));
  }

  @Override
  public PartitionReader<ColumnarBatch> createColumnarReader(InputPartition partition) {
    return new BatchReader(reader(partition));
  }

  /**
   * The files of a partition as what their columns can be merged from; empty if rows have to be
   * looked at to know which of them are read.
   */
  public Optional<List<MergeSource>> mergeSources(InputPartition partition) {
    ExecutorScan onExecutor = scan.value().onExecutor(conf.value());
    List<MergeSource> sources = new ArrayList<>();
    for (SplitTask split : files(partition).splits(onExecutor.splitBytes())) {
      Optional<MergeSource> source = onExecutor.mergeSource(split);
      if (source.isEmpty()) {
        return Optional.empty();
      }
      sources.add(source.get());
    }
    return Optional.of(sources);
  }

  private static FilePartition files(InputPartition partition) {
    return partition instanceof KeyedFilePartition keyed
        ? keyed.files()
        : (FilePartition) partition;
  }

  private TaskReader reader(InputPartition partition) {
    Configuration shared = conf.value();
    ExecutorScan onExecutor = scan.value().onExecutor(shared);
    FileOpener opener =
        new FileOpener(onExecutor.facts(), onExecutor.deletes(), ParquetFile.readerConf(shared));
    return new TaskReader(
        onExecutor.facts().table(), opener, files(partition).splits(onExecutor.splitBytes()));
  }
}
