package io.firn.spark.read;

import io.firn.model.BlobMetadata;
import io.firn.model.Snapshot;
import io.firn.model.StatisticsFile;
import io.firn.model.TableMetadata;
import io.firn.spark.convert.SparkExpressions;
import io.firn.types.Schema;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.spark.sql.connector.expressions.NamedReference;
import org.apache.spark.sql.connector.read.Statistics;
import org.apache.spark.sql.connector.read.colstats.ColumnStatistics;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/** Estimates for Spark's optimizer. */
record ScanStatistics(
    OptionalLong sizeInBytes,
    OptionalLong numRows,
    Map<NamedReference, ColumnStatistics> columnStats)
    implements Statistics {
  private static final String TOTAL_RECORDS = "total-records";
  private static final String THETA_SKETCH = "apache-datasketches-theta-v1";
  private static final String NDV = "ndv";

  /** {@code rows} rows of the result's columns, at the usual width of their types. */
  static ScanStatistics of(
      long rows, StructType result, Map<NamedReference, ColumnStatistics> columnStats) {
    long width = 0;
    for (StructField field : result.fields()) {
      width += field.dataType().defaultSize();
    }
    long max = width == 0 ? Long.MAX_VALUE : Long.MAX_VALUE / width;
    long size = rows > max ? Long.MAX_VALUE : rows * width;
    return new ScanStatistics(OptionalLong.of(size), OptionalLong.of(rows), columnStats);
  }

  /** How many rows the snapshot has by its summary, deleted ones included. */
  static OptionalLong totalRecords(Snapshot snapshot) {
    String total = snapshot.summary().get(TOTAL_RECORDS);
    return total != null && total.matches("\\d{1,18}")
        ? OptionalLong.of(Long.parseLong(total))
        : OptionalLong.empty();
  }

  /** Numbers of distinct values from the snapshot's statistics files. */
  static Map<NamedReference, ColumnStatistics> distinctCounts(
      TableMetadata metadata, Snapshot snapshot, Schema schema) {
    Map<NamedReference, ColumnStatistics> stats = new HashMap<>();
    for (StatisticsFile file : metadata.statistics()) {
      if (file.snapshotId() == snapshot.snapshotId()) {
        file.blobMetadata().forEach(blob -> add(stats, blob, schema));
      }
    }
    return stats;
  }

  private static void add(
      Map<NamedReference, ColumnStatistics> stats, BlobMetadata blob, Schema schema) {
    List<Integer> fields = blob.fields();
    Optional<String> ndv = Optional.ofNullable(blob.properties().get(NDV));
    boolean usable =
        blob.type().equals(THETA_SKETCH)
            && fields.size() == 1
            && schema.field(fields.get(0)).isPresent()
            && ndv.filter(text -> text.matches("\\d{1,18}")).isPresent();
    if (usable) {
      long count = Long.parseLong(ndv.orElseThrow());
      stats.put(SparkExpressions.column(schema, fields.get(0)), new DistinctCount(count));
    }
  }

  private record DistinctCount(long count) implements ColumnStatistics {
    @Override
    public OptionalLong distinctCount() {
      return OptionalLong.of(count);
    }
  }
}
