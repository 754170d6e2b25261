package io.firn.spark.catalog;

import static io.firn.spark.TestSession.messageWith;
import static io.firn.spark.TestSession.sql;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.firn.spark.TestSession;
import java.util.List;
import org.apache.spark.sql.connector.catalog.TableSummary;
import org.junit.jupiter.api.Test;

class NamespaceTest {

  @Test
  void namespacesAreCreatedListedDescribedAndDropped() {
    sql("CREATE NAMESPACE jlake.ns1 COMMENT 'c' WITH DBPROPERTIES ('a'='1')");
    sql("CREATE NAMESPACE jlake.ns1.sub");
    sql("CREATE NAMESPACE IF NOT EXISTS jlake.ns1");
    assertTrue(sql("SHOW NAMESPACES IN jlake").contains("[ns1]"));
    assertEquals(List.of("[ns1.sub]"), sql("SHOW NAMESPACES IN jlake.ns1"));
    sql("ALTER NAMESPACE jlake.ns1 SET PROPERTIES ('b'='2')");
    String described = String.join("\n", sql("DESCRIBE NAMESPACE EXTENDED jlake.ns1"));
    assertTrue(described.contains("[Comment,c]"), described);
    assertTrue(described.contains("(a,1)") && described.contains("(b,2)"), described);
    Exception exists = assertThrows(Exception.class, () -> sql("CREATE NAMESPACE jlake.ns1"));
    messageWith(exists, "SCHEMA_ALREADY_EXISTS");
    Exception full = assertThrows(Exception.class, () -> sql("DROP NAMESPACE jlake.ns1"));
    messageWith(full, "SCHEMA_NOT_EMPTY");
    sql("DROP NAMESPACE jlake.ns1 CASCADE");
    Exception missing = assertThrows(Exception.class, () -> sql("SHOW TABLES IN jlake.ns1"));
    messageWith(missing, "SCHEMA_NOT_FOUND");
  }

  @Test
  void hadoopNamespacesHaveNoProperties() {
    sql("CREATE NAMESPACE lake.plain");
    Exception e =
        assertThrows(Exception.class, () -> sql("CREATE NAMESPACE lake.told COMMENT 'c'"));
    messageWith(e, "A hadoop catalog keeps no namespace properties; lake.told cannot have comment");
    assertEquals(List.of(), sql("SHOW NAMESPACES IN lake.plain"));
    sql("DROP NAMESPACE lake.plain");
  }

  @Test
  void tableSummariesNeedNoTable() throws Exception {
    sql("CREATE NAMESPACE lake.summed");
    sql("CREATE TABLE lake.summed.t (id int)");
    TableSummary[] summaries =
        TestSession.catalog("lake").listTableSummaries(new String[] {"summed"});
    assertEquals(1, summaries.length);
    assertEquals("summed.t", summaries[0].identifier().toString());
    assertEquals("EXTERNAL", summaries[0].tableType());
    sql("DROP NAMESPACE lake.summed CASCADE");
  }

  @Test
  void currentNamespaceCompletesNames() {
    sql("CREATE NAMESPACE lake.used");
    sql("CREATE TABLE lake.used.t AS SELECT 5 AS id");
    sql("USE lake.used");
    try {
      assertEquals(List.of("[5]"), sql("SELECT * FROM t"));
      assertEquals(List.of("[5]"), sql("SELECT * FROM used.t"));
      assertEquals(List.of("[1]"), sql("SELECT count(*) FROM lake.used.t.snapshots"));
    } finally {
      sql("USE spark_catalog.default");
    }
    sql("DROP NAMESPACE lake.used CASCADE");
  }
}
