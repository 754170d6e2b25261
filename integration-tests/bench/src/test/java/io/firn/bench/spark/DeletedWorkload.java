package io.firn.bench.spark;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Scans of tables of which a part of the rows is deleted by position. */
final class DeletedWorkload implements Workload {
  private static final String AGGREGATE =
      "SELECT l_returnflag, l_linestatus, sum(l_quantity), sum(l_extendedprice), min(l_shipdate), max(l_comment) FROM %s GROUP BY l_returnflag, l_linestatus";

  @Override
  public String name() {
    return "deleted";
  }

  @Override
  public String title() {
    return "aggregate and count(*) of TPC-H line items with deleted rows";
  }

  @Override
  public List<Measure> measures(Scale scale) {
    List<Measure> measures = new ArrayList<>();
    measures.add(
        measure("clean", AGGREGATE, Layout.V2, 0)
            .missing(engine -> Optional.empty())
            .goals(Goal.Time.of(1, Engine.ICEBERG)));
    for (Layout layout : List.of(Layout.V2, Layout.V3)) {
      for (int percent : new int[] {1, 10}) {
        String name = "%s, %d %% deleted".formatted(layout.label(), percent);
        measures.add(
            measure(name, AGGREGATE, layout, percent)
                .goals(new Goal.Beside(1.08, "clean"), Goal.Time.of(1, Engine.ICEBERG)));
        measures.add(
            measure("count(*), " + name, "SELECT count(*) FROM %s", layout, percent)
                .goals(Goal.Time.of(0.6, Engine.ICEBERG)));
      }
    }
    return measures;
  }

  private Measure measure(String name, String query, Layout layout, int percent) {
    String table = "deleted_%s_%d".formatted(layout.label(), percent);
    return Measure.of(name(), name, lake -> lake.sql(query.formatted(lake.name(table))))
        .missing(layout::missingIn)
        .prepare(lake -> load(lake, table, layout, percent))
        .check(lake -> lake.text(query.formatted(lake.name(table))));
  }

  private static void load(Lake lake, String table, Layout layout, int percent) {
    Map<String, String> properties = percent == 0 ? Map.of() : layout.properties(lake.engine());
    lake.table(table, properties, "SELECT * FROM " + lake.data().lineItems(lake.scale().factor()));
    if (percent > 0) {
      lake.once(
          table + " deleted",
          () ->
              lake.sql(
                  "DELETE FROM %s WHERE (l_orderkey * 7 + l_linenumber) %% 100 < %d"
                      .formatted(lake.name(table), percent)));
    }
  }
}
