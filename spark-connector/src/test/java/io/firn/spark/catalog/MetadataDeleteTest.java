package io.firn.spark.catalog;

import static io.firn.spark.TestSession.sql;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class MetadataDeleteTest {

  @BeforeEach
  void createTable() {
    sql("CREATE NAMESPACE lake.del");
    sql("CREATE TABLE lake.del.t (id int, p string) PARTITIONED BY (p)");
    sql("INSERT INTO lake.del.t VALUES (1, 'a'), (2, 'a'), (3, 'b'), (4, 'c')");
  }

  @AfterEach
  void dropTable() {
    sql("DROP NAMESPACE lake.del CASCADE");
  }

  @Test
  void deleteOfPartitionsRemovesFilesWithoutWritingAny() {
    sql("DELETE FROM lake.del.t WHERE p IN ('a', 'c')");
    assertEquals(List.of("[3,b]"), sql("SELECT * FROM lake.del.t"));
    assertEquals(List.of("[delete,3,null]"), lastSnapshot());
  }

  @Test
  void deleteOfWholeFilesByStatsRemovesThem() {
    sql("DELETE FROM lake.del.t WHERE id >= 3");
    assertEquals(List.of("[1,a]", "[2,a]"), sql("SELECT * FROM lake.del.t ORDER BY id"));
    assertEquals(List.of("[delete,2,null]"), lastSnapshot());
  }

  @Test
  void deleteWithoutConditionAndTruncateRemoveEverything() {
    sql("DELETE FROM lake.del.t");
    assertEquals(List.of(), sql("SELECT * FROM lake.del.t"));
    assertEquals(List.of("[delete,4,null]"), lastSnapshot());
    sql("INSERT INTO lake.del.t VALUES (5, 'e')");
    sql("TRUNCATE TABLE lake.del.t");
    assertEquals(List.of(), sql("SELECT * FROM lake.del.t"));
  }

  private static List<String> lastSnapshot() {
    return sql(
        "SELECT operation, summary['deleted-records'], summary['added-data-files']"
            + " FROM lake.del.t.snapshots ORDER BY committed_at DESC LIMIT 1");
  }
}
