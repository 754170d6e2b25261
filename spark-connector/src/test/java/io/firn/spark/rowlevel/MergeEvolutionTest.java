package io.firn.spark.rowlevel;

import static io.firn.spark.TestSession.messageWith;
import static io.firn.spark.TestSession.rows;
import static io.firn.spark.TestSession.sql;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.firn.spark.TestSession;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.iceberg.Table;
import org.apache.iceberg.hadoop.HadoopTables;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code MERGE WITH SCHEMA EVOLUTION}. */
class MergeEvolutionTest {
  private static final String MERGE_ALL =
      " ON t.id = s.id WHEN MATCHED THEN UPDATE SET * WHEN NOT MATCHED THEN INSERT *";

  @BeforeAll
  static void createNamespace() {
    sql("CREATE NAMESPACE lake.me");
  }

  @AfterAll
  static void dropNamespace() {
    sql("DROP NAMESPACE lake.me CASCADE");
  }

  private static void create(String name, String columns, String rows) {
    sql("CREATE TABLE lake.me." + name + " (" + columns + ") USING iceberg");
    sql("INSERT INTO lake.me." + name + " VALUES " + rows);
  }

  private static String merge(String target, String source) {
    return "MERGE WITH SCHEMA EVOLUTION INTO lake.me."
        + target
        + " t USING ("
        + source
        + ") s"
        + MERGE_ALL;
  }

  private static Table iceberg(String table) {
    return new HadoopTables(new Configuration())
        .load(TestSession.warehouse().resolve("me/" + table).toString());
  }

  private static String schema(String table) {
    return iceberg(table).schema().asStruct().toString();
  }

  private static List<String> contents(String table) {
    return sql("SELECT * FROM lake.me." + table + " ORDER BY id");
  }

  @ParameterizedTest
  @ValueSource(strings = {"copy-on-write", "merge-on-read"})
  void columnsAndNestedFieldsAreAddedAndTypesWidened(String mode) {
    String name = mode.replace('-', '_');
    create(name, "id int, v int, p struct<a: int>", "(1, 10, named_struct('a', 1)), (2, 20, NULL)");
    sql("ALTER TABLE lake.me." + name + " SET TBLPROPERTIES ('write.merge.mode'='" + mode + "')");
    sql(
        merge(
            name,
            "SELECT * FROM VALUES (1, 5000000000L, named_struct('a', 11, 'b', 'x'), 'n'),"
                + " (3, 30L, named_struct('a', 33, 'b', 'y'), 'm') AS x(id, v, p, extra)"));
    assertEquals(
        "struct<1: id: optional int, 2: v: optional long, 3: p: optional struct<4: a: optional int,"
            + " 5: b: optional string>, 6: extra: optional string>",
        schema(name));
    assertEquals(
        List.of("[1,5000000000,[11,x],n]", "[2,20,null,null]", "[3,30,[33,y],m]"), contents(name));
  }

  @Test
  void columnsThatTheSourceLacksKeepTheirValues() {
    create("less", "id int, v string, w int", "(1, 'a', 1), (2, 'b', 2)");
    sql(merge("less", "SELECT * FROM VALUES (1, 'aa'), (3, 'cc') AS x(id, v)"));
    assertEquals(List.of("[1,aa,1]", "[2,b,2]", "[3,cc,null]"), contents("less"));
  }

  @Test
  void onlyWhatIsAssignedToItsNamesakeEvolves() {
    create("named", "id int, v string", "(1, 'a')");
    sql(
        "MERGE WITH SCHEMA EVOLUTION INTO lake.me.named t USING"
            + " (SELECT 1 AS id, 'aa' AS v, 5 AS added, 6 AS ignored) s ON t.id = s.id"
            + " WHEN MATCHED THEN UPDATE SET v = s.v, added = s.added");
    assertEquals(List.of("[1,aa,5]"), contents("named"));
  }

  @Test
  void propertyTurnsItOff() {
    create("off", "id int, v string", "(1, 'a')");
    sql(
        "ALTER TABLE lake.me.off SET TBLPROPERTIES"
            + " ('write.spark.auto-schema-evolution.enabled'='false')");
    sql(merge("off", "SELECT * FROM VALUES (1, 'b', 5), (2, 'c', 6) AS x(id, v, extra)"));
    assertEquals(List.of("[1,b]", "[2,c]"), contents("off"));
  }

  @Test
  void targetMayBeABranch() {
    create("br", "id int", "(1)");
    iceberg("br").manageSnapshots().createBranch("dev").commit();
    sql(merge("br.branch_dev", "SELECT * FROM VALUES (2, 'b') AS x(id, v)"));
    assertEquals(List.of("[1,null]"), contents("br"));
    assertEquals(List.of("[1,null]", "[2,b]"), contents("br.branch_dev"));
  }

