package io.firn.spark.catalog;

import static io.firn.spark.TestSession.sql;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.firn.spark.TestSession;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.iceberg.hadoop.HadoopTables;
import org.apache.spark.sql.connector.catalog.Identifier;
import org.apache.spark.sql.connector.catalog.constraints.Constraint;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class IdentifierKeyTest {
  private static final String SESSION_KEY = "spark.sql.iceberg.identifier-fields-rely";

  @BeforeAll
  static void createTable() {
    sql("CREATE NAMESPACE lake.ik");
    sql("CREATE TABLE lake.ik.t (id int NOT NULL, v string) USING iceberg");
    new HadoopTables(new Configuration())
        .load(TestSession.warehouse().resolve("ik/t").toString())
        .updateSchema()
        .setIdentifierFields("id")
        .commit();
  }

  @AfterAll
  static void dropTable() {
    sql("DROP NAMESPACE lake.ik CASCADE");
  }

  private static List<String> constraints() throws Exception {
    Constraint[] found =
        TestSession.catalog("lake")
            .loadTable(Identifier.of(new String[] {"ik"}, "t"))
            .constraints();
    return Arrays.stream(found).map(Constraint::toDDL).toList();
  }

  @Test
  void identifierFieldsAreAPrimaryKeyOnlyIfSparkMayRelyOnThem() throws Exception {
    List<String> key = List.of("CONSTRAINT iceberg_pk PRIMARY KEY (id) NOT ENFORCED RELY");
    assertEquals(List.of(), constraints());
    TestSession.get().conf().set(SESSION_KEY, "true");
    try {
      assertEquals(key, constraints());
      sql("INSERT INTO lake.ik.t VALUES (1, 'a')");
      assertEquals(List.of("[1,a]"), sql("SELECT * FROM lake.ik.t WHERE id = 1"));
    } finally {
      TestSession.get().conf().unset(SESSION_KEY);
    }
    sql("ALTER TABLE lake.ik.t SET TBLPROPERTIES ('identifier-fields.rely'='true')");
    assertEquals(key, constraints());
  }
}
