package io.firn.bench.spark;

import java.util.List;

/** Queries that need few of the rows. */
final class FilterWorkload implements Workload {
  private static final String TABLE = "lineitem";

  @Override
  public String name() {
    return "filter";
  }

  @Override
  public String title() {
    return "filters on TPC-H line items, in the order of their keys";
  }

  @Override
  public List<Measure> measures(Scale scale) {
    long lastKey = Math.round(6_000_000 * scale.factor());
    Goal likeParquet = Goal.Time.of(1.1, Engine.PARQUET);
    Goal aheadOfIceberg = Goal.Time.of(0.65, Engine.ICEBERG);
    String range =
        "l_orderkey BETWEEN %d AND %d".formatted(lastKey / 2, lastKey / 2 + lastKey / 100);
    return List.of(
        query(
                "unsorted column",
                "SELECT count(*), sum(l_extendedprice) FROM %s WHERE l_suppkey = 7")
            .goals(likeParquet),
        query(
                "1 % range of the sorted column",
                "SELECT count(*), sum(l_extendedprice) FROM %s WHERE " + range)
            .goals(likeParquet, aheadOfIceberg),
        query("point look-up", "SELECT * FROM %s WHERE l_orderkey = " + lastKey / 2 / 32 * 32)
            .goals(likeParquet, aheadOfIceberg),
        query("count(*)", "SELECT count(*) FROM %s").goals(Goal.Time.of(1, Engine.ICEBERG)),
        query("min and max", "SELECT min(l_shipdate), max(l_orderkey) FROM %s")
            .goals(Goal.Time.of(1, Engine.ICEBERG)));
  }

  private Measure query(String name, String query) {
    return Measure.of(name(), name, lake -> lake.sql(query.formatted(lake.name(TABLE))))
        .brief()
        .prepare(ScanWorkload::load)
        .check(lake -> lake.text(query.formatted(lake.name(TABLE))));
  }
}
