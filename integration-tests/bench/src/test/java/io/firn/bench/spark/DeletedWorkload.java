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
                .warm()
                .pairedWith(lake -> lake.sql(AGGREGATE.formatted(cleanTable(lake, layout))))
                .goals(
                    new Goal.Paired(1.08, "the same without deletes"),
                    Goal.Time.of(1, Engine.ICEBERG)));
        measures.add(
            measure("count(*), " + name, "SELECT count(*) FROM %s", layout, percent)
                .goals(Goal.Time.of(0.6, Engine.ICEBERG)));
      }
    }
    return measures;
  }

  private Measure measure(String name, String query, Layout layout, int percent) {
    return Measure.of(name(), name, lake -> lake.sql(query.formatted(table(lake, layout))))
        .brief()
        .missing(layout::missingIn)
        .prepare(lake -> load(lake, layout, percent))
        .check(lake -> lake.text(query.formatted(table(lake, layout))));
  }

  private static String table(Lake lake, Layout layout) {
    return lake.name("deleted_" + layout.label());
  }

  private static String cleanTable(Lake lake, Layout layout) {
    return table(lake, layout) + " VERSION AS OF " + lake.remembered("deleted_" + layout.label());
  }

  /** One table of a layout, taken to what it was after the deletion that is asked for. */
  private static void load(Lake lake, Layout layout, int percent) {
    String table = "deleted_" + layout.label();
    boolean changes = layout.missingIn(lake.engine()).isEmpty();
    lake.table(
        table,
        changes ? layout.properties(lake.engine()) : Map.of(),
        "SELECT * FROM " + lake.data().lineItems(lake.scale().factor()));
    if (changes) {
      String state = table + " at " + percent;
      lake.once(state, () -> delete(lake, table, state, percent));
      lake.restore(table, lake.remembered(state));
    }
  }

  private static void delete(Lake lake, String table, String state, int percent) {
    lake.once(table + " clean", () -> lake.remember(table));
    if (percent > 0) {
      lake.restore(table, lake.remembered(table));
      lake.sql(
          "DELETE FROM %s WHERE (l_orderkey * 7 + l_linenumber) %% 100 < %d"
              .formatted(lake.name(table), percent));
    }
    lake.remember(state, lake.version(table));
  }
}
