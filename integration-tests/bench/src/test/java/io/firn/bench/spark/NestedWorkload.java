package io.firn.bench.spark;

import java.util.List;
import java.util.Map;

/** Scans of orders with their line items nested. */
final class NestedWorkload implements Workload {
  private static final String TABLE = "nested";

  @Override
  public String name() {
    return "nested";
  }

  @Override
  public String title() {
    return "scans of TPC-H orders with a struct, an array of structs and a map";
  }

  @Override
  public List<Measure> measures(Scale scale) {
    return List.of(
        scan(
            "struct",
            0.75,
            "SELECT customer.priority, count(*), sum(customer.id), max(customer.clerk.name) FROM %s GROUP BY customer.priority"),
        scan(
            "array",
            0.55,
            "SELECT sum(size(items)), sum(items[0].quantity), max(items[0].mode) FROM %s"),
        scan("map", 0.55, "SELECT sum(size(prices)), sum(prices['1']), max(prices['2']) FROM %s"));
  }

  private Measure scan(String name, double ofIceberg, String query) {
    return Measure.of(name(), name, lake -> lake.sql(query.formatted(lake.name(TABLE))))
        .brief()
        .prepare(NestedWorkload::load)
        .check(lake -> lake.text(query.formatted(lake.name(TABLE))))
        .goals(Goal.Time.of(1.1, Engine.PARQUET), Goal.Time.of(ofIceberg, Engine.ICEBERG));
  }

  private static void load(Lake lake) {
    double factor = lake.scale().factor();
    lake.table(
        TABLE,
        Map.of(),
        """
        SELECT o_orderkey, o_orderdate,
          named_struct('id', o_custkey, 'priority', o_orderpriority, 'clerk', named_struct('name', o_clerk)) AS customer,
          items, prices
        FROM %s JOIN (
          SELECT l_orderkey,
            array_sort(collect_list(named_struct(
              'number', l_linenumber, 'quantity', l_quantity, 'mode', l_shipmode, 'comment', l_comment))) AS items,
            map_from_entries(array_sort(collect_list(
              named_struct('key', CAST(l_linenumber AS STRING), 'value', l_extendedprice)))) AS prices
          FROM %s GROUP BY l_orderkey) ON o_orderkey = l_orderkey"""
            .formatted(lake.data().orders(factor), lake.data().lineItems(factor)));
  }
}
