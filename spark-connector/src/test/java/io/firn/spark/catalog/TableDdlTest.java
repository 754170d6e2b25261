package io.firn.spark.catalog;

import static io.firn.spark.TestSession.messageWith;
import static io.firn.spark.TestSession.snapshotId;
import static io.firn.spark.TestSession.sql;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.firn.spark.TestSession;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TableDdlTest {

  @BeforeEach
  void createNamespace() {
    sql("CREATE NAMESPACE lake.ddl");
    sql("CREATE NAMESPACE jlake.ddl");
  }

  @AfterEach
  void dropNamespace() {
    sql("DROP NAMESPACE lake.ddl CASCADE");
    sql("DROP NAMESPACE jlake.ddl CASCADE");
  }

  @ParameterizedTest
  @ValueSource(strings = {"lake", "jlake"})
  void createDescribeShowDrop(String catalog) {
    String t = catalog + ".ddl.t";
    sql(
        "CREATE TABLE "
            + t
            + " (id bigint NOT NULL COMMENT 'key', name string, ts timestamp,"
            + " price decimal(9,2), tags array<string>, props map<string,int>,"
            + " point struct<x:double,y:double COMMENT 'up'>)"
            + " USING iceberg PARTITIONED BY (bucket(16, id), days(ts), truncate(4, name))"
            + " COMMENT 'a table' TBLPROPERTIES ('k'='v')");
    assertEquals(List.of("[ddl,t,false]"), sql("SHOW TABLES IN " + catalog + ".ddl"));
    List<String> described = sql("DESCRIBE TABLE " + t);
    assertEquals(
        List.of(
            "[id,bigint,key]",
            "[name,string,null]",
            "[ts,timestamp,null]",
            "[price,decimal(9,2),null]",
            "[tags,array<string>,null]",
            "[props,map<string,int>,null]",
            "[point,struct<x:double,y:double>,null]"),
        described.subList(0, 7));
    String extended = String.join("\n", sql("DESCRIBE TABLE EXTENDED " + t));
    assertTrue(extended.contains("[Name," + t + ","), extended);
    assertTrue(extended.contains("[Provider,iceberg,]"), extended);
    assertTrue(extended.contains("[Comment,a table,]"), extended);
    assertTrue(extended.contains("[Part 0,bucket(16, id),]"), extended);
    assertTrue(sql("SHOW TBLPROPERTIES " + t).contains("[k,v]"));
    assertTrue(sql("SHOW TBLPROPERTIES " + t).contains("[format-version,2]"));
    assertTrue(sql("SHOW TBLPROPERTIES " + t).contains("[current-snapshot-id,none]"));
    sql("DROP TABLE " + t);
    assertEquals(List.of(), sql("SHOW TABLES IN " + catalog + ".ddl"));
    Exception missing = assertThrows(Exception.class, () -> sql("SELECT * FROM " + t));
    messageWith(missing, "TABLE_OR_VIEW_NOT_FOUND");
    sql("DROP TABLE IF EXISTS " + t);
  }

  @Test
  void shownCreateStatementMakesAnEqualTable() {
    sql(
        "CREATE TABLE lake.ddl.t (id bigint NOT NULL, `odd name` int, ts timestamp_ntz,"
            + " s struct<`a,b`: int NOT NULL> NOT NULL) USING firn"
            + " PARTITIONED BY (bucket(4, id), hours(ts), `odd name`)"
            + " TBLPROPERTIES ('format-version'='3', 'write.target-file-size-bytes'='1000',"
            + " 'sort-order'='`odd name` DESC, bucket(4, id) NULLS LAST, hours(ts)',"
            + " 'identifier-fields'='s.`a,b`, id')");
    String statement = sql("SHOW CREATE TABLE lake.ddl.t").get(0);
    assertTrue(statement.contains("'identifier-fields' = '[id,s.`a,b`]'"), statement);
    assertTrue(
        statement.contains(
            "'sort-order' = '`odd name` DESC NULLS LAST, bucket(4, id) ASC NULLS LAST, hour(ts) ASC"
                + " NULLS FIRST'"),
        statement);
    String again =
        statement
            .substring(1, statement.length() - 1)
            .replace("lake.ddl.t", "lake.ddl.t2")
            .replaceAll("LOCATION '[^']*'", "");
    sql(again);
    String second = sql("SHOW CREATE TABLE lake.ddl.t2").get(0);
    assertEquals(statement.replace("ddl/t'", "ddl/t2'").replace("ddl.t ", "ddl.t2 "), second);
  }

  @Test
  void namesAndProvidersThatAreNotPossibleAreRefused() {
    refused(
        "CREATE TABLE lake.ddl.t (a int) USING orc",
        "Cannot create lake.ddl.t USING orc: Firn writes data as Parquet. Say USING iceberg");
    refused(
        "CREATE TABLE lake.ddl.t (a int) USING csv",
        "Cannot create lake.ddl.t USING csv: this catalog holds Iceberg tables. Say USING iceberg,"
            + " or leave it out");
    refused(
        "CREATE TABLE lake.ddl.t (a double) PARTITIONED BY (bucket(4, a))",
        "Cannot partition lake.ddl.t by bucket(4, a): column a has type double");
    refused(
        "CREATE TABLE lake.ddl.t (a int) PARTITIONED BY (zorder(a))",
        "Cannot partition lake.ddl.t by zorder(a): transforms are bucket, truncate, years, months,"
            + " days and hours");
    refused(
        "CREATE TABLE lake.ddl.t (a int) TBLPROPERTIES ('format-version'='4')", "format version 4");
    refused(
        "CREATE TABLE lake.ddl.t (a int) LOCATION '/elsewhere'",
        "in a hadoop catalog it can only be at");
    refused(
        "CREATE TABLE lake.ddl.t (a int) TBLPROPERTIES ('sort-order'='b ASC')",
        "Cannot create lake.ddl.t with sort-order: there is no column b");
    refused(
        "CREATE TABLE lake.ddl.t (a int) TBLPROPERTIES ('sort-order'='a UP')",
        "Invalid value 'a UP' of sort-order: expected the end of the statement at 'UP'");
    refused(
        "CREATE TABLE lake.ddl.t (a int) TBLPROPERTIES ('identifier-fields'='[a]')",
        "Column a cannot be an identifier field: it is not required");
    assertEquals(List.of(), sql("SHOW TABLES IN lake.ddl"));
    sql("CREATE TABLE lake.ddl.t (a int)");
    refused("CREATE TABLE lake.ddl.t (a int)", "TABLE_OR_VIEW_ALREADY_EXISTS");
    sql("CREATE TABLE IF NOT EXISTS lake.ddl.t (b int)");
  }

  @Test
  void columnsChangeInEveryWay() {
    sql(
        "CREATE TABLE lake.ddl.t (id int, f float, d decimal(5,2), p struct<x:int>,"
            + " l array<struct<a:int>>, m map<string, struct<v:int>>, gone string)");
    sql("ALTER TABLE lake.ddl.t ADD COLUMN first string COMMENT 'c' FIRST");
    sql(
        "ALTER TABLE lake.ddl.t ADD COLUMNS (after_id date AFTER id, p.y double, l.element.b int,"
            + " m.value.w string)");
    sql("ALTER TABLE lake.ddl.t RENAME COLUMN f TO ratio");
    sql("ALTER TABLE lake.ddl.t RENAME COLUMN p.x TO x0");
    sql("ALTER TABLE lake.ddl.t ALTER COLUMN id TYPE bigint");
    sql("ALTER TABLE lake.ddl.t ALTER COLUMN ratio TYPE double");
    sql("ALTER TABLE lake.ddl.t ALTER COLUMN d TYPE decimal(8,2)");
    sql("ALTER TABLE lake.ddl.t ALTER COLUMN p.x0 TYPE bigint");
    sql("ALTER TABLE lake.ddl.t ALTER COLUMN id COMMENT 'the key'");
    sql("ALTER TABLE lake.ddl.t ALTER COLUMN d FIRST");
    sql("ALTER TABLE lake.ddl.t ALTER COLUMN p.y FIRST");
    sql("ALTER TABLE lake.ddl.t DROP COLUMN gone");
    assertEquals(
        List.of(
            "[d,decimal(8,2),null]",
            "[first,string,c]",
            "[id,bigint,the key]",
            "[after_id,date,null]",
            "[ratio,double,null]",
            "[p,struct<y:double,x0:bigint>,null]",
            "[l,array<struct<a:int,b:int>>,null]",
            "[m,map<string,struct<v:int,w:string>>,null]"),
        sql("DESCRIBE TABLE lake.ddl.t"));
    refused("ALTER TABLE lake.ddl.t ADD COLUMN req int NOT NULL", "Cannot add required column req");
    refused("ALTER TABLE lake.ddl.t ALTER COLUMN id TYPE int", "");
    refused("ALTER TABLE lake.ddl.t ADD COLUMN id int", "");
  }

  @Test
  void nullabilityCanOnlyBeRelaxed() {
    sql("CREATE TABLE lake.ddl.t (id int NOT NULL, v int)");
    sql("ALTER TABLE lake.ddl.t ALTER COLUMN id DROP NOT NULL");
    assertFalse(
        TestSession.get().table("lake.ddl.t").schema().treeString().contains("nullable = false"));
    refused("ALTER TABLE lake.ddl.t ALTER COLUMN v SET NOT NULL", "");
  }

  @Test
  void partitionColumnCannotBeDropped() {
    sql("CREATE TABLE lake.ddl.t (id int, v int) PARTITIONED BY (bucket(2, v))");
    refused("ALTER TABLE lake.ddl.t DROP COLUMN v", "v");
    assertEquals(2, TestSession.get().table("lake.ddl.t").columns().length);
  }

  @Test
  void propertiesAndFormatVersionChange() {
    sql("CREATE TABLE lake.ddl.t (id int)");
    sql("ALTER TABLE lake.ddl.t SET TBLPROPERTIES ('a'='1', 'b'='2', 'format-version'='3')");
    sql("ALTER TABLE lake.ddl.t UNSET TBLPROPERTIES ('a')");
    List<String> properties = sql("SHOW TBLPROPERTIES lake.ddl.t");
    assertTrue(properties.contains("[b,2]"), properties.toString());
    assertTrue(properties.contains("[format-version,3]"), properties.toString());
    assertFalse(properties.toString().contains("[a,"), properties.toString());
    refused("ALTER TABLE lake.ddl.t SET TBLPROPERTIES ('format-version'='2')", "2");
    refused("ALTER TABLE lake.ddl.t SET TBLPROPERTIES ('uuid'='x')", "uuid");
    refused("ALTER TABLE lake.ddl.t SET TBLPROPERTIES ('commit.retry.num-retries'='many')", "many");
    refused(
        "ALTER TABLE lake.ddl.t SET TBLPROPERTIES ('cherry-pick-snapshot-id'='1')",
        "Cannot cherry-pick unknown snapshot ID: 1");
    sql("COMMENT ON TABLE lake.ddl.t IS 'told'");
    assertTrue(String.join("", sql("DESCRIBE EXTENDED lake.ddl.t")).contains("[Comment,told,]"));
  }

  @Test
  void locationMovesWhereTheCatalogAllowsIt() {
    String place = TestSession.directory("place").toString();
    sql("CREATE TABLE jlake.ddl.t (id int) LOCATION '" + place + "'");
    sql("INSERT INTO jlake.ddl.t VALUES (1)");
    String next = TestSession.directory("next").toString();
    sql("ALTER TABLE jlake.ddl.t SET LOCATION '" + next + "'");
    sql("INSERT INTO jlake.ddl.t VALUES (2)");
    assertEquals(List.of("[1]", "[2]"), sql("SELECT id FROM jlake.ddl.t ORDER BY id"));
    assertTrue(String.join("", sql("SELECT _file FROM jlake.ddl.t WHERE id = 2")).contains(next));
    sql("CREATE TABLE lake.ddl.t (id int)");
    refused("ALTER TABLE lake.ddl.t SET LOCATION '" + next + "'", "");
  }

  @Test
  void defaultsNeedFormatVersion3AndFillOldAndNewRows() {
    sql("CREATE TABLE lake.ddl.v2 (id int)");
    refused("ALTER TABLE lake.ddl.v2 ADD COLUMN c int DEFAULT 5", "");
    sql(
        "CREATE TABLE lake.ddl.t (id int, made int DEFAULT 1 + 1)"
            + " TBLPROPERTIES ('format-version'='3')");
    sql("INSERT INTO lake.ddl.t (id) VALUES (1)");
    sql("ALTER TABLE lake.ddl.t ADD COLUMN c string DEFAULT 'old'");
    sql("INSERT INTO lake.ddl.t (id) VALUES (2)");
    sql("ALTER TABLE lake.ddl.t ALTER COLUMN c SET DEFAULT 'new'");
    sql("INSERT INTO lake.ddl.t (id) VALUES (3)");
    sql("ALTER TABLE lake.ddl.t ALTER COLUMN c DROP DEFAULT");
    sql("INSERT INTO lake.ddl.t (id) VALUES (4)");
    assertEquals(
        List.of("[1,2,old]", "[2,2,old]", "[3,2,new]", "[4,2,null]"),
        sql("SELECT * FROM lake.ddl.t ORDER BY id"));
    refused(
        "ALTER TABLE lake.ddl.t ADD COLUMN at timestamp DEFAULT current_timestamp()",
        "Cannot use current_timestamp() as the default of column at: an Iceberg table stores one"
            + " value, so that it must be a constant");
  }

  @Test
  void renameWorksWhereTheCatalogAllowsIt() {
    sql("CREATE TABLE jlake.ddl.t (id int)");
    sql("INSERT INTO jlake.ddl.t VALUES (7)");
    sql("ALTER TABLE jlake.ddl.t RENAME TO ddl.u");
    assertEquals(List.of("[7]"), sql("SELECT * FROM jlake.ddl.u"));
    assertEquals(List.of("[ddl,u,false]"), sql("SHOW TABLES IN jlake.ddl"));
    sql("CREATE TABLE jlake.ddl.other (id int)");
    refused("ALTER TABLE jlake.ddl.u RENAME TO ddl.other", "already exists");
    sql("CREATE TABLE lake.ddl.t (id int)");
    refused(
        "ALTER TABLE lake.ddl.t RENAME TO ddl.u",
        "Cannot rename lake.ddl.t to lake.ddl.u: tables of a hadoop catalog are their directories");
  }

  @Test
  void currentSnapshotCanBeSet() {
    sql("CREATE TABLE lake.ddl.t (id int)");
    sql("INSERT INTO lake.ddl.t VALUES (1)");
    long first = snapshotId("lake.ddl.t");
    sql("INSERT INTO lake.ddl.t VALUES (2)");
    sql("ALTER TABLE lake.ddl.t SET TBLPROPERTIES ('current-snapshot-id'='" + first + "')");
    assertEquals(List.of("[1]"), sql("SELECT * FROM lake.ddl.t"));
    refused(
        "ALTER TABLE lake.ddl.t SET TBLPROPERTIES ('current-snapshot-id'='12')",
        "Cannot find snapshot 12");
  }

  @Test
  void whatSparkHasButIcebergTablesDoNotIsRefused() {
    refused("CREATE TABLE lake.ddl.t (a int, b int GENERATED ALWAYS AS (a + 1))", "");
    refused("CREATE TABLE lake.ddl.t (a int) CLUSTER BY (a)", "Cannot cluster lake.ddl.t");
    assertEquals(List.of(), sql("SHOW TABLES IN lake.ddl"));
  }

  private static void refused(String statement, String message) {
    Exception e = assertThrows(Exception.class, () -> sql(statement), statement);
    messageWith(e, message);
  }
}
