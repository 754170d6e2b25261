package io.firn.spark.keys;

import io.firn.conflict.KeyCollector;
import io.firn.conflict.KeyColumn;
import java.io.Serializable;
import java.util.List;
import org.apache.spark.TaskContext;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.util.TaskCompletionListener;
import org.jspecify.annotations.Nullable;
import scala.collection.AbstractIterator;
import scala.collection.Iterator;
import scala.runtime.AbstractFunction2;

/** Hands the rows of a partition on as they are and gathers their keys. */
final class ObservedRows
    extends AbstractFunction2<Object, Iterator<InternalRow>, Iterator<InternalRow>>
    implements Serializable {
  private static final long serialVersionUID = 1L;

  private final KeyAccumulator accumulator;
  private final KeyTypes types;
  private final Expression[] keys;

  /** The expressions are bound to the rows. */
  ObservedRows(KeyAccumulator accumulator, KeyTypes types, Expression[] keys) {
    this.accumulator = accumulator;
    this.types = types;
    this.keys = keys;
  }

  @Override
  public Iterator<InternalRow> apply(Object partition, Iterator<InternalRow> rows) {
    TaskContext context = TaskContext.get();
    Observed observed =
        new Observed(
            rows, types, keys, KeyCollector.ofTask(types.columns(), context.numPartitions()));
    TaskCompletionListener atTheEnd =
        done -> accumulator.add(observed.part(((Number) partition).intValue()));
    context.addTaskCompletionListener(atTheEnd);
    return observed;
  }

  private static final class Observed extends AbstractIterator<InternalRow> {
    private final Iterator<InternalRow> rows;
    private final KeyTypes types;
    private final Expression[] keys;
    private final List<KeyColumn> columns;
    private final KeyCollector collector;
    private boolean sawLast;

    Observed(
        Iterator<InternalRow> rows, KeyTypes types, Expression[] keys, KeyCollector collector) {
      this.rows = rows;
      this.types = types;
      this.keys = keys;
      this.columns = types.columns();
      this.collector = collector;
    }

    @Override
    public boolean hasNext() {
      boolean more = rows.hasNext();
      sawLast |= !more;
      return more;
    }

    @Override
    public InternalRow next() {
      InternalRow row = rows.next();
      observe(row);
      return row;
    }

    private void observe(InternalRow row) {
      @Nullable Object[] key = new Object[keys.length];
      for (int i = 0; i < keys.length; i++) {
        key[i] = types.toFirn(i, columns.get(i), keys[i].eval(row));
      }
      collector.add(key);
    }

    KeyPart part(int partition) {
      return new KeyPart(collector.toBytes(), partition, sawLast);
    }
  }
}
