package io.firn.spark.catalog;

import static io.firn.spark.TestSession.sql;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.firn.spark.HookedFileSystem;
import io.firn.spark.TestSession;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Two ALTER TABLE at a time, where the second one has checked everything when it loses. */
class RacingDdlTest {

  @BeforeEach
  void createTable() {
    HookedFileSystem.install();
    sql("CREATE NAMESPACE IF NOT EXISTS hooked.ddl");
    sql("CREATE TABLE hooked.ddl.t (id BIGINT) USING iceberg");
  }

  @AfterEach
  void dropTable() {
    sql("DROP TABLE hooked.ddl.t");
    assertEquals(0, HookedFileSystem.clear());
  }

  private static void race(String faster, String slower) {
    HookedFileSystem.beforeNextCommit(() -> sql("ALTER TABLE hooked.ddl.t " + faster));
    sql("ALTER TABLE hooked.ddl.t " + slower);
  }

  private static List<String> columns() {
    return sql("DESCRIBE hooked.ddl.t").stream().map(r -> r.replace(",null", "")).toList();
  }

  @Test
  void twoDifferentColumnsAreBothAdded() {
    race("ADD COLUMN a INT", "ADD COLUMN b STRING");
    assertEquals(List.of("[id,bigint]", "[a,int]", "[b,string]"), columns());
  }

  @Test
  void theSameColumnIsAddedOnce() {
    Exception e =
        assertThrows(Exception.class, () -> race("ADD COLUMN a INT", "ADD COLUMN a STRING"));
    TestSession.messageWith(e, "already exists");
    assertEquals(List.of("[id,bigint]", "[a,int]"), columns());
  }

  @Test
  void propertiesAndARenameBothHold() {
    race("RENAME COLUMN id TO key", "SET TBLPROPERTIES ('a'='1')");
    race("SET TBLPROPERTIES ('b'='2')", "ALTER COLUMN key COMMENT 'the key'");
    assertEquals(List.of("[key,bigint,the key]"), columns());
    assertEquals(List.of("[a,1]"), sql("SHOW TBLPROPERTIES hooked.ddl.t ('a')"));
    assertEquals(List.of("[b,2]"), sql("SHOW TBLPROPERTIES hooked.ddl.t ('b')"));
  }
}
