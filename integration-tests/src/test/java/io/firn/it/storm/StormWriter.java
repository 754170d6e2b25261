package io.firn.it.storm;

import java.util.Map;
import java.util.Random;

/**
 * Who writes. Each owns the ids with its remainder of 4, which are spread over all files, so that
 * no two writers ever change the same row.
 */
enum StormWriter {
  MERGE(2_000),
  INSERT(1_000),
  DELETE(2_500),
  UPDATE(3_000);

  private static final int KEYS = 25;
  private static final int SPAN = KEYS * 4;

  private final int pauseMillis;

  StormWriter(int pauseMillis) {
    this.pauseMillis = pauseMillis;
  }

  /** Between two statements, in a storm that lasts minutes. */
  int pauseMillis() {
    return pauseMillis;
  }

  static int owner(long id) {
    return (int) (id % 4);
  }

  /** The first value of a row. */
  static long value(long id) {
    return id * 10;
  }

  /** The writer's statement with that number, on a table that began with so many rows. */
  StormStatement statement(String table, int rows, int number, Random random) {
    long anywhere = (long) random.nextInt(rows / SPAN) * SPAN;
    long fresh = rows + (long) number * SPAN;
    long delta = 1 + random.nextInt(1_000);
    return switch (this) {
      case MERGE -> merge(table, number, anywhere, fresh, delta);
      case INSERT ->
          of(
              number,
              "INSERT INTO %s SELECT id, 1, %d, uuid() FROM range(%d, %d, 4, 1)"
                  .formatted(table, delta, fresh + ordinal(), fresh + SPAN),
              values -> insert(values, fresh, delta));
      case DELETE -> delete(table, number, rows);
      case UPDATE ->
          of(
              number,
              "UPDATE %s SET v = v + %d WHERE owner = 3 AND id >= %d AND id < %d"
                  .formatted(table, delta, anywhere, anywhere + SPAN),
              values -> add(values, anywhere, delta));
    };
  }

  private StormStatement merge(String table, int number, long anywhere, long fresh, long delta) {
    String keys = "SELECT id FROM range(%d, %d, 4, 1)";
    String source =
        keys.formatted(anywhere, anywhere + SPAN)
            + " UNION ALL "
            + keys.formatted(fresh, fresh + SPAN);
    return of(
        number,
        ("MERGE INTO %s t USING (%s) s ON t.id = s.id"
                + " WHEN MATCHED THEN UPDATE SET v = t.v + %d"
                + " WHEN NOT MATCHED THEN INSERT (id, owner, v, note)"
                + " VALUES (s.id, 0, %d, 'merged')")
            .formatted(table, source, delta, delta),
        values -> {
          add(values, anywhere, delta);
          insert(values, fresh, delta);
        });
  }

  /** Each one the next rows, so that there are always some. */
  private StormStatement delete(String table, int number, int rows) {
    long from = (long) number * SPAN;
    if (from + SPAN > rows) {
      throw new IllegalStateException("All rows are deleted; begin with more than " + rows);
    }
    return of(
        number,
        "DELETE FROM %s WHERE owner = 2 AND id >= %d AND id < %d"
            .formatted(table, from, from + SPAN),
        values -> {
          for (long id = from + ordinal(); id < from + SPAN; id += 4) {
            values.remove(id);
          }
        });
  }

  private void add(Map<Long, Long> values, long from, long delta) {
    for (long id = from + ordinal(); id < from + SPAN; id += 4) {
      values.computeIfPresent(id, (key, value) -> value + delta);
    }
  }

  private void insert(Map<Long, Long> values, long from, long delta) {
    for (long id = from + ordinal(); id < from + SPAN; id += 4) {
      values.put(id, delta);
    }
  }

  private StormStatement of(
      int number, String sql, java.util.function.Consumer<Map<Long, Long>> effect) {
    return new StormStatement(name() + " " + number, sql, effect);
  }
}
