package io.firn.it.maintain;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Sorting compactions against Apache Iceberg's: the same rows at the same places of the files. */
class SortTwinTest {
  private static final String COLUMNS =
      "(id INT, n BIGINT, d DOUBLE, f FLOAT, s STRING, b BINARY, ok BOOLEAN, day DATE,"
          + " at TIMESTAMP, st STRUCT<x: INT, y: STRING>)";

  /** Rows in no order, with nulls, NaN and both zeros. */
  private static String insert(int from) {
    return """
        INSERT INTO %%T SELECT /*+ COALESCE(1) */ INT(id), id * 37 %% 11 - 5,
          CASE id %% 7 WHEN 0 THEN NULL WHEN 1 THEN DOUBLE('NaN') WHEN 2 THEN -0.0D WHEN 3 THEN 0.0D ELSE sin(id) END,
          FLOAT(cos(id)), IF(id %% 5 = 0, NULL, repeat(char(65 + INT(id * 7 %% 26)), INT(id %% 12))),
          IF(id %% 4 = 0, NULL, unhex(sha1(STRING(id)))), id %% 3 = 0,
          date_add(DATE '1969-12-20', INT(id * 5 %% 40)), timestamp_seconds((id * 7919 - 60000) / 3),
          IF(id %% 6 = 0, NULL, named_struct('x', INT(id * 3 %% 8), 'y', STRING(id)))
        FROM range(%d, %d, 1, 1)"""
        .formatted(from, from + 25);
  }

  private static SortTwins twins(String name, String clauses) {
    return new SortTwins(
        name,
        "CREATE TABLE %T " + COLUMNS + " USING iceberg " + clauses,
        insert(0),
        insert(25),
        insert(50),
        insert(75));
  }

  private static final String ALL = ", options => map('rewrite-all', 'true')";

  @Test
  void rowsAreSortedByColumnsAndTransforms() {
    SortTwins twins = twins("by_fields", "");
    twins.bothRewrite(
        ", strategy => 'sort', sort_order => 's DESC NULLS LAST, bucket(4, n), id'" + ALL);
    twins.bothRewrite(
        ", sort_order => 'd, st.x DESC NULLS FIRST, truncate(2, s) ASC NULLS LAST, id DESC'" + ALL);
    twins.bothRewrite(
        ", strategy => 'SORT', sort_order => 'months(day), hours(at) DESC, id'" + ALL);
  }

  @Test
  void theOrderOfTheTableIsTheDefaultAndIsWrittenDown() {
    SortTwins twins =
        new SortTwins(
            "by_table",
            "CREATE TABLE %T " + COLUMNS + " USING iceberg",
            insert(0),
            insert(25),
            "ALTER TABLE %T WRITE ORDERED BY n DESC, id");
    twins.bothRewrite(", strategy => 'sort'" + ALL);
    twins.bothRewrite(", sort_order => 'id'" + ALL);
    twins.bothRewrite(", sort_order => 'n DESC NULLS LAST, id ASC'" + ALL);
  }

  @Test
  void rowsAreSortedInZOrder() {
    SortTwins twins = twins("z", "");
    twins.bothRewrite(", strategy => 'sort', sort_order => 'zorder(n, id)'" + ALL);
    twins.bothRewrite(", sort_order => 'zorder(id, d, f, s, b)'" + ALL);
    twins.bothRewrite(", sort_order => 'zorder(day, at, id), zorder(s)'" + ALL);
    twins.bothRewrite(
        ", sort_order => 'zorder(s, b, id)', options => map('rewrite-all', 'true',"
            + " 'var-length-contribution', '3', 'max-output-size', '14')");
  }

  @Test
  void rowsOfOldPartitionSpecsGoToTheirNewPartitionsInOrder() {
    SortTwins twins =
        new SortTwins(
            "evolved",
            "CREATE TABLE %T " + COLUMNS + " USING iceberg",
            insert(0),
            insert(25),
            "ALTER TABLE %T ADD PARTITION FIELD bucket(2, n)",
            insert(50));
    twins.bothRewrite(", sort_order => 'd, id'" + ALL);
    twins.bothRewrite(", sort_order => 'zorder(id, n)'" + ALL);
  }

