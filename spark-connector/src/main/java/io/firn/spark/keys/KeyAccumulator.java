package io.firn.spark.keys;

import java.util.ArrayList;
import java.util.List;
import org.apache.spark.util.AccumulatorV2;

/**
 * Brings the keys of tasks to the driver with their results. Spark takes those of every task that
 * succeeded, of repeated ones more than once, and of failed ones never. A task adds its part when
 * it is done, so that nobody sees it half.
 */
final class KeyAccumulator extends AccumulatorV2<KeyPart, Integer> {
  private static final long serialVersionUID = 1L;

  private final ArrayList<KeyPart> parts = new ArrayList<>();

  @Override
  public synchronized boolean isZero() {
    return parts.isEmpty();
  }

  @Override
  public synchronized KeyAccumulator copy() {
    KeyAccumulator copy = new KeyAccumulator();
    copy.parts.addAll(parts);
    return copy;
  }

  @Override
  public synchronized void reset() {
    parts.clear();
  }

  @Override
  public synchronized void add(KeyPart part) {
    parts.add(part);
  }

  @Override
  public void merge(AccumulatorV2<KeyPart, Integer> other) {
    List<KeyPart> theirs = ((KeyAccumulator) other).parts();
    synchronized (this) {
      parts.addAll(theirs);
    }
  }

  synchronized List<KeyPart> parts() {
    return List.copyOf(parts);
  }

  /** How many parts there are: what Spark may show. */
  @Override
  public synchronized Integer value() {
    return parts.size();
  }
}
