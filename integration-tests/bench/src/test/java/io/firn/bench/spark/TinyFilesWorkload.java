package io.firn.bench.spark;

import java.util.List;
import java.util.Map;

/** A table of very many files of a few rows. */
final class TinyFilesWorkload implements Workload {
  private static final String TABLE = "tiny";
  private static final int ROWS_OF_FILE = 10;

  @Override
  public String name() {
    return "tiny-files";
  }

  @Override
  public String title() {
    return "a table of very many files of %d rows".formatted(ROWS_OF_FILE);
  }

  @Override
  public List<Measure> measures(Scale scale) {
    String files = "%,d files, ".formatted(scale.tinyFiles());
    String point = " WHERE id = " + scale.tinyFiles() * ROWS_OF_FILE / 2;
    Goal best = Goal.Time.of(0.6, Engine.ICEBERG, Engine.DELTA);
    return List.of(
        query(files + "point query", "SELECT * FROM %s" + point).brief().goals(best),
        query(files + "count(*)", "SELECT count(*) FROM %s").brief().goals(best),
        query(files + "scan", "SELECT count(name), sum(id) FROM %s")
            .slow()
            .goals(Goal.Time.of(0.4, Engine.ICEBERG)),
        statement(files + "append of a row", "INSERT INTO %s VALUES (-1, 'one more')")
            .brief()
            .goals(best),
        statement(files + "point DELETE", "DELETE FROM %s" + point)
            .brief()
            .before(lake -> lake.restore(TABLE, lake.remembered(TABLE)))
            .goals(best));
  }

  private Measure query(String name, String query) {
    return Measure.of(name(), name, lake -> lake.sql(query.formatted(lake.name(TABLE))))
        .prepare(TinyFilesWorkload::load)
        .check(lake -> lake.text(query.formatted(lake.name(TABLE))));
  }

  private Measure statement(String name, String statement) {
    return Measure.of(name(), name, lake -> lake.sql(statement.formatted(lake.name(TABLE))))
        .onlyIn("plain Parquet has no commits", Engine.FIRN, Engine.ICEBERG, Engine.DELTA)
        .prepare(TinyFilesWorkload::load)
        .check(lake -> lake.text("SELECT count(*), sum(id) FROM " + lake.name(TABLE)));
  }

  private static void load(Lake lake) {
    int files = lake.scale().tinyFiles();
    Map<String, String> properties =
        lake.engine() == Engine.DELTA ? Map.of() : Layout.V3.properties(lake.engine());
    lake.table(
        TABLE,
        properties,
        "SELECT id, concat('name ', id) AS name FROM range(0, %d, 1, %d)"
            .formatted(files * ROWS_OF_FILE, files));
    if (lake.engine() != Engine.PARQUET) {
      lake.once(TABLE + " version", () -> lake.remember(TABLE));
    }
  }
}
