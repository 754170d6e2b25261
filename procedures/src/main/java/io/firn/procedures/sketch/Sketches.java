package io.firn.procedures.sketch;

import io.firn.procedures.progress.Progress;
import io.firn.statistics.ColumnSketch;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import org.apache.datasketches.common.Family;
import org.apache.datasketches.memory.Memory;
import org.apache.datasketches.theta.CompactSketch;
import org.apache.datasketches.theta.SetOperation;
import org.apache.datasketches.theta.Union;
import org.apache.datasketches.theta.UpdateSketch;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.util.LongAccumulator;

/**
 * Theta sketches of all columns of a query: each task makes some of its rows, and other tasks join
 * them step by step, so that the driver gets a few of each column, however many rows there are.
 */
public final class Sketches {
  private Sketches() {}

  /**
   * One sketch a column, for the field ids, which are in the order of the columns. Progress are the
   * tasks that have read their rows.
   */
  public static List<ColumnSketch> of(
      SparkSession session, Dataset<Row> rows, List<Integer> fieldIds, Progress progress) {
    StructField[] columns = rows.schema().fields();
    ColumnValue[] values = new ColumnValue[columns.length];
    for (int i = 0; i < columns.length; i++) {
      values[i] = ColumnValue.of(columns[i].dataType());
    }
    JavaRDD<InternalRow> input =
        ((org.apache.spark.sql.classic.Dataset<Row>) rows).queryExecution().toRdd().toJavaRDD();
    progress.toDo(input.getNumPartitions());
    LongAccumulator read = progress.ofTasks(session);
    byte[][] joined =
        input
            .mapPartitions(
                partition -> {
                  byte[][] some = sketches(partition, values);
                  read.add(1);
                  return Collections.singletonList(some).iterator();
                })
            .treeAggregate(new byte[0][], Sketches::join, Sketches::join);
    byte[][] complete =
        joined.length == 0 ? sketches(List.<InternalRow>of().iterator(), values) : joined;
    List<ColumnSketch> sketches = new ArrayList<>();
    for (int i = 0; i < complete.length; i++) {
      CompactSketch sketch = CompactSketch.wrap(Memory.wrap(complete[i]));
      sketches.add(new ColumnSketch(fieldIds.get(i), complete[i], (long) sketch.getEstimate()));
    }
    return sketches;
  }

  private static byte[][] sketches(Iterator<InternalRow> rows, ColumnValue[] values) {
    UpdateSketch[] sketches = new UpdateSketch[values.length];
    for (int i = 0; i < sketches.length; i++) {
      sketches[i] = UpdateSketch.builder().setFamily(Family.ALPHA).build();
    }
    while (rows.hasNext()) {
      InternalRow row = rows.next();
      for (int i = 0; i < sketches.length; i++) {
        if (!row.isNullAt(i)) {
          values[i].addTo(sketches[i], row, i);
        }
      }
    }
    byte[][] bytes = new byte[sketches.length][];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = sketches[i].compact().toByteArray();
    }
    return bytes;
  }

  /** Nothing stands for sketches of no row. */
  private static byte[][] join(byte[][] some, byte[][] more) {
    if (some.length == 0 || more.length == 0) {
      return some.length == 0 ? more : some;
    }
    byte[][] joined = new byte[some.length][];
    for (int i = 0; i < joined.length; i++) {
      Union union = SetOperation.builder().buildUnion();
      union.union(Memory.wrap(some[i]));
      union.union(Memory.wrap(more[i]));
      joined[i] = union.getResult().toByteArray();
    }
    return joined;
  }
}
