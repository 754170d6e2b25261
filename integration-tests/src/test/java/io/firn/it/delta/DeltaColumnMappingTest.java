package io.firn.it.delta;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Columns that were renamed and dropped are found in files of any age. */
class DeltaColumnMappingTest {

  @Test
  void byNameFromSomeVersionOn() {
    DeltaTwin twin = new DeltaTwin("by_name");
    twin.run("CREATE TABLE %T (id INT, a STRING, gone INT, p INT) USING delta PARTITIONED BY (p)")
        .run("INSERT INTO %T VALUES (1, 'x', 7, 1), (2, 'y', 8, NULL)")
        .run(
            "ALTER TABLE %T SET TBLPROPERTIES ('delta.columnMapping.mode' = 'name',"
                + " 'delta.minReaderVersion' = '2', 'delta.minWriterVersion' = '5')")
        .run("ALTER TABLE %T RENAME COLUMN a TO b")
        .run("ALTER TABLE %T DROP COLUMN gone")
        .run("ALTER TABLE %T RENAME COLUMN p TO part")
        .run("INSERT INTO %T VALUES (3, 'z', 2)")
        .run("ALTER TABLE %T ADD COLUMNS (gone STRING, s STRUCT<`x y`: INT, z: STRING>)")
        .run("INSERT INTO %T VALUES (4, 'w', 2, 'new', struct(5, 'q'))");
    twin.call("snapshot_delta", "");
    twin.assertSameVersionsFrom(0);
  }

  @Test
  void byIdFromTheBeginning() {
    DeltaTwin twin = new DeltaTwin("by_id");
    twin.run(
            "CREATE TABLE %T (id INT, `a b` STRING, s STRUCT<x: INT>) USING delta TBLPROPERTIES"
                + " ('delta.columnMapping.mode' = 'id', 'delta.enableDeletionVectors' = 'true')")
        .run("INSERT INTO %T SELECT id, 'x', struct(id) FROM range(0, 5, 1, 1)")
        .run("ALTER TABLE %T RENAME COLUMN `a b` TO c")
        .run("DELETE FROM %T WHERE id = 2");
    twin.call("snapshot_delta", "");
    twin.assertSameVersionsFrom(0);
  }

  /** Iceberg would read nulls for the list. */
  @Test
  void listsWithoutFieldIdsAreRefusedAndNothingIsLeft() {
    DeltaTwin twin = new DeltaTwin("lists");
    twin.run(
            "CREATE TABLE %T (id INT, l ARRAY<INT>) USING delta TBLPROPERTIES"
                + " ('delta.columnMapping.mode' = 'name')")
        .run("INSERT INTO %T VALUES (1, array(1))");
    Throwable e = assertThrows(Throwable.class, () -> twin.call("snapshot_delta", ""));
    assertTrue(
        e.getMessage().contains("has field ids, but not that of the element of the column l"),
        e::getMessage);
    assertEquals(List.of(), twin.firnFiles());
  }

  @Test
  void listsWithFieldIdsAreFound() {
    DeltaTwin twin = new DeltaTwin("lists_with_ids");
    twin.run(
            "CREATE TABLE %T (id INT, l ARRAY<INT>, m MAP<STRING, ARRAY<STRUCT<x: INT>>>) USING"
                + " delta TBLPROPERTIES ('delta.columnMapping.mode' = 'name',"
                + " 'delta.enableIcebergCompatV2' = 'true', 'delta.enableDeletionVectors' ="
                + " 'false')")
        .run(
            "INSERT INTO %T VALUES (1, array(1, NULL), map('k', array(struct(7)))), (2, NULL, NULL)");
    twin.call("snapshot_delta", "");
    twin.assertSameVersionsFrom(0);
  }

  @Test
  void widenedTypesReadAllFiles() {
    DeltaTwin twin = new DeltaTwin("widened");
    twin.run(
            "CREATE TABLE %T (a TINYINT, b INT, d DECIMAL(5, 2)) USING delta TBLPROPERTIES"
                + " ('delta.enableTypeWidening' = 'true')")
        .run("INSERT INTO %T VALUES (1, 2, 3.45)")
        .run("ALTER TABLE %T ALTER COLUMN a TYPE INT")
        .run("ALTER TABLE %T ALTER COLUMN b TYPE BIGINT")
        .run("ALTER TABLE %T ALTER COLUMN d TYPE DECIMAL(9, 2)")
        .run("INSERT INTO %T VALUES (100000, 10000000000, 1234567.89)");
    twin.call("snapshot_delta", "");
    twin.assertSameVersionsFrom(0);
  }
}
