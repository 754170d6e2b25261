package io.firn.bench.spark;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * TPC-H's refresh functions: one order in a thousand comes with its line items, and one in a
 * thousand goes.
 */
final class RefreshWorkload implements Workload {
  /** TPC-H's keys leave a gap: of 32 in a row only the first 8 are used, and the next 8 are new. */
  private static final int KEYS_OF_BLOCK = 32;

  private static final int NEW_KEYS = 8;
  private static final int PART = 1_000;
  private static final int COMES = 17;
  private static final int GOES = 517;

  @Override
  public String name() {
    return "refresh";
  }

  @Override
  public String title() {
    return "a pair of TPC-H's refresh functions: 0.1 % new orders with line items, 0.1 % deleted";
  }

  @Override
  public List<Measure> measures(Scale scale) {
    List<Measure> measures = new ArrayList<>();
    for (Layout layout : Layout.values()) {
      Measure measure = pair(layout);
      measures.add(layout == Layout.COPY_ON_WRITE ? measure.slow() : measure);
    }
    return measures;
  }

  private Measure pair(Layout layout) {
    String items = table("items", layout);
    return Measure.of(name(), "RF1 and RF2, " + layout.label(), lake -> refresh(lake, layout))
        .missing(layout::missingIn)
        .prepare(lake -> load(lake, layout))
        .before(
            lake -> {
              lake.restore(items, lake.remembered(items));
              lake.restore(table("orders", layout), lake.remembered(table("orders", layout)));
            })
        .check(
            lake ->
                lake.text(
                    "SELECT count(*), sum(l_orderkey), sum(l_extendedprice) FROM "
                        + lake.name(items)))
        .countingBytesOf(items)
        .goals(
            Goal.Time.of(layout == Layout.COPY_ON_WRITE ? 0.6 : 0.8, Engine.ICEBERG),
            new Goal.Bytes(1, Engine.ICEBERG));
  }

  private static void refresh(Lake lake, Layout layout) {
    String orders = lake.name(table("orders", layout));
    String items = lake.name(table("items", layout));
    lake.sql("INSERT INTO %s SELECT * FROM new_orders".formatted(orders));
    lake.sql("INSERT INTO %s SELECT * FROM new_items".formatted(items));
    lake.sql("DELETE FROM %s WHERE o_orderkey IN (SELECT key FROM old_orders)".formatted(orders));
    lake.sql("DELETE FROM %s WHERE l_orderkey IN (SELECT key FROM old_orders)".formatted(items));
  }

  private static String table(String what, Layout layout) {
    return "refresh_%s_%s".formatted(what, layout.name().toLowerCase(Locale.ROOT));
  }

  private static void load(Lake lake, Layout layout) {
    double factor = lake.scale().changedFactor();
    String orders = lake.data().orders(factor);
    String items = lake.data().lineItems(factor);
    load(lake, table("orders", layout), layout, orders);
    load(lake, table("items", layout), layout, items);
    lake.once(
        "refresh views",
        () -> {
          view(lake, "new_orders", shifted("o_orderkey", orders));
          view(lake, "new_items", shifted("l_orderkey", items));
          view(lake, "old_orders", "SELECT o_orderkey AS key " + part(orders, "o_orderkey", GOES));
        });
  }

  private static void load(Lake lake, String table, Layout layout, String source) {
    lake.table(table, layout.properties(lake.engine()), "SELECT * FROM " + source);
    lake.once(table + " version", () -> lake.remember(table));
  }

  private static void view(Lake lake, String name, String query) {
    lake.sql("CREATE OR REPLACE TEMPORARY VIEW %s AS %s".formatted(name, query));
  }

  private static String shifted(String key, String source) {
    return "SELECT %1$s + %2$d AS %1$s, * EXCEPT (%1$s) %3$s"
        .formatted(key, NEW_KEYS, part(source, key, COMES));
  }

  private static String part(String source, String key, int number) {
    return "FROM %s WHERE (%s DIV %d * 7 + %2$s) %% %d = %d"
        .formatted(source, key, KEYS_OF_BLOCK, PART, number);
  }
}
