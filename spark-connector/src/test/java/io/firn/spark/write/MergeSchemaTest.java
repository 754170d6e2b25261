package io.firn.spark.write;

import static io.firn.spark.TestSession.messageWith;
import static io.firn.spark.TestSession.sql;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.firn.spark.TestSession;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.iceberg.Table;
import org.apache.iceberg.hadoop.HadoopTables;
import org.apache.spark.sql.DataFrameWriterV2;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** Rows whose columns differ from the table's. */
class MergeSchemaTest {

  @BeforeAll
  static void createNamespace() {
    sql("CREATE NAMESPACE lake.ms");
  }

  @AfterAll
  static void dropNamespace() {
    sql("DROP NAMESPACE lake.ms CASCADE");
  }

  private static void create(String name, String columns, String properties) {
    sql(
        "CREATE TABLE lake.ms."
            + name
            + " ("
            + columns
            + ") USING iceberg TBLPROPERTIES ('write.spark.accept-any-schema'='true'"
            + properties
            + ")");
  }

  private static DataFrameWriterV2<Row> write(String query, String table) {
    return TestSession.get().sql(query).writeTo("lake.ms." + table);
  }

  private static DataFrameWriterV2<Row> merge(String query, String table) {
    return write(query, table).option("mergeSchema", "true");
  }

  private static Table iceberg(String table) {
    return new HadoopTables(new Configuration())
        .load(TestSession.warehouse().resolve("ms/" + table).toString());
  }

  @Test
  void tableIsExtendedByNameAtEveryLevelBeforeTheRowsAreWritten() throws Exception {
    create(
        "deep",
        "id int NOT NULL, p struct<x: int>, tags array<struct<a: float>>, m map<string, decimal(5,2)>",
        "");
    sql("INSERT INTO lake.ms.deep SELECT 1 AS id, named_struct('x', 1) AS p");
    String rows =
        "SELECT 5000000000L AS id, named_struct('x', 2, 'y', 'new') AS p,"
            + " array(named_struct('a', 1.5D, 'b', 7)) AS tags,"
            + " map('k', cast(12345.67 AS decimal(9,2))) AS m, 'late' AS extra";
    merge(rows, "deep").append();
    assertEquals(
        "struct<1: id: required long, 2: p: optional struct<5: x: optional int, 10: y: optional"
            + " string>, 3: tags: optional list<struct<7: a: optional double, 11: b: optional"
            + " int>>, 4: m: optional map<string, decimal(9, 2)>, 12: extra: optional string>",
        iceberg("deep").schema().asStruct().toString(),
        "ids stay, new columns come last");
    assertEquals(
        List.of(
            "[1,[1,null],null,null,null]",
            "[5000000000,[2,new],ArraySeq([1.5,7]),Map(k -> 12345.67),late]"),
        sql("SELECT * FROM lake.ms.deep ORDER BY id"));
    merge("SELECT 3L AS id, 'again' AS extra", "deep").append();
    assertEquals(2, iceberg("deep").schemas().size(), "nothing new, no new schema");
  }

  @Test
  void narrowerValuesAreWidenedAndTheTableStaysAsItIs() throws Exception {
    create(
        "wide",
        "a bigint, b double, c decimal(20,2), d int, e array<bigint>, s struct<v: bigint>, u int",
        ", 'write.parquet.compression-codec'='zstd'");
    String rows =
        "SELECT -7 AS a, cast(0.5 AS float) AS b, cast(-1.25 AS decimal(5,2)) AS c,"
            + " cast(-3 AS tinyint) AS d, array(-1, 2) AS e, named_struct('v', -9) AS s,"
            + " NULL AS u";
    write(rows, "wide").append();
    merge(rows, "wide").append();
    String expected = "[-7,0.5,-1.25,-3,ArraySeq(-1, 2),[-9],null]";
    assertEquals(List.of(expected, expected), sql("SELECT * FROM lake.ms.wide"));
    assertEquals(1, iceberg("wide").schemas().size());
  }

  @Test
  void columnsAreFoundByNameInAnyOrder() throws Exception {
    create("order", "id int, v string, p struct<x: int, y: int>", "");
    Executable shuffled = () -> write("SELECT 'a' AS V, 1 AS id", "order").append();
    assertMessage(
        "Cannot write to lake.ms.order: column id comes out of the table's order. The option"
            + " check-ordering=false permits this",
        shuffled);
    write("SELECT named_struct('y', 2, 'x', 1) AS p, 'a' AS V, 1 AS id", "order")
        .option("check-ordering", "false")
        .append();
    write("SELECT 2 AS id", "order").append();
    assertEquals(
        List.of("[1,a,[1,2]]", "[2,null,null]"), sql("SELECT * FROM lake.ms.order ORDER BY id"));
  }

