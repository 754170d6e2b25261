package io.firn.rowmap;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Rewrites of files made up by a seed, with the whereabouts of every single row. */
public final class RandomRowMaps {
  private RandomRowMaps() {}

  /** Where a row of a source went; a target of -1 is a gap. */
  public record Place(int target, long position) {}

  /** A map, its targets' paths, and the places of each source's rows. */
  public record Rewrite(RowMap map, List<String> targets, List<Place[]> places) {}

  public static String source(int index) {
    return "s3://lake/db/t/data/" + String.format("source-%03d.parquet", index);
  }

  public static String target(int index) {
    return "s3://lake/db/t/data/" + String.format("target-%03d.parquet", index);
  }

  /** Rows go in runs to targets that are written at the same time; some are lost, some are new. */
  public static Rewrite rewrite(Random random, int sources, int rows, int targets) {
    List<Place[]> places = new ArrayList<>();
    RowMapPart[] parts = {new RowMapPart(), new RowMapPart()};
    RunCursor[] cursors = new RunCursor[targets];
    long[] written = new long[targets];
    for (int i = 0; i < targets; i++) {
      cursors[i] = new RunCursor(parts[i % 2]);
      cursors[i].begin(target(i));
    }
    for (int s = 0; s < sources; s++) {
      Place[] ofSource = new Place[rows];
      places.add(ofSource);
      int target = random.nextInt(targets);
      for (int row = 0; row < rows; row++) {
        if (random.nextInt(10) == 0) {
          target = random.nextInt(targets);
        }
        int chance = random.nextInt(20);
        if (chance == 0) {
          cursors[target].newRow();
          written[target]++;
        }
        if (chance <= 2) {
          ofSource[row] = new Place(-1, row);
        } else {
          cursors[target].carried(parts[target % 2].source(source(s)), row);
          ofSource[row] = new Place(target, written[target]++);
        }
      }
    }
    RowMapBuilder builder = new RowMapBuilder(RowMapKind.ROW_CHANGE, random.nextLong());
    List<String> paths = new ArrayList<>();
    for (int i = 0; i < targets; i++) {
      cursors[i].finishRun();
      builder.target(target(i), written[i]);
      paths.add(target(i));
    }
    for (int s = 0; s < sources; s++) {
      builder.source(source(s), rows);
    }
    return new Rewrite(builder.add(parts[0]).add(parts[1]).build(), paths, places);
  }
}
