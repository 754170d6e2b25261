package io.firn.spark.write;

import static io.firn.spark.TestSession.sql;
import static org.apache.spark.sql.functions.col;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.firn.spark.TestSession;
import java.util.List;
import org.apache.spark.sql.DataFrameWriterV2;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.catalyst.analysis.NoSuchTableException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Overwrites fail over what landed since a snapshot if they are asked to, and win otherwise. */
class OverwriteValidationTest {
  private static final String TABLE = "lake.validated.t";
  private static final String ADDED = "Found conflicting files that can contain records matching";
  private static final String REMOVED = "Found conflicting deleted files that can";

  private long start;

  @BeforeEach
  void createTable() {
    sql("CREATE NAMESPACE IF NOT EXISTS lake.validated");
    sql("CREATE TABLE " + TABLE + " (id BIGINT, p STRING) USING iceberg PARTITIONED BY (p)");
    sql("INSERT INTO " + TABLE + " VALUES (1, 'a'), (2, 'b')");
    start = TestSession.snapshotId(TABLE);
  }

  @AfterEach
  void dropTable() {
    sql("DROP TABLE " + TABLE);
  }

  private DataFrameWriterV2<Row> writer(String isolation) {
    DataFrameWriterV2<Row> writer =
        TestSession.get().sql("SELECT 9L AS id, 'a' AS p").writeTo(TABLE);
    return isolation.isEmpty()
        ? writer
        : writer
            .option("isolation-level", isolation)
            .option("validate-from-snapshot-id", Long.toString(start));
  }

  private static void byFilter(DataFrameWriterV2<Row> writer) {
    try {
      writer.overwrite(col("p").equalTo("a"));
    } catch (NoSuchTableException e) {
      throw new AssertionError(e);
    }
  }

  private static void byPartition(DataFrameWriterV2<Row> writer) {
    try {
      writer.overwritePartitions();
    } catch (NoSuchTableException e) {
      throw new AssertionError(e);
    }
  }

  private static void assertConflict(String phrase, Runnable write) {
    List<String> before = rows();
    Exception e = assertThrows(Exception.class, write::run);
    String message = TestSession.messageWith(e, phrase);
    assertTrue(message.contains(" to " + TABLE + ": "), message);
    assertEquals(before, rows());
  }

  private static List<String> rows() {
    return sql("SELECT * FROM " + TABLE + " ORDER BY p, id");
  }

  @Test
  void rowsThatLandedInTheOverwrittenPartStopASerializableOverwrite() {
    sql("INSERT INTO " + TABLE + " VALUES (3, 'a')");
    assertConflict(ADDED, () -> byFilter(writer("serializable")));
    assertConflict(ADDED, () -> byPartition(writer("serializable")));
    byFilter(writer("snapshot"));
    assertEquals(List.of("[9,a]", "[2,b]"), rows());
  }

  @Test
  void appendsDoNotStopAWriteSerializableOverwrite() {
    sql("INSERT INTO " + TABLE + " VALUES (3, 'a')");
    byPartition(writer("write-serializable"));
    assertEquals(List.of("[9,a]", "[2,b]"), rows());
    // That was itself an overwrite of the partition.
    assertConflict(ADDED, () -> byPartition(writer("write-serializable")));
  }

  @Test
  void removedFilesStopEveryValidatedOverwrite() {
    sql("DELETE FROM " + TABLE + " WHERE p = 'a'");
    assertConflict(REMOVED, () -> byFilter(writer("snapshot")));
    assertConflict(REMOVED, () -> byPartition(writer("write-serializable")));
  }

  @Test
  void whatLandedElsewhereStopsNothing() {
    sql("INSERT INTO " + TABLE + " VALUES (3, 'b')");
    byFilter(writer("serializable"));
    start = TestSession.snapshotId(TABLE);
    sql("DELETE FROM " + TABLE + " WHERE p = 'b'");
    byPartition(writer("serializable"));
    assertEquals(List.of("[9,a]"), rows());
  }

  @Test
  void anOverwriteThatWasNotAskedToCheckWins() {
    sql("INSERT INTO " + TABLE + " VALUES (3, 'a')");
    byFilter(writer(""));
    sql("INSERT OVERWRITE " + TABLE + " VALUES (4, 'c')");
    assertEquals(List.of("[4,c]"), rows());
  }

  @Test
  void insertOverwriteTakesTheOptionsToo() {
    sql("INSERT INTO " + TABLE + " VALUES (3, 'a')");
    assertConflict(
        ADDED,
        () ->
            sql(
                "INSERT OVERWRITE %s WITH ('isolation-level'='serializable', 'validate-from-snapshot-id'='%d') VALUES (4, 'c')"
                    .formatted(TABLE, start)));
  }

  @Test
  void wrongOptionsAreNamed() {
    Exception level = assertThrows(Exception.class, () -> byFilter(writer("dirty")));
    TestSession.messageWith(
        level,
        "Invalid isolation level 'dirty' of option isolation-level: use serializable, snapshot or"
            + " write-serializable");
    Exception alone =
        assertThrows(
            Exception.class,
            () ->
                byFilter(
                    TestSession.get()
                        .sql("SELECT 9L AS id, 'a' AS p")
                        .writeTo(TABLE)
                        .option("validate-from-snapshot-id", "7")));
    TestSession.messageWith(
        alone, "The option validate-from-snapshot-id=7 needs the option isolation-level");
  }
}