  @Test
  void leftOutColumnGetsItsWriteDefault() throws Exception {
    create("dflt", "id int", ", 'format-version'='3'");
    sql("INSERT INTO lake.ms.dflt SELECT 1 AS id");
    sql("ALTER TABLE lake.ms.dflt ADD COLUMN c int DEFAULT 7");
    sql("ALTER TABLE lake.ms.dflt ALTER COLUMN c SET DEFAULT 8");
    write("SELECT 2 AS id", "dflt").append();
    sql("ALTER TABLE lake.ms.dflt ALTER COLUMN c DROP DEFAULT");
    write("SELECT 3 AS id", "dflt").append();
    assertEquals(
        List.of("[1,7]", "[2,8]", "[3,null]"), sql("SELECT * FROM lake.ms.dflt ORDER BY id"));
  }

  @Test
  void whatDoesNotFitIsRefusedAndNothingChanges() {
    create("strict", "id int NOT NULL, p struct<x: int>, d date", "");
    assertMessage(
        "Cannot write to lake.ms.strict: it has no column w. The option merge-schema=true adds it"
            + " while writing, ALTER TABLE ADD COLUMN before",
        () -> write("SELECT 1 AS id, 2 AS w", "strict").append());
    assertMessage(
        "Cannot write to lake.ms.strict: it has no column p.z. ",
        () -> write("SELECT 1 AS id, named_struct('z', 2) AS p", "strict").append());
    assertMessage(
        "Cannot write to lake.ms.strict: the rows have no column id, which is required",
        () -> merge("SELECT current_date() AS d", "strict").append());
    assertMessage(
        "Cannot write to lake.ms.strict: column id is required, but the rows may have nulls there.",
        () -> write("SELECT cast(NULL AS int) AS id", "strict").append());
    assertMessage(
        "Cannot write to lake.ms.strict: the rows have two columns id",
        () -> write("SELECT 1 AS id, 2 AS ID", "strict").append());
    assertMessage(
        "Cannot write to lake.ms.strict: column d is date, but the rows have string",
        () -> write("SELECT 1 AS id, '2020-01-01' AS d", "strict").append());
    assertMessage(
        "Cannot change column type: d: date -> string is not a change that old data files can be"
            + " read after",
        () -> merge("SELECT 1 AS id, '2020-01-01' AS d", "strict").append());
    assertMessage(
        "Cannot change column type: p: struct -> int",
        () -> merge("SELECT 1 AS id, 5 AS p", "strict").append());
    assertEquals(1, iceberg("strict").schemas().size());
    assertEquals(null, iceberg("strict").currentSnapshot());
  }

  @Test
  void nullsMakeARequiredColumnOptionalOnlyIfMerged() throws Exception {
    create("nulls", "id int NOT NULL, v string", "");
    write("SELECT cast(1 AS int) AS id", "nulls").option("check-nullability", "false").append();
    assertMessage(
        "Cannot write null to the required column id",
        () ->
            write("SELECT cast(NULL AS int) AS id", "nulls")
                .option("check-nullability", "false")
                .append());
    merge("SELECT cast(NULL AS int) AS id", "nulls").append();
    assertEquals(true, iceberg("nulls").schema().findField("id").isOptional());
    assertEquals(List.of("[null]", "[1]"), sql("SELECT id FROM lake.ms.nulls ORDER BY id"));
  }

  @Test
  void explainingAWriteDoesNotExtendTheTable() {
    create("explained", "id int", "");
    TestSession.get().conf().set("spark.sql.iceberg.merge-schema", "true");
    try {
      sql("EXPLAIN INSERT INTO lake.ms.explained SELECT 1 AS id, 2 AS more");
      assertEquals(1, iceberg("explained").schemas().size());
      sql("INSERT OVERWRITE lake.ms.explained SELECT 1 AS id, 2 AS more");
    } finally {
      TestSession.get().conf().unset("spark.sql.iceberg.merge-schema");
    }
    assertEquals(List.of("[1,2]"), sql("SELECT * FROM lake.ms.explained"));
  }

  @Test
  void withoutThePropertySparkChecksTheColumns() {
    sql("CREATE TABLE lake.ms.plain (id bigint, v string) USING iceberg");
    Throwable thrown =
        assertThrows(
            Exception.class, () -> merge("SELECT 1L AS id, 'a' AS v, 2 AS w", "plain").append());
    messageWith(thrown, "TOO_MANY_DATA_COLUMNS");
    assertEquals(1, iceberg("plain").schemas().size());
  }

  @Test
  void everyKindOfWriteMerges() throws Exception {
    create("kinds", "id int", "");
    merge("SELECT 1 AS id, 1 AS a", "kinds").append();
    merge("SELECT 2 AS id, 2 AS b", "kinds")
        .overwrite(org.apache.spark.sql.functions.expr("id = 1"));
    merge("SELECT 3 AS id, 3 AS c", "kinds").overwritePartitions();
    TestSession.get()
        .sql("SELECT 4 AS id, 4 AS d")
        .write()
        .format("firn")
        .mode("append")
        .options(Map.of("merge-schema", "true"))
        .save("lake.ms.kinds");
    assertEquals(
        List.of("[3,null,null,3,null]", "[4,null,null,null,4]"),
        sql("SELECT * FROM lake.ms.kinds ORDER BY id"));
  }

  private static void assertMessage(String expected, Executable write) {
    Throwable thrown = assertThrows(Throwable.class, write);
    messageWith(thrown, expected);
  }
}
