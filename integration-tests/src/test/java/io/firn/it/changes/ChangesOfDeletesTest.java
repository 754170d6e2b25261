package io.firn.it.changes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.firn.it.Lakes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DeleteFile;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.data.GenericRecord;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.data.parquet.GenericParquetWriter;
import org.apache.iceberg.deletes.EqualityDeleteWriter;
import org.apache.iceberg.deletes.PositionDelete;
import org.apache.iceberg.deletes.PositionDeleteWriter;
import org.apache.iceberg.hadoop.HadoopTables;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.io.DataWriter;
import org.apache.iceberg.io.OutputFile;
import org.apache.iceberg.parquet.Parquet;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Changes of commits with delete files, which Apache Iceberg's connector refuses to show. */
class ChangesOfDeletesTest {
  private static final String TABLE = "lake.changes.deletes";
  private static final String ALL =
      "SELECT id, data, _change_type, _change_ordinal FROM " + TABLE + ".changes";

  @BeforeEach
  void drop() {
    Lakes.sql("CREATE NAMESPACE IF NOT EXISTS lake.changes");
    Lakes.sql("DROP TABLE IF EXISTS " + TABLE + " PURGE");
  }

  private static void create(int version) {
    Lakes.sql(
        "CREATE TABLE "
            + TABLE
            + " (id INT, data STRING) USING iceberg TBLPROPERTIES ('format-version'='"
            + version
            + "', 'write.delete.mode'='merge-on-read', 'write.update.mode'='merge-on-read')");
    Lakes.sql(
        "INSERT INTO "
            + TABLE
            + " SELECT /*+ COALESCE(1) */ * FROM VALUES (1, 'a'), (2, 'b'), (3, 'c')");
  }

  private static Table library() {
    String warehouse = Lakes.session().conf().get("spark.sql.catalog.lake.warehouse");
    return new HadoopTables(new Configuration()).load(warehouse + "/changes/deletes");
  }

