package io.firn.spark.sql;

import static io.firn.spark.TestSession.sql;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.firn.spark.TestSession;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.classic.Dataset;
import org.apache.spark.sql.classic.SparkSession;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import scala.jdk.javaapi.CollectionConverters;

/** The size of an array of structs, told by a field of these. */
final class SizesByFieldTest {
  @BeforeAll
  static void createTables() {
    sql("CREATE NAMESPACE IF NOT EXISTS lake.sized");
    sql(
        "CREATE TABLE lake.sized.t (id INT, items ARRAY<STRUCT<a: STRING, b: DECIMAL(9, 2), c: INT, d: STRUCT<x: INT>>>,"
            + " ones ARRAY<STRUCT<a: STRING>>, deep ARRAY<STRUCT<d: STRUCT<x: INT>, e: ARRAY<INT>>>)");
    sql(
        "INSERT INTO lake.sized.t VALUES"
            + " (1, array(struct('p', 1.5BD, 10, struct(1)), struct('q', 2.5BD, 20, struct(2))), array(struct('p')), array()),"
            + " (2, array(), array(), array(struct(struct(1), array(1)))),"
            + " (3, NULL, NULL, NULL),"
            + " (4, array(NULL, struct(NULL, NULL, NULL, NULL), struct('r', 3.5BD, 30, NULL)), array(NULL), array(NULL, NULL))");
  }

  @AfterAll
  static void dropTables() {
    sql("DROP NAMESPACE lake.sized CASCADE");
    TestSession.get();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          c    | [1,2],[2,0],[3,null],[4,3] | SELECT id, size(items) FROM lake.sized.t ORDER BY id
          c    | [5]                        | SELECT sum(size(items)) FROM lake.sized.t
          c    | [2],[0],[null],[3]         | SELECT size(i) FROM (SELECT id, items AS i FROM lake.sized.t) ORDER BY id
          b    | [5,1.50]                   | SELECT sum(size(items)), sum(items[0].b) FROM lake.sized.t
          b, c | [5,1.50,30]                | SELECT sum(size(items)), sum(items[0].b), max(items[2].c) FROM lake.sized.t
          a    | [4,3,r]                    | SELECT id, size(items), items.a[2] FROM lake.sized.t WHERE size(items) > 2
          c    | [1],[2],[4]                | SELECT id FROM lake.sized.t WHERE items IS NOT NULL AND cardinality(items) >= 0 ORDER BY id
          c    | [4,3],[1,2]                | SELECT id, size(items) AS n FROM lake.sized.t ORDER BY n DESC NULLS LAST LIMIT 2
          c    | [1,2],[2,0],[3,null],[4,3] | SELECT l.id, size(items) FROM lake.sized.t l LEFT JOIN (SELECT id AS i FROM lake.sized.t) r ON l.id = r.i ORDER BY l.id
          """)
  void onlyFieldsThatAreWantedAnywayOrOneAreRead(String fields, String rows, String query) {
    assertEquals(new Result(rows, fields), run(query, "false"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          [q,2],[null,0],[null,null],[null,3] | SELECT i[1].a, n FROM (SELECT id, items AS i, size(items) AS n FROM lake.sized.t) ORDER BY id, hash(i)
          [2,1],[0,1],[null,1],[3,1] | SELECT size(items), count(*) FROM lake.sized.t GROUP BY items ORDER BY max(id)
          [2,2],[0,0]                | SELECT size(items), n FROM (SELECT id, items, size(items) AS n FROM lake.sized.t UNION ALL SELECT 0, NULL, NULL) WHERE id IN (1, 2) ORDER BY id, hash(items)
          """)
  void anArrayThatIsWantedAnywayIsReadOnce(String rows, String query) {
    assertEquals(new Result(rows, "a, b, c, d"), run(query, "false"));
  }

