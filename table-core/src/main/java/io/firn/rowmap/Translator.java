package io.firn.rowmap;

import io.firn.deletes.PositionSet;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Follows ascending positions of one source to their targets: ranges, and single ones in batches.
 */
final class Translator {
  private static final int BATCH = 1024;
  private static final int LEAST_RANGE = 16;

  private final RowMap map;
  private final SourceFile source;
  private final SortedMap<String, PositionSet> byTarget = new TreeMap<>();
  private final PositionSet gaps = new PositionSet();
  private int run;
  private int segment;
  private int targetNumber = -1;
  private PositionSet target = gaps;
  private PositionSet open = gaps;
  private long openStart;
  private long openEnd;
  private final long[] batch = new long[BATCH];
  private int batched;

  Translator(RowMap map, SourceFile source) {
    this.map = map;
    this.source = source;
  }

  Translation translate(PositionSet positions) {
    positions.forEach(this::follow);
    endRange();
    flush();
    return new Translation(byTarget, gaps);
  }

  private void follow(long position) {
    if (!seek(position)) {
      put(gaps, position);
      return;
    }
    long first = source.runTargetStart(segment, run);
    put(target(), first + position - source.runStart(run));
  }

  /** Moves to the run that has the position, or to the one behind it. */
  private boolean seek(long position) {
    if (run < source.runCount() && position >= source.runEnd(run)) {
      int found = source.findRun(position);
      run = found >= 0 ? found : -found - 1;
      if (run < source.runCount()) {
        segment = source.segmentOf(run);
      }
    }
    return run < source.runCount() && position >= source.runStart(run);
  }

  private PositionSet target() {
    int number = source.segmentTarget(segment);
    if (number != targetNumber) {
      targetNumber = number;
      target = byTarget.computeIfAbsent(map.targets().get(number).path(), p -> new PositionSet());
    }
    return target;
  }

  private void put(PositionSet set, long position) {
    if (set == open && position == openEnd) {
      openEnd++;
      return;
    }
    endRange();
    if (set != open) {
      flush();
      open = set;
    }
    openStart = position;
    openEnd = position + 1;
  }

  private void endRange() {
    if (openEnd - openStart >= LEAST_RANGE) {
      open.addRange(openStart, openEnd);
    } else {
      for (long position = openStart; position < openEnd; position++) {
        if (batched == BATCH) {
          flush();
        }
        batch[batched++] = position;
      }
    }
    openStart = openEnd;
  }

  private void flush() {
    open.addAll(batch, batched);
    batched = 0;
  }
}
