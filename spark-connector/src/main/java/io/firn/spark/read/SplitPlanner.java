package io.firn.spark.read;

import io.firn.scan.FileTask;
import io.firn.scan.SplitPacker;
import io.firn.scan.SplitSettings;
import io.firn.scan.SplitTask;
import io.firn.spark.conf.ReadConf;
import java.util.List;
import org.apache.spark.sql.SparkSession;

/**
 * Packs files into tasks. Splits get smaller than the table wants, down to 16 MiB, when there would
 * be fewer of them than the cluster can work on at once.
 */
final class SplitPlanner {
  private static final long MIN_ADAPTIVE_BYTES = 16L << 20;

  private final ReadConf conf;
  private final SparkSession session;

  SplitPlanner(ReadConf conf, SparkSession session) {
    this.conf = conf;
    this.session = session;
  }

  List<List<SplitTask>> split(List<FileTask> tasks) {
    return SplitPacker.pack(
        tasks, new SplitSettings(splitSize(tasks), conf.splitLookback(), conf.openFileCostBytes()));
  }

  private long splitSize(List<FileTask> tasks) {
    long wanted = conf.splitSizeBytes();
    if (!conf.adaptiveSplitSize() || wanted <= MIN_ADAPTIVE_BYTES) {
      return wanted;
    }
    long total = tasks.stream().mapToLong(task -> task.file().fileSizeInBytes()).sum();
    long even = total / Math.max(1, parallelism());
    return Math.min(wanted, Math.max(even, MIN_ADAPTIVE_BYTES));
  }

  private int parallelism() {
    if (conf.splitParallelism() > 0) {
      return conf.splitParallelism();
    }
    int shuffle = Integer.parseInt(session.conf().get("spark.sql.shuffle.partitions", "200"));
    return Math.max(session.sparkContext().defaultParallelism(), shuffle);
  }
}
