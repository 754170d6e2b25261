package io.firn.spark.keys;

import io.firn.conflict.KeyCollector;
import io.firn.conflict.KeyColumn;
import io.firn.conflict.KeySet;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import org.apache.spark.rdd.RDD;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.types.DataType;
import scala.reflect.ClassTag;

/**
 * The driver's end of what is gathered of a MERGE's source. Spark may run the source more than
 * once, in whole or in part: all keys that were seen count, and they are complete only if each run
 * saw each partition to its last row, and no task of it stopped before.
 */
public final class SourceKeys {
  private final List<KeyColumn> columns;
  private final List<DataType> sourceTypes;
  private final List<Run> runs = new ArrayList<>();

  private record Run(KeyAccumulator accumulator, RDD<InternalRow> rows) {
    /** Whether each of its tasks saw its last row: one may have read other rows than the next. */
    boolean isComplete() {
      List<KeyPart> parts = accumulator.parts();
      BitSet seen = new BitSet();
      parts.forEach(part -> seen.set(part.partition()));
      return parts.stream().allMatch(KeyPart::isComplete)
          && seen.cardinality() == rows.getNumPartitions();
    }
  }

  /** The columns of the target, and the types of the source's expressions for them. */
  public SourceKeys(List<KeyColumn> columns, List<DataType> sourceTypes) {
    this.columns = List.copyOf(columns);
    this.sourceTypes = List.copyOf(sourceTypes);
  }

  /** The same rows; what {@code keys}, bound to them, give of them is gathered. */
  public synchronized RDD<InternalRow> observe(RDD<InternalRow> rows, Expression[] keys) {
    KeyAccumulator accumulator = new KeyAccumulator();
    rows.sparkContext().register(accumulator);
    runs.add(new Run(accumulator, rows));
    return rows.mapPartitionsWithIndex(
        new ObservedRows(accumulator, new KeyTypes(columns, sourceTypes), keys),
        true,
        ClassTag.apply(InternalRow.class));
  }

  /** The columns of the target. */
  public List<Integer> fieldIds() {
    return columns.stream().map(KeyColumn::fieldId).distinct().toList();
  }

  /** All keys, if it is sure that none is missing. */
  public synchronized Optional<KeySet> complete() {
    if (runs.isEmpty() || !runs.stream().allMatch(Run::isComplete)) {
      return Optional.empty();
    }
    KeyCollector all = KeyCollector.ofAll(columns);
    for (Run run : runs) {
      run.accumulator().parts().forEach(part -> all.addAll(part.keys()));
    }
    return Optional.of(all.keys());
  }

  @Override
  public String toString() {
    return "for " + columns.size() + " columns of the target";
  }
}
