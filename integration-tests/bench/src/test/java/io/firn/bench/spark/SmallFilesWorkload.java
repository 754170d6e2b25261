package io.firn.bench.spark;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Scans and compactions of many small files. */
final class SmallFilesWorkload implements Workload {
  private static final String CHECK =
      "SELECT count(*), sum(l_quantity), sum(l_orderkey), max(l_comment) FROM %s";

  private enum Deletes {
    NONE,
    SOME
  }

  @Override
  public String name() {
    return "small-files";
  }

  @Override
  public String title() {
    return "TPC-H line items in many small files: scan with 5 % deleted, and compaction";
  }

  @Override
  public List<Measure> measures(Scale scale) {
    String files = scale.smallFiles() + " files, ";
    List<Measure> measures = new ArrayList<>();
    for (Layout layout : List.of(Layout.V2, Layout.V3)) {
      measures.add(
          scan("scan of " + files + layout.label() + " deletes", layout)
              .goals(Goal.Time.of(0.6, Engine.ICEBERG)));
    }
    measures.add(compaction("compaction, " + files + "clean", Layout.V2, Deletes.NONE, 0.12));
    for (Layout layout : List.of(Layout.V2, Layout.V3)) {
      measures.add(
          compaction(
              "compaction, " + files + layout.label() + " deletes", layout, Deletes.SOME, 0.6));
    }
    return measures;
  }

  private Measure scan(String name, Layout layout) {
    String table = table(layout);
    return Measure.of(name(), name, lake -> lake.sql(CHECK.formatted(lake.name(table))))
        .missing(layout::missingIn)
        .prepare(
            lake -> {
              load(lake, layout, Deletes.SOME);
              lake.restore(table, lake.remembered(state(layout, Deletes.SOME)));
            })
        .check(lake -> lake.text(CHECK.formatted(lake.name(table))))
        .slow();
  }

  private Measure compaction(String name, Layout layout, Deletes deletes, double limit) {
    String table = table(layout);
    return Measure.of(name(), name, lake -> compact(lake, table))
        .missing(
            engine ->
                engine == Engine.DELTA && deletes == Deletes.NONE
                    ? Optional.empty()
                    : layout.missingIn(engine))
        .prepare(lake -> load(lake, layout, deletes))
        .before(lake -> lake.restore(table, lake.remembered(state(layout, deletes))))
        .check(lake -> lake.text(CHECK.formatted(lake.name(table))))
        .countingBytesOf(table)
        .slow()
        .goals(Goal.Time.of(limit, Engine.ICEBERG), new Goal.Bytes(1.05, Engine.ICEBERG));
  }

  private static void compact(Lake lake, String table) {
    lake.sql(
        lake.engine() == Engine.DELTA
            ? "OPTIMIZE " + lake.name(table)
            : "CALL lake.system.rewrite_data_files(table => 'db.%s')".formatted(table));
  }

  private static String table(Layout layout) {
    return "small_" + layout.label();
  }

  private static String state(Layout layout, Deletes deletes) {
    return table(layout) + (deletes == Deletes.SOME ? " deleted" : " clean");
  }

  /** One table of a layout, of which the version with deletes is made from the one without. */
  private static void load(Lake lake, Layout layout, Deletes deletes) {
    String table = table(layout);
    String clean = state(layout, Deletes.NONE);
    lake.table(
        table,
        layout.properties(lake.engine()),
        "SELECT /*+ REPARTITION(%d) */ * FROM %s"
            .formatted(
                lake.scale().smallFiles(), lake.data().lineItems(lake.scale().changedFactor())));
    lake.once(clean, () -> lake.remember(clean, lake.version(table)));
    if (deletes == Deletes.SOME) {
      String deleted = state(layout, deletes);
      lake.once(
          deleted,
          () -> {
            lake.restore(table, lake.remembered(clean));
            lake.sql(
                "DELETE FROM %s WHERE (l_orderkey * 7 + l_linenumber) %% 20 = 0"
                    .formatted(lake.name(table)));
            lake.remember(deleted, lake.version(table));
          });
    }
  }
}
