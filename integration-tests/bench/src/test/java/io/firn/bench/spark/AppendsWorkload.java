package io.firn.bench.spark;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Appends of one row: one after the other, and by several writers at once. */
final class AppendsWorkload implements Workload {
  private static final int WRITERS = 4;

  @Override
  public String name() {
    return "appends";
  }

  @Override
  public String title() {
    return "commits of a row, with the settings that a table has when none are given";
  }

  @Override
  public List<Measure> measures(Scale scale) {
    return List.of(
        measure(
            scale.appends() + " appends in a row", lake -> inARow(lake, lake.scale().appends())),
        measure(
                "%d writers x %d appends".formatted(WRITERS, scale.appendsOfWriter()),
                AppendsWorkload::atOnce)
            .goals(new Goal.Slowest(1500)));
  }

  private Measure measure(String name, Step step) {
    return Measure.of(name(), name, step)
        .onlyIn("plain Parquet has no commits", Engine.FIRN, Engine.ICEBERG, Engine.DELTA)
        .before(AppendsWorkload::anew)
        .check(lake -> lake.text("SELECT count(*) FROM " + lake.name("appends")))
        .slow()
        .goals(Goal.Time.of(0.6, Engine.ICEBERG));
  }

  private static void anew(Lake lake) {
    lake.forget("appends");
    lake.table("appends", Map.of(), "SELECT 0L AS id, 'first' AS name");
  }

  private static void inARow(Lake lake, int appends) {
    for (int i = 0; i < appends; i++) {
      int id = i;
      lake.timed(
          () -> lake.sql("INSERT INTO %s VALUES (%d, 'x')".formatted(lake.name("appends"), id)));
    }
  }

  /** An append that fails fails the round. */
  private static void atOnce(Lake lake) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(WRITERS);
    try {
      List<Callable<Void>> writers = new ArrayList<>();
      for (int i = 0; i < WRITERS; i++) {
        writers.add(
            () -> {
              inARow(lake, lake.scale().appendsOfWriter());
              return null;
            });
      }
      for (Future<Void> writer : threads.invokeAll(writers)) {
        writer.get();
      }
    } finally {
      threads.shutdown();
    }
  }
}
