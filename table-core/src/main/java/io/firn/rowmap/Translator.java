package io.firn.rowmap;

import io.firn.deletes.PositionSet;
import java.util.SortedMap;
import java.util.TreeMap;

/** Follows ascending positions of one source to their targets, a range at a time. */
final class Translator {
  private final RowMap map;
  private final SourceFile source;
  private final SortedMap<String, PositionSet> byTarget = new TreeMap<>();
  private final PositionSet gaps = new PositionSet();
  private int run;
  private int segment;
  private PositionSet open = gaps;
  private long openStart;
  private long openEnd;

  Translator(RowMap map, SourceFile source) {
    this.map = map;
    this.source = source;
  }

  Translation translate(PositionSet positions) {
    positions.forEach(this::follow);
    close();
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
    String path = map.targets().get(source.segmentTarget(segment)).path();
    return byTarget.computeIfAbsent(path, p -> new PositionSet());
  }

  private void put(PositionSet set, long position) {
    if (set == open && position == openEnd) {
      openEnd++;
      return;
    }
    close();
    open = set;
    openStart = position;
    openEnd = position + 1;
  }

  private void close() {
    if (openEnd > openStart) {
      open.addRange(openStart, openEnd);
    }
    openStart = openEnd;
  }
}