  /** To take the array apart again for its size would cost, and spare nothing. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT items, size(items) FROM lake.sized.t",
        "SELECT size(items) FROM (SELECT /*+ REPARTITION(2) */ items FROM lake.sized.t)",
        "SELECT size(items), count(*) FROM lake.sized.t GROUP BY items",
        "SELECT size(items) FROM lake.sized.t WHERE items[0] IS NULL"
      })
  void theSizeOfAnArrayThatIsReadAsAWholeStaysAsItIs(String query) {
    String plan = session("false").sql(query).queryExecution().optimizedPlan().toString();
    assertTrue(plan.matches("(?s).*size\\(items#\\d+, .*"), plan);
  }

  @ParameterizedTest
  @CsvSource({"true, '[2],[0],[-1],[3]'", "false, '[2],[0],[null],[3]'"})
  void sizeOfNullIsAsTheSessionHasIt(String legacy, String rows) {
    assertEquals(
        new Result(rows, "c"), run("SELECT size(items) FROM lake.sized.t ORDER BY id", legacy));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          ones | a    | [1],[0],[null],[1]
          deep | d, e | [0],[1],[null],[2]
          """)
  void arraysWithoutFieldsToChooseFromStay(String column, String fields, String rows) {
    assertEquals(
        new Result(rows, fields),
        run("SELECT size(" + column + ") FROM lake.sized.t ORDER BY id", "false"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"copy-on-write", "merge-on-read"})
  void conditionsOfStatementsMayHaveSizes(String mode) {
    sql(
        ("CREATE TABLE lake.sized.changed TBLPROPERTIES ('write.delete.mode'='%1$s',"
                + " 'write.update.mode'='%1$s', 'write.merge.mode'='%1$s') AS SELECT * FROM lake.sized.t")
            .formatted(mode));
    SparkSession session = session("false");
    session.sql("DELETE FROM lake.sized.changed WHERE size(items) = 0");
    session.sql("UPDATE lake.sized.changed SET id = size(items) * 100 WHERE size(items) = 2");
    session.sql(
        "MERGE INTO lake.sized.changed c USING (SELECT id AS i, size(items) AS n FROM lake.sized.t) s"
            + " ON c.id = s.i AND size(c.items) = s.n"
            + " WHEN MATCHED THEN UPDATE SET id = size(c.items) + s.n WHEN NOT MATCHED THEN INSERT (id) VALUES (-s.i)");

    assertEquals(
        List.of("[-3,null]", "[-2,null]", "[-1,null]", "[3,null]", "[6,3]", "[200,2]"),
        TestSession.rows(session, "SELECT id, size(items) FROM lake.sized.changed ORDER BY id"));
    sql("DROP TABLE lake.sized.changed PURGE");
  }

  /** Files that were written before the field came have to tell sizes by another one. */
  @ParameterizedTest
  @ValueSource(strings = {"true", "false"})
  void theFieldMayBeOneThatOldFilesLack(String vectorized) {
    sql("CREATE TABLE lake.sized.grown (id INT, items ARRAY<STRUCT<a: STRING>>)");
    sql(
        "INSERT INTO lake.sized.grown VALUES (1, array(struct('p'), NULL)), (2, array()), (3, NULL)");
    sql("ALTER TABLE lake.sized.grown ADD COLUMN items.element.b INT");
    sql("INSERT INTO lake.sized.grown VALUES (4, array(struct('q', 1), struct('r', 2), NULL))");
    sql(
        "ALTER TABLE lake.sized.grown SET TBLPROPERTIES ('read.parquet.vectorization.enabled'='%s')"
            .formatted(vectorized));

    assertEquals(
        new Result("[2],[0],[null],[3]", "b"),
        run("SELECT size(items) FROM lake.sized.grown ORDER BY id", "false"));
    sql("DROP TABLE lake.sized.grown PURGE");
  }

  /**
   * @param fields of the elements of the array of structs that the (first) scan reads
   */
  private record Result(String rows, String fields) {}

  private static Result run(String query, String legacySizeOfNull) {
    Dataset<Row> data = session(legacySizeOfNull).sql(query);
    String rows = data.collectAsList().stream().map(Row::toString).collect(Collectors.joining(","));
    return new Result(
        rows,
        CollectionConverters.asJava(data.queryExecution().optimizedPlan().collectLeaves()).stream()
            .flatMap(leaf -> Arrays.stream(leaf.schema().fields()))
            .map(StructField::dataType)
            .filter(ArrayType.class::isInstance)
            .map(type -> (StructType) ((ArrayType) type).elementType())
            .map(element -> String.join(", ", element.fieldNames()))
            .findFirst()
            .orElseThrow());
  }

  private static SparkSession session(String legacySizeOfNull) {
    SparkSession session = (SparkSession) TestSession.withExtensions().newSession();
    session.conf().set("spark.sql.ansi.enabled", "false");
    session.conf().set("spark.sql.legacy.sizeOfNull", legacySizeOfNull);
    SparkSession.setActiveSession(session);
    return session;
  }
}
