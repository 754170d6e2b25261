package io.firn.spark;

import static io.firn.spark.TestSession.messageWith;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.analysis.NoSuchTableException;
import org.apache.spark.sql.connector.catalog.Column;
import org.apache.spark.sql.connector.catalog.Identifier;
import org.apache.spark.sql.connector.catalog.StagedTable;
import org.apache.spark.sql.connector.expressions.Transform;
import org.apache.spark.sql.types.DataTypes;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Iceberg tables and Spark's own ones under the names of Spark's session catalog. */
class FirnSessionCatalogTest {
  private static final Path DIRECTORY = TestSession.directory("session-catalog");
  private static final SparkSession SPARK =
      TestSession.withSessionCatalog(
          Map.of(
              "type", "jdbc",
              "uri", "jdbc:sqlite:" + DIRECTORY.resolve("catalog.db"),
              "warehouse", DIRECTORY.resolve("warehouse").toString(),
              "parquet-enabled", "true",
              "orc-enabled", "true"));

  private static List<String> sql(String statement) {
    SparkSession.setActiveSession(SPARK);
    return TestSession.rows(SPARK, statement);
  }

  private static void assertRefused(String statement, String message) {
    messageWith(assertThrows(Exception.class, () -> sql(statement), statement), message);
  }

  private static FirnSessionCatalog catalog() {
    SparkSession.setActiveSession(SPARK);
    return (FirnSessionCatalog) SPARK.sessionState().catalogManager().catalog("spark_catalog");
  }

  private static String kind(String table) {
    try {
      return catalog().loadTable(name(table)).getClass().getSimpleName();
    } catch (NoSuchTableException e) {
      throw new AssertionError(e);
    }
  }

  private static Identifier name(String table) {
    return Identifier.of(new String[] {"db"}, table);
  }

  @BeforeEach
  void createTables() {
    sql("CREATE DATABASE db");
    sql("CREATE TABLE db.own (id INT, s STRING) USING iceberg");
    sql("INSERT INTO db.own VALUES (1, 'a'), (2, 'b')");
    sql("CREATE TABLE db.files (id INT, s STRING) USING parquet");
    sql("INSERT INTO db.files VALUES (3, 'c')");
  }

  @AfterEach
  void dropTables() {
    sql("USE spark_catalog.default");
    sql("DROP DATABASE IF EXISTS db CASCADE");
  }

  @AfterAll
  static void backToThePlainSession() {
    TestSession.get();
  }

  @Test
  void bothKindsOfTablesAreListedReadAndWrittenUnderOneCatalog() {
    assertEquals(
        List.of("[db,files,false]", "[db,own,false]"),
        sql("SHOW TABLES IN db").stream().sorted().toList());
    sql("INSERT INTO db.own SELECT * FROM db.files");
    sql("INSERT INTO db.files SELECT * FROM spark_catalog.db.own WHERE id = 1");
    sql("USE db");
    assertEquals(List.of("[1,a]", "[2,b]", "[3,c]"), sql("SELECT * FROM own ORDER BY id"));
    assertEquals(List.of("[1,a]", "[3,c]"), sql("SELECT * FROM files ORDER BY id"));
    assertEquals(
        List.of("[1,1]"),
        sql("SELECT o.id, f.id FROM own o JOIN files f ON o.id = f.id WHERE o.id = 1"));
    assertEquals("FirnTable", kind("own"));
    assertEquals("V1Table", kind("files"));
  }

  @Test
  void selectorsMetadataTablesAndTimeTravelAreThoseOfAnyCatalog() {
    long first = snapshot();
    sql("ALTER TABLE db.own CREATE BRANCH b");
    sql("INSERT INTO db.own.branch_b VALUES (9, 'z')");
    sql("DELETE FROM db.own WHERE id = 1");
    assertEquals(List.of("[3]"), sql("SELECT count(*) FROM spark_catalog.db.own.branch_b"));
    assertEquals(List.of("[2]"), sql("SELECT count(*) FROM db.own VERSION AS OF " + first));
    assertEquals(
        List.of("[1,2]"),
        sql(
            "SELECT (SELECT count(*) FROM db.own), count(*) FROM db.own WITH (`snapshot-id` = '"
                + first
                + "')"));
    assertEquals(List.of("[3]"), sql("SELECT count(*) FROM db.own.snapshots"));
    assertRefused("SELECT * FROM db.own.nothing", "`db`.`own`.`nothing` cannot be found");
    assertRefused("SELECT * FROM db.files VERSION AS OF 1", "Time travel on the relation");
    assertRefused("SELECT * FROM db.files.snapshots", "cannot be found");
  }

  private static long snapshot() {
    return SPARK.sql("SELECT snapshot_id FROM db.own.snapshots").head().getLong(0);
  }

