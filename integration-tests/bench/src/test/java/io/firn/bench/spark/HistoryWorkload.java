package io.firn.bench.spark;

import java.util.List;
import java.util.Map;

/** What statements and procedures cost on tables with a long history. */
final class HistoryWorkload implements Workload {
  private static final String KEPT = "kept";
  private static final String WHY = "only Iceberg tables keep snapshots so";

  @Override
  public String name() {
    return "history";
  }

  @Override
  public String title() {
    return "appends of a row, rollback, cherry-pick and expiry on tables of many snapshots";
  }

  @Override
  public List<Measure> measures(Scale scale) {
    String few = "append at 10 snapshots";
    return List.of(
        append(few, "few").prepare(lake -> load(lake, "few", 10)),
        rollback(scale),
        cherryPick(scale),
        expiry(scale),
        append("append at %,d snapshots".formatted(scale.longHistory()), KEPT)
            .prepare(HistoryWorkload::prolong)
            .goals(new Goal.Beside(1.5, few)));
  }

  private Measure append(String name, String table) {
    return Measure.of(
            name(),
            name,
            lake -> lake.sql("INSERT INTO %s VALUES (1, 'x')".formatted(lake.name(table))))
        .onlyIn(WHY, Engine.FIRN, Engine.ICEBERG)
        .brief();
  }

  private Measure rollback(Scale scale) {
    return procedure("rollback", scale)
        .apply(lake -> lake.sql(call("rollback_to_snapshot", KEPT, lake.remembered(KEPT))))
        .brief()
        .prepare(
            lake -> {
              loadKept(lake);
              lake.once(KEPT + " version", () -> rememberParent(lake));
            })
        .before(
            lake -> {
              lake.restore(KEPT, lake.remembered("head"));
            });
  }

  /** The head and the snapshot before it. */
  private static void rememberParent(Lake lake) {
    lake.remember("head", lake.version(KEPT));
    lake.remember(
        KEPT,
        String.valueOf(
            lake.sql(
                    "SELECT parent_id FROM %s.snapshots WHERE snapshot_id = %s"
                        .formatted(lake.name(KEPT), lake.version(KEPT)))
                .get(0)
                .getLong(0)));
  }

  private Measure cherryPick(Scale scale) {
    return procedure("cherry-pick", scale)
        .apply(lake -> lake.sql(call("cherrypick_snapshot", KEPT, lake.remembered("staged"))))
        .brief()
        .prepare(
            lake -> {
              loadKept(lake);
              lake.sql(
                  "ALTER TABLE %s SET TBLPROPERTIES ('write.wap.enabled'='true')"
                      .formatted(lake.name(KEPT)));
            })
        .before(HistoryWorkload::stage);
  }

  /** A staged snapshot whose parent is no longer the head. */
  private static void stage(Lake lake) {
    String insert = "INSERT INTO %s VALUES (2, 'staged')".formatted(lake.name(KEPT));
    String id = "audit" + System.nanoTime();
    lake.session().conf().set("spark.wap.id", id);
    lake.sql(insert);
    lake.session().conf().unset("spark.wap.id");
    lake.sql(insert);
    lake.remember(
        "staged",
        String.valueOf(
            lake.sql(
                    "SELECT snapshot_id FROM %s.snapshots WHERE summary['wap.id'] = '%s'"
                        .formatted(lake.name(KEPT), id))
                .get(0)
                .getLong(0)));
  }

  private Measure expiry(Scale scale) {
    return procedure("expire all but 10", scale)
        .apply(
            lake ->
                lake.sql(
                    "CALL lake.system.expire_snapshots(table => 'db.kept', older_than => TIMESTAMP '2100-01-01 00:00:00', retain_last => 10)"))
        .prepare(HistoryWorkload::loadKept)
        .before(lake -> lake.takeBack(KEPT))
        .check(lake -> lake.text("SELECT count(*) FROM lake.db.kept.snapshots"))
        .slow();
  }

  private interface Measured {
    Measure apply(Step step);
  }

  private Measured procedure(String name, Scale scale) {
    String full = "%s at %,d snapshots".formatted(name, scale.history());
    return step ->
        Measure.of(name(), full, step)
            .onlyIn(WHY, Engine.FIRN, Engine.ICEBERG)
            .goals(Goal.Time.of(0.67, Engine.ICEBERG));
  }

  private static String call(String procedure, String table, String snapshot) {
    return "CALL lake.system.%s('db.%s', %s)".formatted(procedure, table, snapshot);
  }

  /** With a copy of what it is at first: each round of an expiry needs the whole history. */
  private static void loadKept(Lake lake) {
    load(lake, KEPT, lake.scale().history());
    lake.once(KEPT + " copy", () -> lake.keep(KEPT));
  }

  /** The history that was kept goes on, since a long one takes long to make. */
  private static void prolong(Lake lake) {
    loadKept(lake);
    lake.takeBack(KEPT);
    History.make(lake, KEPT, lake.scale().history(), lake.scale().longHistory());
  }

  private static void load(Lake lake, String table, int snapshots) {
    lake.table(table, Map.of(), "SELECT 0L AS id, 'first' AS name");
    lake.once(table + " history", () -> History.make(lake, table, 1, snapshots));
  }
}
