package io.firn.spark.read;

import io.firn.scan.FileTask;
import io.firn.scan.SplitPacker;
import io.firn.scan.SplitSettings;
import io.firn.scan.SplitTask;
import io.firn.spark.conf.ReadConf;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.StructType;

/**
 * Packs files into tasks. Splits get smaller than the table wants when there would be fewer of them
 * than the cluster can work on at once, also those of a small table.
 */
final class SplitPlanner {
  private final ReadConf conf;
  private final SparkSession session;
  private final ScanPurpose purpose;
  private final StructType result;

  SplitPlanner(ReadConf conf, SparkSession session, ScanPurpose purpose, StructType result) {
    this.conf = conf;
    this.session = session;
    this.purpose = purpose;
    this.result = result;
  }

  List<List<SplitTask>> split(List<FileTask> tasks) {
    return split(tasks, settingsFor(tasks, workers()));
  }

  /** In as few tasks as a scan needs that may end before it has read everything. */
  List<List<SplitTask>> splitCoarsely(List<FileTask> tasks) {
    return split(tasks, settingsFor(tasks, 1));
  }

  /** The tasks of each group of files, in splits as large as those of one scan of all of them. */
  <K> Map<K, List<List<SplitTask>>> splitEach(Map<K, List<FileTask>> groups) {
    SplitSettings settings =
        settingsFor(groups.values().stream().flatMap(List::stream).toList(), workers());
    Map<K, List<List<SplitTask>>> splits = new LinkedHashMap<>();
    groups.forEach((key, tasks) -> splits.put(key, split(tasks, settings)));
    return splits;
  }

  private SplitSettings settingsFor(List<FileTask> tasks, int workers) {
    SplitSettings settings =
        new SplitSettings(conf.splitSizeBytes(), conf.splitLookback(), conf.openFileCostBytes());
    return conf.adaptiveSplitSize()
        ? settings.adaptedTo(SplitPacker.scanSize(tasks, settings), parallelism(), workers)
        : settings;
  }

  private List<List<SplitTask>> split(List<FileTask> tasks, SplitSettings settings) {
    return purpose == ScanPurpose.UNCUT_FILES || rowsAreOnlyCounted(tasks)
        ? SplitPacker.packUncut(tasks, settings)
        : SplitPacker.pack(tasks, settings);
  }

  /** A whole file of which no column is wanted is not even opened. */
  private boolean rowsAreOnlyCounted(List<FileTask> tasks) {
    return result.isEmpty() && tasks.stream().allMatch(task -> task.equalityDeletes().isEmpty());
  }

  private int parallelism() {
    if (conf.splitParallelism() > 0) {
      return conf.splitParallelism();
    }
    int shuffle = Integer.parseInt(session.conf().get("spark.sql.shuffle.partitions", "200"));
    return Math.max(workers(), shuffle);
  }

  private int workers() {
    return session.sparkContext().defaultParallelism();
  }
}
