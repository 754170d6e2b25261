package io.firn.spark.ddl;

import static io.firn.spark.TestSession.messageWith;
import static io.firn.spark.TestSession.rows;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.firn.spark.TestSession;
import java.util.List;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.parser.ParseException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Which statements are taken from Spark, and where errors in them are. */
class StatementParserTest {
  private static final SparkSession SPARK = TestSession.withExtensions();

  @BeforeAll
  static void createTable() {
    run("CREATE NAMESPACE lake.parse");
    run("CREATE TABLE lake.parse.t AS SELECT 1 AS id, 'a' AS p");
  }

  @AfterAll
  static void dropTable() {
    TestSession.withExtensions();
    run("USE spark_catalog.default");
    run("DROP NAMESPACE lake.parse CASCADE");
    TestSession.get();
  }

  private static List<String> run(String statement) {
    TestSession.withExtensions();
    return rows(SPARK, statement);
  }

  private static void wrong(String statement, String near, int line, int position) {
    ParseException e = assertThrows(ParseException.class, () -> run(statement), statement);
    assertEquals("PARSE_SYNTAX_ERROR", e.getCondition());
    String message = e.getMessage();
    assertTrue(message.contains("Syntax error at or near " + near), message);
    assertTrue(message.contains("(line " + line + ", pos " + position + ")"), message);
    assertTrue(message.contains("^^^"), message);
  }

  @Test
  void errorsSayWhereAndWhatWasExpected() {
    wrong("ALTER TABLE lake.parse.t CREATE BRANCH", "end of input: expected the name of a", 1, 38);
    wrong("ALTER TABLE lake.parse.t CREATE BRANCH 'b'", "''b'': expected the name", 1, 39);
    wrong(
        "ALTER TABLE lake.parse.t\n  CREATE TAG v1 RETAIN 5 WEEKS",
        "'WEEKS': expected DAYS, HOURS or MINUTES",
        2,
        25);
    wrong("ALTER TABLE lake.parse.t CREATE TAG v AS OF VERSION x", "'x': expected the id", 1, 52);
    wrong(
        "ALTER TABLE lake.parse.t CREATE TAG v WITH SNAPSHOT RETENTION 2 SNAPSHOTS",
        "'WITH': expected the end of the statement",
        1,
        38);
    wrong("ALTER TABLE lake.parse.t DROP TAG v w", "'w': expected the end", 1, 36);
    wrong("ALTER TABLE lake.parse.t ADD PARTITION FIELD cube(id)", "'cube': expected one", 1, 45);
    wrong("ALTER TABLE lake.parse.t ADD PARTITION FIELD bucket(0, id)", "'0': expected", 1, 52);
    wrong("ALTER TABLE lake.parse.t ADD PARTITION FIELD bucket(id)", "')': expected ','", 1, 54);
    wrong("ALTER TABLE lake.parse.t REPLACE PARTITION FIELD p", "end of input", 1, 50);
    wrong("ALTER TABLE lake.parse.t WRITE", "end of input: expected DISTRIBUTED BY", 1, 30);
    wrong("ALTER TABLE lake.parse.t WRITE ORDERED p", "'p': expected BY", 1, 39);
    wrong("ALTER TABLE lake.parse.t WRITE UNORDERED ORDERED BY p", "'ORDERED': expected", 1, 41);
    wrong("ALTER TABLE lake.parse.t SET IDENTIFIER FIELDS id,", "end of input", 1, 50);
  }

  @Test
  void everythingElseIsSparksOwn() {
    run("ALTER TABLE lake.parse.t ADD COLUMN extra INT");
    run("ALTER TABLE lake.parse.t DROP COLUMN extra");
    run("ALTER TABLE lake.parse.t SET TBLPROPERTIES ('write' = 'ordered by')");
    for (String statement :
        List.of(
            "ALTER TABLE lake.parse.t CREATE",
            "ALTER TABLE lake.parse.t ADD PARTITION FIELDS p",
            "ALTER TABLE default.t CREATE BRANCH b",
            "ALTER TABLE spark_catalog.default.t WRITE UNORDERED",
            "ALTER TABLE lake.parse.'t' CREATE BRANCH b",
            "CREATE BRANCH b")) {
      ParseException e = assertThrows(ParseException.class, () -> run(statement), statement);
      ParseException plain =
          assertThrows(ParseException.class, () -> TestSession.sql(statement), statement);
      assertEquals(plain.getMessage(), e.getMessage());
    }
    assertInstanceOf(
        ParseException.class,
        assertThrows(
            Exception.class, () -> TestSession.sql("ALTER TABLE lake.parse.t CREATE BRANCH b")));
  }

  @Test
  void namesAreFoundAsInOtherStatements() {
    run("USE lake.parse");
    run("/* a /* nested */ comment */ alter table t -- and this\n create tag `in parse`;");
    run("ALTER TABLE `t` CREATE TAG now");
    run("USE spark_catalog.default");
    run("SET table_name = lake.parse.t");
    run("ALTER TABLE ${table_name} CREATE TAG substituted");
    assertEquals(
        List.of("[in parse]", "[main]", "[now]", "[substituted]"),
        run("SELECT name FROM lake.parse.t.refs ORDER BY name"));
    Exception missing =
        assertThrows(Exception.class, () -> run("ALTER TABLE lake.parse.none CREATE BRANCH b"));
    messageWith(missing, "Cannot find table `lake`.`parse`.`none` in the catalog lake");
  }

  @Test
  void statementRunsOnceAndAtOnce() {
    TestSession.withExtensions();
    var result = SPARK.sql("ALTER TABLE lake.parse.t CREATE BRANCH once");
    assertEquals(0, result.columns().length);
    assertEquals(0, result.count());
    assertEquals(List.of("[1]"), run("SELECT count(*) FROM lake.parse.t.refs WHERE name = 'once'"));
    assertEquals(
        List.of(),
        run("SHOW PROCEDURES IN lake.system").stream().filter(r -> r.contains("alter")).toList());
  }

  @Test
  void cachedDataIsForgottenWhenTheTableChanges() {
    run("CACHE TABLE lake.parse.t");
    run("ALTER TABLE lake.parse.t ADD PARTITION FIELD p");
    run("INSERT INTO lake.parse.t VALUES (2, 'b')");
    assertEquals(List.of("[2]"), run("SELECT count(*) FROM lake.parse.t"));
    run("UNCACHE TABLE lake.parse.t");
  }
}