  /** The extensions move selecting options into names, which Spark's own tables do not have. */
  @Test
  void optionsOfSparksOwnTablesStayOptions() {
    assertEquals(
        List.of("[3]"),
        sql("SELECT id FROM db.files WITH (`branch` = 'b', `mergeSchema` = 'true')"));
    sql("INSERT INTO db.files WITH (`compression` = 'gzip') SELECT id + 1, s FROM db.files");
    assertEquals(List.of("[3]", "[4]"), sql("SELECT id FROM db.files ORDER BY id"));
  }

  @Test
  void rowLevelStatementsAndLayoutAreThoseOfAnyCatalog() {
    sql("ALTER TABLE db.own ADD PARTITION FIELD bucket(4, id)");
    sql("ALTER TABLE spark_catalog.db.own WRITE ORDERED BY s");
    sql("UPDATE db.own SET s = 'B' WHERE id = 2");
    sql(
        "MERGE INTO db.own t USING db.files s ON t.id = s.id WHEN MATCHED THEN DELETE"
            + " WHEN NOT MATCHED THEN INSERT *");
    assertEquals(List.of("[1,a]", "[2,B]", "[3,c]"), sql("SELECT * FROM db.own ORDER BY id"));
    sql("ALTER TABLE db.own ADD COLUMN more INT");
    sql("ALTER TABLE db.files ADD COLUMN more INT");
    assertEquals(List.of("[3,c,null]"), sql("SELECT * FROM db.files"));
    assertRefused("ALTER TABLE db.files WRITE UNORDERED", "Cannot find table `db`.`files`");
  }

  @Test
  void proceduresAreInTheNamespaceSystem() {
    assertTrue(sql("SHOW PROCEDURES IN spark_catalog.system").size() < 2);
    assertTrue(catalog().functionExists(Identifier.of(new String[] {"system"}, "bucket")));
    assertTrue(catalog().functionExists(Identifier.of(new String[0], "days")));
    assertFalse(catalog().functionExists(name("bucket")));
  }

  @Test
  void createReplaceAndFillIsOneCommit() {
    sql("CREATE TABLE db.c USING iceberg AS SELECT 1 AS x");
    sql("CREATE OR REPLACE TABLE db.c USING ICEBERG AS SELECT x + 1 AS x FROM db.c");
    sql("REPLACE TABLE db.c USING firn AS SELECT x + 1 AS x FROM db.c");
    assertRefused(
        "REPLACE TABLE db.c USING iceberg AS SELECT INT(raise_error('stop')) AS x FROM db.c",
        "stop");
    assertRefused(
        "CREATE TABLE db.d USING iceberg AS SELECT INT(raise_error('stop')) AS x", "stop");
    assertEquals(List.of("[3]"), sql("SELECT x FROM db.c"));
    assertFalse(catalog().tableExists(name("d")));
  }

  @Test
  void noTableHidesAnother() {
    assertRefused("CREATE TABLE db.files (id INT) USING iceberg", "already exists");
    sql("CREATE TABLE IF NOT EXISTS db.files (id INT) USING iceberg");
    assertRefused(
        "CREATE OR REPLACE TABLE db.files USING iceberg AS SELECT 1 AS x",
        "Cannot replace spark_catalog.db.files: it is a table or view of Spark's own catalog");
    sql("CREATE VIEW db.v AS SELECT id FROM db.own");
    assertRefused("CREATE TABLE db.v (id INT) USING iceberg", "already exists");
    assertRefused("ALTER TABLE db.own RENAME TO db.files", "already exists");
    assertEquals(List.of("[1]", "[2]"), sql("SELECT * FROM db.v ORDER BY id"));
    assertRefused("CREATE TABLE db.own USING parquet AS SELECT 1 AS x", "is an Iceberg table");
    assertRefused("CREATE TABLE db.own (x INT) USING parquet", "db.own: it already exists");
    assertRefused("CREATE OR REPLACE VIEW db.own AS SELECT 1 AS x", "is an Iceberg table");
    assertRefused("ALTER TABLE db.files RENAME TO db.own", "is an Iceberg table");
    sql("CREATE TABLE IF NOT EXISTS db.own (x INT) USING parquet");
    sql("CREATE TABLE IF NOT EXISTS db.own USING parquet AS SELECT 1 AS x");
    sql("CREATE TEMPORARY VIEW own AS SELECT 5 AS x");
    sql("DROP VIEW own");
    sql("DROP TABLE db.own");
    assertRefused("SELECT * FROM db.own", "cannot be found");
    assertEquals(List.of("[3,c]"), sql("SELECT * FROM db.files"));
  }

