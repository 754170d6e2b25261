package io.firn.bench.spark;

import java.util.List;
import java.util.Map;

/** Queries and a correction of real flights, in the order of their departure. */
final class FlightsWorkload implements Workload {
  private static final String TABLE = "flights";
  private static final String CHANGED = "flights_changed";
  private static final String CORRECTIONS = "corrections";

  @Override
  public String name() {
    return "flights";
  }

  @Override
  public String title() {
    return "three million real flights in the order of their departure";
  }

  @Override
  public List<Measure> measures(Scale scale) {
    Goal likeParquet = Goal.Time.of(1.1, Engine.PARQUET);
    return List.of(
        query(
                "delay of each airport",
                "SELECT origin, count(*), avg(delay), sum(distance) FROM %s GROUP BY origin")
            .goals(Goal.Time.of(1.05, Engine.PARQUET), Goal.Time.of(0.95, Engine.ICEBERG)),
        query(
                "a route",
                "SELECT count(*), max(delay) FROM %s WHERE origin = 'SFO' AND destination = 'JFK'")
            .goals(likeParquet),
        query(
                "a day",
                "SELECT count(*), sum(delay) FROM %s WHERE date >= '2001-04-01' AND date < '2001-04-02'")
            .goals(likeParquet, Goal.Time.of(0.65, Engine.ICEBERG)),
        correction());
  }

  private Measure query(String name, String query) {
    return Measure.of(name(), name, lake -> lake.sql(query.formatted(lake.name(TABLE))))
        .brief()
        .missingData(lake -> lake.flights().missing())
        .prepare(lake -> lake.table(TABLE, Map.of(), all(lake)))
        .check(lake -> lake.text(query.formatted(lake.name(TABLE))));
  }

  private static String all(Lake lake) {
    return "SELECT * FROM " + lake.flights().relation();
  }

  /** Late reports for one day: the delay of each flight of it is replaced. */
  private Measure correction() {
    return Measure.of(
            name(),
            "MERGE of a day's delays, v3",
            lake ->
                lake.sql(
                    """
                    MERGE INTO %s t USING %s s ON t.date = s.date AND t.origin = s.origin AND t.destination = s.destination
                    WHEN MATCHED THEN UPDATE SET delay = s.delay WHEN NOT MATCHED THEN INSERT *"""
                        .formatted(lake.name(CHANGED), lake.name(CORRECTIONS))))
        .missing(Layout.V3::missingIn)
        .missingData(lake -> lake.flights().missing())
        .prepare(FlightsWorkload::loadForCorrection)
        .before(lake -> lake.restore(CHANGED, lake.remembered(CHANGED)))
        .check(lake -> lake.text("SELECT count(*), sum(delay) FROM " + lake.name(CHANGED)))
        .goals(Goal.Time.of(0.8, Engine.ICEBERG));
  }

  private static void loadForCorrection(Lake lake) {
    lake.table(CHANGED, Layout.V3.properties(lake.engine()), all(lake));
    lake.once(CHANGED + " version", () -> lake.remember(CHANGED));
    lake.table(
        CORRECTIONS,
        Map.of(),
        """
        SELECT date, INT(avg(delay)) + 1 AS delay, max(distance) AS distance, origin, destination
        FROM %s WHERE date >= '2001-04-01' AND date < '2001-04-02' GROUP BY date, origin, destination"""
            .formatted(lake.flights().relation()));
  }
}
