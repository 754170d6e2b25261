package io.firn.bench.spark;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** DELETE, UPDATE and MERGE of one row in a hundred, all over the files, in each layout. */
final class RowLevelWorkload implements Workload {
  private static final String ONE_IN_A_HUNDRED = "(l_orderkey * 7 + l_linenumber) % 100 = 0";
  private static final String NEW_IMAGES = "refresh";

  @Override
  public String name() {
    return "dml";
  }

  @Override
  public String title() {
    return "DELETE, UPDATE, MERGE of 1 % of the line items, scattered over all files";
  }

  @Override
  public List<Measure> measures(Scale scale) {
    List<Measure> measures = new ArrayList<>();
    for (Layout layout : Layout.values()) {
      measures.add(statement(layout, "DELETE", "DELETE FROM {table} WHERE " + ONE_IN_A_HUNDRED));
      measures.add(
          statement(
              layout,
              "UPDATE",
              "UPDATE {table} SET l_quantity = l_quantity + 1, l_comment = 'changed' WHERE "
                  + ONE_IN_A_HUNDRED));
      measures.add(
          statement(
              layout,
              "MERGE",
              """
              MERGE INTO {table} t USING {images} s ON t.l_orderkey = s.l_orderkey AND t.l_linenumber = s.l_linenumber
                  WHEN MATCHED AND s.l_quantity < 5 THEN DELETE
                  WHEN MATCHED THEN UPDATE SET *
                  WHEN NOT MATCHED THEN INSERT *"""));
    }
    return measures;
  }

  private Measure statement(Layout layout, String verb, String statement) {
    String table = table(layout);
    boolean copies = layout == Layout.COPY_ON_WRITE;
    Measure measure =
        Measure.of(
                name(),
                verb + ", " + layout.label(),
                lake ->
                    lake.sql(
                        statement
                            .replace("{table}", lake.name(table))
                            .replace("{images}", lake.name(NEW_IMAGES))))
            .missing(layout::missingIn)
            .prepare(lake -> load(lake, layout))
            .before(lake -> lake.restore(table, lake.remembered(table)))
            .check(
                lake ->
                    lake.text(
                        "SELECT count(*), sum(l_quantity), sum(l_orderkey) FROM "
                            + lake.name(table)))
            .countingBytesOf(table)
            .goals(
                Goal.Time.of(copies ? 0.6 : 0.8, Engine.ICEBERG),
                new Goal.Bytes(1, Engine.ICEBERG));
    return copies ? measure.slow() : measure;
  }

  private static String table(Layout layout) {
    return "dml_" + layout.name().toLowerCase(Locale.ROOT);
  }

  private static void load(Lake lake, Layout layout) {
    String items = lake.data().lineItems(lake.scale().changedFactor());
    lake.table(table(layout), layout.properties(lake.engine()), "SELECT * FROM " + items);
    lake.once(table(layout) + " version", () -> lake.remember(table(layout)));
    lake.table(NEW_IMAGES, Map.of(), refresh(items));
  }

  /**
   * As TPC-H's refresh streams, which come as files of their own: new orders' items, and new images
   * of old ones.
   */
  private static String refresh(String items) {
    return "SELECT * EXCEPT (l_orderkey), %s AS l_orderkey FROM %s WHERE %s"
        .formatted(
            "CASE WHEN l_linenumber = 1 THEN -l_orderkey ELSE l_orderkey END",
            items,
            ONE_IN_A_HUNDRED);
  }
}
