package io.firn.spark.catalog;

import static io.firn.spark.TestSession.files;
import static io.firn.spark.TestSession.messageWith;
import static io.firn.spark.TestSession.sql;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.firn.spark.TestSession;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class DropTest {

  @Test
  void purgeDeletesEveryFileThatTheTableRefersTo() {
    Path data = TestSession.directory("data");
    sql("CREATE TABLE jlake.drops.t (id int) TBLPROPERTIES ('write.data.path'='" + data + "')");
    sql("INSERT INTO jlake.drops.t VALUES (1)");
    sql("INSERT INTO jlake.drops.t VALUES (2)");
    sql("INSERT OVERWRITE jlake.drops.t VALUES (3)");
    assertEquals(3, files(data).stream().filter(f -> !f.endsWith(".crc")).count());
    sql("DROP TABLE jlake.drops.t PURGE");
    assertEquals(List.of(), files(data));
    assertEquals(List.of(), files(TestSession.jdbcWarehouse().resolve("drops/t")));
  }

  @Test
  void purgeOfAHadoopTableDeletesFilesElsewhereToo() {
    Path data = TestSession.directory("data");
    sql("CREATE TABLE lake.drops.t (id int) TBLPROPERTIES ('write.data.path'='" + data + "')");
    sql("INSERT INTO lake.drops.t VALUES (1)");
    assertFalse(files(data).isEmpty());
    sql("DROP TABLE lake.drops.t PURGE");
    assertEquals(List.of(), files(data));
    assertEquals(List.of(), files(TestSession.warehouse().resolve("drops/t")));
  }

  @Test
  void dropWithoutPurgeKeepsTheFilesOfAJdbcTable() {
    sql("CREATE TABLE jlake.drops.kept (id int)");
    sql("INSERT INTO jlake.drops.kept VALUES (1)");
    List<String> before = files(TestSession.jdbcWarehouse().resolve("drops/kept"));
    sql("DROP TABLE jlake.drops.kept");
    assertEquals(before, files(TestSession.jdbcWarehouse().resolve("drops/kept")));
    assertTrue(before.stream().anyMatch(f -> f.endsWith(".parquet")));
  }

  @Test
  void purgeIsRefusedWhereFilesMayBeShared() {
    sql("CREATE TABLE jlake.drops.shared (id int) TBLPROPERTIES ('gc.enabled'='false')");
    Exception e = assertThrows(Exception.class, () -> sql("DROP TABLE jlake.drops.shared PURGE"));
    messageWith(
        e,
        "Cannot purge jlake.drops.shared: its property gc.enabled is false, because other tables"
            + " may use its files. DROP TABLE without PURGE, or set gc.enabled=true");
    assertEquals(List.of("[drops,shared,false]"), sql("SHOW TABLES IN jlake.drops LIKE 'shared'"));
    sql("DROP TABLE jlake.drops.shared");
  }
}
