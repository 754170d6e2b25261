package io.firn.bench.spark;

import java.util.List;
import java.util.Map;

/** Scans of a clean table. */
final class ScanWorkload implements Workload {
  private static final String TABLE = "lineitem";

  @Override
  public String name() {
    return "scan";
  }

  @Override
  public String title() {
    return "scans of TPC-H line items, in the order of their keys";
  }

  @Override
  public List<Measure> measures(Scale scale) {
    Goal likeParquet = Goal.Time.of(1.05, Engine.PARQUET);
    Goal aheadOfIceberg = Goal.Time.of(0.95, Engine.ICEBERG);
    return List.of(
        drained("all columns", "SELECT * FROM %s").goals(likeParquet, aheadOfIceberg),
        drained("three columns", "SELECT l_orderkey, l_shipdate, l_quantity FROM %s")
            .goals(likeParquet, aheadOfIceberg),
        collected(
                "aggregate",
                """
                SELECT l_returnflag, l_linestatus, sum(l_quantity), sum(l_extendedprice * (1 - l_discount)),
                  max(l_tax), min(l_shipdate), count(*) FROM %s GROUP BY l_returnflag, l_linestatus""")
            .goals(likeParquet, aheadOfIceberg),
        collected("one column", "SELECT sum(l_suppkey) FROM %s")
            .goals(likeParquet, Goal.Time.of(0.6, Engine.ICEBERG)));
  }

  private static Measure drained(String name, String query) {
    return Measure.of("scan", name, lake -> lake.drain(query.formatted(lake.name(TABLE))))
        .brief()
        .prepare(ScanWorkload::load);
  }

  private static Measure collected(String name, String query) {
    return Measure.of("scan", name, lake -> lake.sql(query.formatted(lake.name(TABLE))))
        .brief()
        .prepare(ScanWorkload::load)
        .check(lake -> lake.text(query.formatted(lake.name(TABLE))));
  }

  static void load(Lake lake) {
    lake.table(TABLE, Map.of(), "SELECT * FROM " + lake.data().lineItems(lake.scale().factor()));
  }
}
