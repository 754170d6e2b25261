package io.firn.procedures.compact;

import io.firn.maintenance.CompactionOptions;
import io.firn.maintenance.FileGroup;
import io.firn.maintenance.ShuffleOptions;
import io.firn.model.SortOrder;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.rdd.RDD;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.classic.SparkSession;
import org.apache.spark.sql.connector.write.WriterCommitMessage;
import scala.Option;

/**
 * Rows are shuffled by ranges of their sort key and sorted in each: one task a new file writes
 * them. Each row carries along which file and position it comes from.
 */
final class SortedRows implements RowRewrite {
  private final SparkSession session;
  private final CompactionOptions options;
  private final ShuffleOptions shuffle;
  private final SortOrder fileOrder;
  private final SortKey key;

  SortedRows(
      org.apache.spark.sql.SparkSession session,
      CompactionOptions options,
      ShuffleOptions shuffle,
      SortOrder fileOrder,
      SortKey key) {
    this.session = (SparkSession) session;
    this.options = options;
    this.shuffle = shuffle;
    this.fileOrder = fileOrder;
    this.key = key;
  }

  @Override
  public MapBudget mapBudget(Map<String, String> tableProperties, List<FileGroup> groups) {
    return MapBudget.ofSortedRows(tableProperties, groups.stream().mapToLong(this::files).sum());
  }

  private int files(FileGroup group) {
    return group.shuffledFiles(options, shuffle.compressionFactor());
  }

  @Override
  public OptionalLong readBytes(FileGroup group) {
    return OptionalLong.empty();
  }

  @Override
  public long fileBytes() {
    return options.shuffledFileSizeBytes();
  }

  @Override
  public Optional<SortOrder> fileOrder() {
    return Optional.of(fileOrder);
  }

  @Override
  public JavaRDD<WriterCommitMessage> tasks(Input input) {
    int files = files(input.group());
    ShuffledLayout layout =
        new ShuffledLayout(
            input.group(), input.columns().rows(), input.columns().metadata(), key.zOrder());
    ShuffledRows rows = new ShuffledRows(input.readers(), layout);
    JavaRDD<InternalRow> read =
        input
            .context()
            .parallelize(input.partitions(), input.partitions().size())
            .flatMap(rows::of);
    SortKey.Keyed keyed =
        key.of(session.internalCreateDataFrame(read.rdd(), layout.schema(), false), input.group());
    Column[] order = keyed.order();
    RDD<InternalRow> sorted =
        ((org.apache.spark.sql.classic.Dataset<Row>)
                keyed
                    .rows()
                    .repartitionByRange(
                        Math.multiplyExact(files, shuffle.partitionsPerFile()), order)
                    .sortWithinPartitions(order))
            .queryExecution()
            .toRdd();
    return joined(sorted, files).toJavaRDD().mapPartitions(new SortedTask(input.writers(), layout));
  }

  /** Ranges that are to be one file together follow each other in one partition. */
  private RDD<InternalRow> joined(RDD<InternalRow> ranges, int files) {
    return shuffle.partitionsPerFile() == 1
        ? ranges
        : ranges.coalesce(
            files,
            false,
            Option.apply(new ConsecutivePartitions(shuffle.partitionsPerFile())),
            null);
  }
}
