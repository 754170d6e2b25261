package io.firn.it.race;

import io.firn.it.race.Rows.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/** The statements that race: as SQL, and as functions of the table's rows. */
enum RaceStatement {
  DELETE("DELETE FROM %t WHERE id = %id AND {v} = v"),
  UPDATE("UPDATE %t SET v = {v} + %d WHERE id = %id"),
  MERGE(
      "MERGE INTO %t t USING (SELECT id, %d AS d FROM range(%id, %id + 1, 1, 1)) s"
          + " ON t.id = s.id AND t.p = '%p' WHEN MATCHED THEN UPDATE SET v = {t.v} + s.d"
          + " WHEN NOT MATCHED THEN INSERT (id, v, p) VALUES (s.id, s.d, '%p')"),
  INSERT("INSERT INTO %t SELECT {id}, %d, '%p' FROM range(%id, %id + 1, 1, 1)"),
  OVERWRITE("INSERT OVERWRITE %t %o SELECT {id}, %d, '%p' FROM range(%id, %id + 1, 1, 1)"),
  METADATA_DELETE("DELETE FROM %t WHERE p = '%p'"),
  /** Of rows around the one that it is about, in one file: only its bounds could match. */
  INSERT_AROUND("INSERT INTO %t SELECT id, %d, '%p' FROM range(0, 10, 9, 1)"),
  /** Of a key that is not there, {@link #NEW_KEY} more than the row's. */
  MERGE_NEW(
      "MERGE INTO %t t USING (SELECT id + 100 AS id, %d AS d FROM range(%id, %id + 1, 1, 1)) s"
          + " ON t.id = s.id WHEN NOT MATCHED THEN INSERT (id, v, p) VALUES (s.id, s.d, '%p')"),
  COMPACTION(
      "CALL %c.system.rewrite_data_files(table => '%n', options => map('rewrite-all', 'true'))");

  private static final long NEW_KEY = 100;

  private final String sql;

  RaceStatement(String sql) {
    this.sql = sql;
  }

  /** Whether the statement reads rows and is kept apart from others by an isolation level. */
  boolean isRowLevel() {
    return this == DELETE || this == UPDATE || this == MERGE;
  }

  /** Whether it runs no job that could stop at a gate. */
  boolean isMetadataOnly() {
    return this == METADATA_DELETE;
  }

  /** The statement about the row and its partition; {@code d} tells its rows from others. */
  String sql(String table, Place place, long d) {
    return about(table, place, d, sql.replaceAll("\\{([a-z.]+)}", "$1").replace(" %o", ""));
  }

  /**
   * The same, which waits at the gate when it has read the row. An overwrite has the options, all
   * others have none.
   */
  String sqlWithGate(String table, Place place, long d, String gate, String options) {
    String gated =
        sql.replaceAll("\\{([a-z.]+)}", "pass('" + gate + "', $1)").replace("%o", options);
    return about(table, place, d, gated);
  }

  private static String about(String table, Place place, long d, String sql) {
    int dot = table.indexOf('.');
    return sql.replace("%t", table)
        .replace("%c", table.substring(0, dot))
        .replace("%n", table.substring(dot + 1))
        .replace("%id", String.valueOf(place.id()))
        .replace("%p", place.partition())
        .replace("%d", String.valueOf(d));
  }

  Rows apply(Rows before, Place place, long d) {
    return switch (this) {
      case DELETE -> map(before, row -> row.id() == place.id() ? List.of() : List.of(row));
      case UPDATE -> map(before, row -> List.of(row.id() == place.id() ? plus(row, d) : row));
      case MERGE -> {
        UnaryOperator<Row> change = row -> isMatched(row, place) ? plus(row, d) : row;
        Rows updated = map(before, row -> List.of(change.apply(row)));
        boolean matched = before.list().stream().anyMatch(row -> isMatched(row, place));
        yield matched ? updated : with(before, new Row(place.id(), d, place.partition()));
      }
      case INSERT -> with(before, new Row(place.id(), d, place.partition()));
      case INSERT_AROUND ->
          with(before, new Row(0, d, place.partition()), new Row(9, d, place.partition()));
      case MERGE_NEW -> {
        long key = place.id() + NEW_KEY;
        boolean matched = before.list().stream().anyMatch(row -> row.id() == key);
        yield matched ? before : with(before, new Row(key, d, place.partition()));
      }
      case COMPACTION -> before;
      case OVERWRITE ->
          with(withoutPartition(before, place), new Row(place.id(), d, place.partition()));
      case METADATA_DELETE -> withoutPartition(before, place);
    };
  }

  private static boolean isMatched(Row row, Place place) {
    return row.id() == place.id() && row.p().equals(place.partition());
  }

  private static Row plus(Row row, long d) {
    return new Row(row.id(), row.v() + d, row.p());
  }

  private static Rows withoutPartition(Rows rows, Place place) {
    return map(rows, row -> row.p().equals(place.partition()) ? List.of() : List.of(row));
  }

  private static Rows with(Rows rows, Row... more) {
    List<Row> all = new ArrayList<>(rows.list());
    all.addAll(List.of(more));
    return new Rows(all);
  }

  private static Rows map(Rows rows, java.util.function.Function<Row, List<Row>> change) {
    return new Rows(rows.list().stream().flatMap(row -> change.apply(row).stream()).toList());
  }
}