  @Test
  void tablesAreRenamedAndDroppedWhereTheyAre() {
    sql("CREATE DATABASE IF NOT EXISTS db2");
    sql("ALTER TABLE db.own RENAME TO db2.own2");
    sql("ALTER TABLE db.files RENAME TO db.files2");
    assertEquals(List.of("[2]"), sql("SELECT count(*) FROM db2.own2"));
    assertEquals(List.of("[3,c]"), sql("SELECT * FROM db.files2"));
    assertRefused("ALTER TABLE db2.own2 RENAME TO nodb.own", "nodb");
    assertRefused("DROP DATABASE db2", "SCHEMA_NOT_EMPTY");
    sql("DROP TABLE db.files2");
    sql("DROP DATABASE db2 CASCADE");
    assertRefused("SELECT * FROM db2.own2", "cannot be found");
    assertRefused("DROP TABLE db.files2", "cannot be found");
  }

  @Test
  void namespacesAreSparksOwn() {
    assertRefused("CREATE TABLE nodb.t (id INT) USING iceberg", "SCHEMA_NOT_FOUND");
    assertRefused("CREATE TABLE spark_catalog.db.sub.t (id INT) USING iceberg", "db");
    assertEquals(List.of("[db]"), sql("SHOW NAMESPACES IN spark_catalog LIKE 'db'"));
    assertArrayEquals(new String[] {"default"}, catalog().defaultNamespace());
  }

  /** Spark's SQL creates tables of its own formats before it asks a catalog; programs may ask. */
  @Test
  void formatsThatAreTakenOverBecomeIcebergTables() throws Exception {
    Column[] columns = {Column.create("id", DataTypes.IntegerType)};
    Identifier name = name("taken");
    catalog().createTable(name, columns, new Transform[0], Map.of("provider", "PARQUET"));
    assertEquals(
        List.of("[format,iceberg/parquet]"), sql("SHOW TBLPROPERTIES db.taken ('format')"));
    Identifier other = name("other");
    Exception refused =
        assertThrows(
            Exception.class,
            () ->
                catalog().createTable(other, columns, new Transform[0], Map.of("provider", "orc")));
    messageWith(
        refused, "Cannot create spark_catalog.db.other USING orc: Firn writes data as Parquet");
    catalog().createTable(other, columns, new Transform[0], Map.of("provider", "csv"));
    assertEquals("V1Table", kind("other"));
  }

  @Test
  void aTableOfSparksOwnIsDroppedWhenItsStatementFails() throws Exception {
    Column[] columns = {Column.create("id", DataTypes.IntegerType)};
    Identifier name = name("staged");
    Map<String, String> csv = Map.of("provider", "csv");
    StagedTable failed = catalog().stageCreate(name, columns, new Transform[0], csv);
    assertTrue(catalog().tableExists(name));
    failed.abortStagedChanges();
    assertFalse(catalog().tableExists(name));
    catalog().stageCreateOrReplace(name, columns, new Transform[0], csv).commitStagedChanges();
    catalog().stageReplace(name, columns, new Transform[0], csv).commitStagedChanges();
    assertTrue(catalog().tableExists(name));
    Identifier own = name("own");
    Exception refused =
        assertThrows(
            Exception.class, () -> catalog().stageReplace(own, columns, new Transform[0], csv));
    messageWith(refused, "Cannot replace spark_catalog.db.own: it is an Iceberg table");
  }

  @Test
  void anIcebergTableIsPurgedWithItsFiles() {
    sql("CREATE TABLE db.purged USING iceberg AS SELECT 1 AS x");
    Path location = DIRECTORY.resolve("warehouse/db/purged");
    assertFalse(TestSession.files(location).isEmpty());
    sql("DROP TABLE db.purged PURGE");
    assertEquals(List.of(), TestSession.files(location));
  }

  @Test
  void settingsThatCannotBeAreRefused() {
    refuses(Map.of("type", "hive"), "which is not supported yet: use hadoop or jdbc");
    refuses(Map.of("type", "hadoop", "default-namespace", "x"), "namespaces are those of Spark's");
    refuses(
        Map.of("type", "hadoop", "avro-enabled", "yes"), "avro-enabled: expected true or false");
    refuses(Map.of("type", "hadoop", "nonsense", "1"), "Unknown setting spark.sql.catalog.spark_c");
    SparkSession other = TestSession.get().newSession();
    other.conf().set("spark.sql.catalog.other", FirnSessionCatalog.class.getName());
    other.conf().set("spark.sql.catalog.other.type", "hadoop");
    other.conf().set("spark.sql.catalog.other.warehouse", DIRECTORY.toString());
    Exception misplaced =
        assertThrows(Exception.class, () -> TestSession.rows(other, "SHOW TABLES IN other.db"));
    messageWith(misplaced, "it can only be the value of spark.sql.catalog.spark_catalog");
  }

  private static void refuses(Map<String, String> settings, String message) {
    SparkSession session = TestSession.withSessionCatalog(settings);
    messageWith(
        assertThrows(Exception.class, () -> TestSession.rows(session, "SHOW TABLES IN default")),
        message);
  }
}