  /** Spark 4.1 asks for each difference, narrower types too, and wants nothing left of it. */
  @Test
  void narrowerSourceIsRefusedWithoutExtensions() {
    create("narrow", "id int, v bigint, d decimal(10,2)", "(1, 5000000000, 1.5)");
    String before = schema("narrow");
    String statement = merge("narrow", "SELECT * FROM VALUES (1, 7) AS x(id, v)");
    Throwable thrown = assertThrows(Throwable.class, () -> sql(statement));
    assertEquals(
        "Cannot change column v of lake.me.narrow from long to the narrower int. If this is a MERGE"
            + " WITH SCHEMA EVOLUTION, Spark asks for the type of its source: cast the source's"
            + " column, or set"
            + " spark.sql.extensions=io.firn.spark.FirnSparkSessionExtensions, which does",
        messageWith(thrown, "Cannot change column"));
    assertEquals(before, schema("narrow"));
    assertEquals(List.of("[1,5000000000,1.50]"), contents("narrow"));
  }

  @Test
  void extensionsCastANarrowerSource() {
    create(
        "cast",
        "id bigint, v bigint, f double, d decimal(10,2), t string, p struct<a: bigint>, n int,"
            + " l array<bigint>",
        "(1, 5000000000, 1.5, 1.5, 'a', named_struct('a', 1L), 1, array(1L))");
    String source =
        "SELECT * FROM VALUES (1, 7, cast(0.5 AS float), cast(2.5 AS decimal(5,2)), 4,"
            + " named_struct('a', 2, 'b', cast(3 AS smallint)), NULL, array(1, -2),"
            + " cast(9 AS tinyint)),"
            + " (2, -8, cast(-0.5 AS float), cast(-2.5 AS decimal(5,2)), 5, NULL, NULL, NULL, NULL)"
            + " AS x(id, v, f, d, t, p, n, l, added)";
    rows(TestSession.withExtensions(), merge("cast", source));
    assertEquals(
        "struct<1: id: optional long, 2: v: optional long, 3: f: optional double, 4: d: optional"
            + " decimal(10, 2), 5: t: optional string, 6: p: optional struct<9: a: optional long,"
            + " 11: b: optional int>, 7: n: optional int, 8: l: optional list<long>, 12: added:"
            + " optional int>",
        schema("cast"));
    assertEquals(
        List.of(
            "[1,7,0.5,2.50,4,[2,3],null,ArraySeq(1, -2),9]",
            "[2,-8,-0.5,-2.50,5,null,null,null,null]"),
        contents("cast"));
  }

  @Test
  void extensionsLeaveOtherExpressionsAlone() {
    create("other", "id int, f double, t string", "(1, 1.5, 'a')");
    rows(
        TestSession.withExtensions(),
        "MERGE WITH SCHEMA EVOLUTION INTO lake.me.other t USING"
            + " (SELECT 1 AS id, cast(0.1 AS float) AS f, 'x' AS added) s"
            + " ON t.id = s.id AND cast(s.f AS string) = '0.1'"
            + " WHEN MATCHED THEN UPDATE SET f = s.f, t = cast(s.f AS string), added = s.added");
    assertEquals(List.of("[1,0.10000000149011612,0.1,x]"), contents("other"));
  }

  @Test
  void tablesThatAcceptAnySchemaCanBeUpdatedAndMerged() {
    create("any", "id bigint, v string", "(1, 'a'), (2, 'b')");
    sql("ALTER TABLE lake.me.any SET TBLPROPERTIES ('write.spark.accept-any-schema'='true')");
    sql("UPDATE lake.me.any SET v = 'x' WHERE id = 1");
    sql(
        "MERGE INTO lake.me.any t USING (SELECT 2 AS id, 'y' AS v) s ON t.id = s.id"
            + " WHEN MATCHED THEN UPDATE SET v = s.v WHEN NOT MATCHED THEN INSERT *");
    sql("DELETE FROM lake.me.any WHERE id = 1 AND v = 'x'");
    assertEquals(List.of("[2,y]"), contents("any"));
    rows(TestSession.withExtensions(), merge("any", "SELECT 2L AS id, 5 AS more"));
    rows(
        TestSession.withExtensions(),
        "MERGE INTO lake.me.any t USING (SELECT 3 AS id, 'z' AS v, 6 AS more) s ON t.id = s.id"
            + " WHEN NOT MATCHED THEN INSERT *");
    assertEquals(List.of("[2,y,5]", "[3,z,6]"), contents("any"));
  }

  @Test
  void impossibleChangeIsRefusedAndChangesNothing() {
    create("bad", "id int, v int", "(1, 1)");
    String statement = merge("bad", "SELECT * FROM VALUES (1, 1.5D, 'x') AS x(id, v, added)");
    Throwable thrown =
        assertThrows(Throwable.class, () -> rows(TestSession.withExtensions(), statement));
    messageWith(thrown, "Cannot change column type: v: int -> double");
    assertEquals("struct<1: id: optional int, 2: v: optional int>", schema("bad"));
  }
}
