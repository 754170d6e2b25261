package io.firn.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.firn.error.FirnException;
import io.firn.error.UnsupportedFeatureException;
import java.nio.ByteBuffer;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.iceberg.DataFiles;
import org.apache.iceberg.Table;
import org.apache.iceberg.hadoop.HadoopTables;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Files that Firn does not read: a statement that needs one is refused with its name; all others
 * work.
 */
@Tag("iceberg-oracle")
class ForeignFormatsTest {

  @BeforeAll
  static void createNamespace() {
    Lakes.sql("CREATE NAMESPACE lake.foreign");
  }

  @ParameterizedTest
  @ValueSource(strings = {"avro", "orc"})
  void dataFilesOfOtherFormatsAreRefusedWhereTheyAreNeeded(String format) {
    String t = "lake.foreign." + format;
    Lakes.sql("CREATE TABLE " + t + " (id INT, p INT) PARTITIONED BY (p)");
    Lakes.sql("INSERT INTO " + t + " VALUES (1, 1), (2, 2)");
    Lakes.sql("ALTER TABLE " + t + " SET TBLPROPERTIES ('write.format.default'='" + format + "')");
    Lakes.sql("INSERT INTO ice.foreign." + format + " VALUES (3, 3)");
    Lakes.sql("ALTER TABLE " + t + " UNSET TBLPROPERTIES ('write.format.default')");
    String file = path(t + ".files WHERE file_format != 'PARQUET'");
    assertTrue(file.endsWith("." + format), file);

    assertRefused("SELECT * FROM " + t, t, file, format.toUpperCase(java.util.Locale.ROOT));
    assertRefused("SELECT * FROM " + t + " WHERE p > 1", t, file, "only Parquet is supported");
    assertRefused("UPDATE " + t + " SET id = id + 1 WHERE id = 3", t, file, "only Parquet");
    assertRefused("DELETE FROM " + t + " WHERE id % 2 = 1", t, file, "only Parquet");

    assertEquals(List.of("[1, 1]"), Lakes.rows("SELECT * FROM " + t + " WHERE p = 1"));
    assertEquals(List.of("[2, 2]"), Lakes.rows("SELECT * FROM " + t + " WHERE p < 3 AND id > 1"));
    assertEquals(List.of("[3]"), Lakes.rows("SELECT count(*) FROM " + t));
    assertEquals(List.of("[3]"), Lakes.rows("SELECT max(p) FROM " + t));
    assertEquals(List.of("[3]"), Lakes.rows("SELECT count(*) FROM " + t + ".files"));
    Lakes.sql("INSERT INTO " + t + " VALUES (4, 4)");
    Lakes.sql("UPDATE " + t + " SET id = 20 WHERE p = 2");
    Lakes.sql("DELETE FROM " + t + " WHERE p = 3");
    assertEquals(
        List.of("[1, 1]", "[20, 2]", "[4, 4]"), Lakes.rows("SELECT * FROM " + t + " ORDER BY p"));
  }

  @Test
  void deleteFilesOfOtherFormatsAreRefused() {
    String t = "lake.foreign.deletes";
    Lakes.sql("CREATE TABLE " + t + " (id INT, p INT) PARTITIONED BY (p)");
    Lakes.sql("INSERT INTO " + t + " SELECT id, id % 2 FROM range(10)");
    Lakes.sql(
        "ALTER TABLE "
            + t
            + " SET TBLPROPERTIES ('write.delete.mode'='merge-on-read','write.delete.format.default'='avro')");
    Lakes.sql("DELETE FROM ice.foreign.deletes WHERE id = 3");
    String file = path(t + ".delete_files");
    assertRefused("SELECT * FROM " + t, t, file, "AVRO");
    assertEquals(List.of("[5]"), Lakes.rows("SELECT count(id) FROM " + t + " WHERE p = 0"));
    assertRefused("SELECT * FROM " + t + ".position_deletes", t, file, "AVRO");
  }

  @Test
  void encryptedDataFilesAreRefused() {
    String t = "lake.foreign.encrypted";
    Lakes.sql("CREATE TABLE " + t + " (id INT, p INT) PARTITIONED BY (p)");
    Lakes.sql("INSERT INTO " + t + " VALUES (1, 1)");
    Table table =
        new HadoopTables(new Configuration())
            .load(Lakes.warehouse().resolve("foreign/encrypted").toString());
    String file = table.location() + "/data/p=2/secret.parquet";
    table
        .newAppend()
        .appendFile(
            DataFiles.builder(table.spec())
                .withPath(file)
                .withPartitionPath("p=2")
                .withFormat("parquet")
                .withFileSizeInBytes(1000)
                .withRecordCount(1)
                .withEncryptionKeyMetadata(ByteBuffer.wrap(new byte[] {1, 2, 3}))
                .build())
        .commit();
    assertRefused("SELECT * FROM " + t, t, file, "it is encrypted");
    assertEquals(List.of("[1, 1]"), Lakes.rows("SELECT * FROM " + t + " WHERE p = 1"));
  }

  private static String path(String from) {
    return (String) Lakes.sql("SELECT file_path FROM " + from).get(0).get(0);
  }

  private static void assertRefused(String statement, String table, String file, String reason) {
    Exception e = assertThrows(Exception.class, () -> Lakes.sql(statement), statement);
    FirnException failure = Lakes.firnFailure(e);
    assertInstanceOf(UnsupportedFeatureException.class, failure, statement);
    String message = String.valueOf(failure.getMessage());
    assertTrue(message.contains(table), message);
    assertTrue(message.contains(file), message);
    assertTrue(message.contains(reason), message);
  }
}