  @Test
  void rowsAreSpreadOverAsManyFilesAsTheirSizeAsksFor() {
    SortTwins twins = twins("sized", "");
    // The four files have about 6 KB each, so that these are four and then two new ones.
    String size =
        ", sort_order => 'id', options => map('rewrite-all', 'true', 'target-file-size-bytes', '6000'";
    twins.bothRewrite(size + ", 'compression-factor', '0.9')");
    twins.bothRewrite(size + ", 'compression-factor', '0.4')");
  }

  /**
   * Apache Iceberg's connector wants its extensions in the settings of the whole session for it.
   */
  @Test
  void severalRangesOfTheShuffleMakeOneFileInOrder() {
    SortTwins twins = twins("ranges", "");
    twins.rewriteByFirn(
        ", sort_order => 'id', options => map('rewrite-all', 'true', 'target-file-size-bytes', '6000',"
            + " 'compression-factor', '0.4', 'shuffle-partitions-per-file', '4')");
    List<List<Object>> files = SortTwins.idsOf(twins.firn());
    assertEquals(2, files.size(), files.toString());
    assertTrue(files.get(0).size() > 35 && files.get(1).size() > 35, files.toString());
    assertEquals(
        IntStream.range(0, 100).boxed().toList(), files.stream().flatMap(List::stream).toList());
  }

  @Test
  void whatContradictsItselfOrTheTableIsRefused() {
    SortTwins twins = twins("refused", "PARTITIONED BY (ok)");
    twins.bothRefuse(
        ", strategy => 'sort'",
        "Cannot sort data without a valid sort order, table 'lake.sorted.refused_a' is unsorted");
    twins.bothRefuse(
        ", strategy => 'binpack', sort_order => 'id'", "Must use only one rewriter type");
    twins.bothRefuse(
        ", strategy => 'random'",
        "unsupported strategy: random. Only binpack or sort is supported");
    twins.bothRefuse(
        ", sort_order => 'id, zorder(n, s)'",
        "Cannot mix identity sort columns and a Zorder sort expression: id, zorder(n, s)");
    twins.bothRefuse(", sort_order => 'nope DESC'", "there is no column nope");
    twins.bothRefuse(
        ", sort_order => 'zorder(id, nope)'",
        "Cannot find column 'nope' in table schema (case sensitive = false)");
    twins.bothRefuse(
        ", sort_order => 'zorder(ok)'",
        "Cannot ZOrder, all columns provided were identity partition columns and cannot be used");
    twins.bothRefuse(
        ", sort_order => 'zorder(st)'" + ALL,
        "Cannot use column st of type struct<x:int,y:string> in ZOrdering, the type is unsupported");
    twins.bothRefuse(
        ", sort_order => 'bucket(4, d)'", "Cannot sort lake.sorted.refused_a by bucket[4]");
    twins.bothRefuse(
        ", sort_order => 'id DOWN'", "Invalid value 'id DOWN' of the argument sort_order");
    twins.bothRefuse(", sort_order => 'zorder()'", "expected a column");
    for (String option : new String[] {"compression-factor", "shuffle-partitions-per-file"}) {
      twins.bothRefuse(
          ", options => map('" + option + "', '2')",
          "by the strategy binpack with the options [" + option + "]");
      twins.bothRefuse(
          ", sort_order => 'id', options => map('" + option + "', '0')", option + "=0: it must be");
    }
    twins.bothRefuse(
        ", sort_order => 'id', options => map('max-output-size', '9')",
        "by the strategy sort with the options [max-output-size]");
    // Apache Iceberg takes the direction and does nothing with it.
    twins.firnRefuses(", sort_order => 'zorder(n, id) DESC'", "sort_order");
    twins.firnRefuses(", sort_order => 'hilbert(id)'", "expected one of the transforms");
  }
}