  private static List<String> changesAfter(int ordinal) {
    return Lakes.rows(ALL + " WHERE _change_ordinal > " + ordinal + " ORDER BY 4, 3, 1, 2");
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void aRowIsDeletedOnce(int version) {
    create(version);
    Lakes.sql("DELETE FROM " + TABLE + " WHERE id = 2");
    Lakes.sql("DELETE FROM " + TABLE + " WHERE id = 1");
    Lakes.sql("UPDATE " + TABLE + " SET data = 'd'");
    assertEquals(
        List.of("[2, b, DELETE, 1]", "[1, a, DELETE, 2]", "[3, c, DELETE, 3]", "[3, d, INSERT, 3]"),
        changesAfter(0));
  }

  @Test
  void removedFilesHaveTheirLiveRowsOnly() {
    create(2);
    Lakes.sql("DELETE FROM " + TABLE + " WHERE id = 2");
    Lakes.sql("INSERT OVERWRITE " + TABLE + " VALUES (9, 'z')");
    assertEquals(
        List.of("[2, b, DELETE, 1]", "[1, a, DELETE, 2]", "[3, c, DELETE, 2]", "[9, z, INSERT, 2]"),
        changesAfter(0));
  }

  /**
   * As Flink commits an upsert: equality deletes of older rows, and position deletes of new ones.
   */
  @Test
  void aCommitMayDeleteRowsThatItBrings() throws IOException {
    create(2);
    Table table = library();
    DataFile data = data(table, record(table.schema(), 2, "x"), record(table.schema(), 2, "y"));
    table
        .newRowDelta()
        .addRows(data)
        .addDeletes(keys(table, 2, 7))
        .addDeletes(positions(table, data, 0))
        .commit();
    assertEquals(List.of("[2, b, DELETE, 1]", "[2, y, INSERT, 1]"), changesAfter(0));
    assertEquals(
        List.of("[2, b, UPDATE_BEFORE]", "[2, y, UPDATE_AFTER]"),
        view("identifier_columns => array('id')", "id = 2 AND _change_ordinal = 1"));
  }

  @Test
  void rowsWhoseDeletesAreLiftedAreBack() throws IOException {
    create(2);
    Lakes.sql("DELETE FROM " + TABLE + " WHERE id = 2");
    Table table = library();
    table.newRowDelta().removeDeletes(onlyDelete(table)).commit();
    assertEquals(List.of("[2, b, DELETE, 1]", "[2, b, INSERT, 2]"), changesAfter(0));
    assertEquals(List.of("[2, b, INSERT]"), view("net_changes => true", "id = 2"));
    assertEquals(
        List.of("[2, b, INSERT, 2]"),
        Lakes.rows(ALL + " WHERE _change_type = 'INSERT' AND _change_ordinal = 2"));
  }

  @Test
  void theSnapshotBeforeTheFirstChangeMayHaveExpired() {
    create(3);
    long start = library().currentSnapshot().snapshotId();
    Lakes.sql("DELETE FROM " + TABLE + " WHERE id = 3");
    Lakes.sql(
        "CALL lake.system.expire_snapshots(table => 'changes.deletes', snapshot_ids => array("
            + start
            + "))");
    assertEquals(
        List.of("[3, c, DELETE]"),
        view("options => map('start-snapshot-id', '" + start + "')", "true"));
  }

  @Test
  void aFilterOnTheCommitReadsItsFilesOnly() throws IOException {
    create(2);
    Lakes.sql("INSERT INTO " + TABLE + " VALUES (4, 'd')");
    long second = library().currentSnapshot().snapshotId();
    for (FileScanTask task : library().newScan().planFiles()) {
      if (task.file().recordCount() == 3) {
        Files.delete(Path.of(task.file().location().replaceFirst("^file:", "")));
      }
    }
    assertEquals(
        List.of("[4, d, INSERT, 1]"), Lakes.rows(ALL + " WHERE _commit_snapshot_id = " + second));
    assertEquals(List.of(), Lakes.rows(ALL + " WHERE _change_type = 'DELETE'"));
    assertThrows(Exception.class, () -> Lakes.rows(ALL));
  }

  @ParameterizedTest
  @ValueSource(strings = {"merge-on-read", "copy-on-write"})
  void rowIdsPairUpdates(String mode) {
    create(3);
    Lakes.sql("ALTER TABLE " + TABLE + " SET TBLPROPERTIES ('write.update.mode'='" + mode + "')");
    Lakes.sql("UPDATE " + TABLE + " SET id = 10, data = 'x' WHERE id = 1");
    Lakes.sql("UPDATE " + TABLE + " SET data = 'c' WHERE id = 3");
    Lakes.sql("DELETE FROM " + TABLE + " WHERE id = 2");
    assertEquals(
        List.of("[1, a, UPDATE_BEFORE]", "[2, b, DELETE]", "[10, x, UPDATE_AFTER]"),
        view("compute_updates => true", "_change_ordinal > 0"));
    assertEquals(
        Lakes.rows(
            "SELECT DISTINCT id, _row_id FROM " + TABLE + ".changes WHERE id IN (1, 3) ORDER BY 1"),
        List.of("[1, 0]", "[3, 2]"));
  }

  @Test
  void rowsFromBeforeRowIdsStayDeletedAndInserted() {
    create(2);
    Lakes.sql("ALTER TABLE " + TABLE + " SET TBLPROPERTIES ('format-version'='3')");
    Lakes.sql("UPDATE " + TABLE + " SET data = 'x' WHERE id = 1");
    Lakes.sql("UPDATE " + TABLE + " SET data = 'y' WHERE id = 1");
    assertEquals(
        List.of(
            "[1, a, DELETE]", "[1, x, INSERT]", "[1, x, UPDATE_BEFORE]", "[1, y, UPDATE_AFTER]"),
        view("compute_updates => true", "_change_ordinal > 0"));
  }

  private static List<String> view(String arguments, String condition) {
    Lakes.sql(
        "CALL lake.system.create_changelog_view(table => 'changes.deletes', changelog_view =>"
            + " 'deletes_view', "
            + arguments
            + ")");
    return Lakes.rows(
        "SELECT id, data, _change_type FROM deletes_view WHERE "
            + condition
            + " ORDER BY id, _change_ordinal, _change_type IN ('INSERT', 'UPDATE_AFTER')");
  }

  private static Record record(Schema schema, int id, String data) {
    Record record = GenericRecord.create(schema);
    record.setField("id", id);
    if (schema.findField("data") != null) {
      record.setField("data", data);
    }
    return record;
  }

  private static DataFile data(Table table, Record... records) throws IOException {
    DataWriter<Record> writer =
        Parquet.writeData(newFile(table))
            .forTable(table)
            .createWriterFunc(GenericParquetWriter::create)
            .overwrite()
            .build();
    try (writer) {
      writer.write(List.of(records));
    }
    return writer.toDataFile();
  }

  private static DeleteFile keys(Table table, int... ids) throws IOException {
    Schema key = table.schema().select("id");
    EqualityDeleteWriter<Record> writer =
        Parquet.writeDeletes(newFile(table))
            .forTable(table)
            .rowSchema(key)
            .createWriterFunc(GenericParquetWriter::create)
            .overwrite()
            .equalityFieldIds(key.columns().get(0).fieldId())
            .buildEqualityWriter();
    try (writer) {
      for (int id : ids) {
        writer.write(record(key, id, ""));
      }
    }
    return writer.toDeleteFile();
  }

  private static DeleteFile positions(Table table, DataFile data, long position)
      throws IOException {
    PositionDeleteWriter<Record> writer =
        Parquet.writeDeletes(newFile(table))
            .withSpec(table.spec())
            .overwrite()
            .buildPositionWriter();
    try (writer) {
      writer.write(PositionDelete.<Record>create().set(data.location(), position));
    }
    return writer.toDeleteFile();
  }

  private static OutputFile newFile(Table table) {
    String name = "/data/" + java.util.UUID.randomUUID() + ".parquet";
    return table.io().newOutputFile(table.location() + name);
  }

  private static DeleteFile onlyDelete(Table table) throws IOException {
    try (CloseableIterable<FileScanTask> tasks = table.newScan().planFiles()) {
      return tasks.iterator().next().deletes().get(0);
    }
  }
}
