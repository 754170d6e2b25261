package io.firn.it.maintain;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.firn.it.Lakes;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.datasketches.memory.Memory;
import org.apache.datasketches.theta.SetOperation;
import org.apache.datasketches.theta.Union;
import org.apache.iceberg.BlobMetadata;
import org.apache.iceberg.Schema;
import org.apache.iceberg.StatisticsFile;
import org.apache.iceberg.Table;
import org.apache.iceberg.puffin.Puffin;
import org.apache.iceberg.puffin.PuffinReader;
import org.apache.iceberg.relocated.com.google.common.collect.ImmutableMap;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.Test;

/** Column sketches against those that Apache Iceberg's own procedure makes of the same snapshot. */
class TableStatsTwinTest {

  /** What the statistics of the current snapshot are: blob by blob as metadata and as bytes. */
  private static Map<String, ByteBuffer> blobs(Table table) {
    StatisticsFile file =
        table.statisticsFiles().stream()
            .filter(f -> f.snapshotId() == table.currentSnapshot().snapshotId())
            .findFirst()
            .orElseThrow();
    Map<String, ByteBuffer> blobs = new TreeMap<>();
    try (PuffinReader reader =
        Puffin.read(table.io().newInputFile(file.path()))
            .withFileSize(file.fileSizeInBytes())
            .withFooterSize(file.fileFooterSizeInBytes())
            .build()) {
      List<org.apache.iceberg.puffin.BlobMetadata> stored = reader.fileMetadata().blobs();
      reader
          .readAll(stored)
          .forEach(
              pair -> {
                var blob = pair.first();
                blobs.put(
                    "%s %s %d %d %s %s"
                        .formatted(
                            blob.inputFields(),
                            blob.type(),
                            blob.snapshotId(),
                            blob.sequenceNumber(),
                            blob.compressionCodec(),
                            blob.properties()),
                    pair.second());
              });
      List<String> listed =
          file.blobMetadata().stream().map(TableStatsTwinTest::describe).sorted().toList();
      List<String> inFile =
          stored.stream()
              .map(
                  b ->
                      "%s %s %d %d %s"
                          .formatted(
                              b.inputFields(),
                              b.type(),
                              b.snapshotId(),
                              b.sequenceNumber(),
                              b.properties()))
              .sorted()
              .toList();
      assertEquals(inFile, listed);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return blobs;
  }

  private static String describe(BlobMetadata blob) {
    return "%s %s %d %d %s"
        .formatted(
            blob.fields(),
            blob.type(),
            blob.sourceSnapshotId(),
            blob.sourceSnapshotSequenceNumber(),
            blob.properties());
  }

  /** Both compute; the results. */
  private static List<Map<String, ByteBuffer>> both(SharedTable table, String arguments) {
    String call = ".system.compute_table_stats(table => '%N'" + arguments + ")";
    List<String> result = table.lake("CALL lake" + call);
    Map<String, ByteBuffer> ours = blobs(table.load());
    assertEquals(
        "[" + table.load().statisticsFiles().get(0).path().replaceAll("^file:", "") + "]",
        result.get(0).replace("[file:", "["));
    table.ice("CALL ice" + call);
    return List.of(ours, blobs(table.load()));
  }

  @Test
  void valuesOfAllTypesAreHashedAsIcebergDoes() {
    SharedTable table =
        SharedTable.create(
            "ndv_types",
            new Schema(
                Types.NestedField.optional(1, "flag", Types.BooleanType.get()),
                Types.NestedField.optional(2, "i", Types.IntegerType.get()),
                Types.NestedField.optional(3, "l", Types.LongType.get()),
                Types.NestedField.optional(4, "f", Types.FloatType.get()),
                Types.NestedField.optional(5, "d", Types.DoubleType.get()),
                Types.NestedField.optional(6, "small", Types.DecimalType.of(9, 2)),
                Types.NestedField.optional(7, "large", Types.DecimalType.of(38, 10)),
                Types.NestedField.optional(8, "day", Types.DateType.get()),
                Types.NestedField.optional(9, "ts", Types.TimestampType.withoutZone()),
                Types.NestedField.optional(10, "tz", Types.TimestampType.withZone()),
                Types.NestedField.optional(11, "s", Types.StringType.get()),
                Types.NestedField.optional(12, "b", Types.BinaryType.get()),
                Types.NestedField.optional(13, "fixed", Types.FixedType.ofLength(3)),
                Types.NestedField.optional(14, "u", Types.UUIDType.get()),
                Types.NestedField.optional(15, "nothing", Types.LongType.get()),
                Types.NestedField.optional(
                    16,
                    "n",
                    Types.StructType.of(
                        Types.NestedField.optional(17, "inner", Types.StringType.get()))),
                Types.NestedField.optional(
                    18, "list", Types.ListType.ofOptional(19, Types.LongType.get()))));
    table.ice(
        "INSERT INTO %T SELECT id % 3 = 0, int(id % 40), id - 50, float(id) / 3, double(id % 7) / 7 * -1,"
            + " decimal(id) / 100 - 1, decimal(id % 9) * 1234567890123456789,"
            + " date_add(date'1969-12-20', int(id % 30)), timestamp_ntz'2020-01-01' + make_interval(0, 0, 0, int(id)),"
            + " timestamp_micros(id * 1001 - 5), if(id % 10 = 0, null, concat('ä€😀', id % 60)),"
            + " encode(string(id % 5), 'UTF-8'), encode(string(100 + id % 20), 'UTF-8'),"
            + " concat('00000000-0000-0000-0000-0000000001', lpad(id % 11, 2, '0')), null,"
            + " named_struct('inner', string(id % 4)), array(id) FROM range(0, 100, 1, 2)");
    List<Map<String, ByteBuffer>> results = both(table, "");
    assertEquals(results.get(1), results.get(0));
    Map<String, String> ndv = new TreeMap<>();
    results
        .get(0)
        .keySet()
        .forEach(key -> ndv.put(key.replaceAll(" .*", ""), key.replaceAll(".*ndv=(\\d+).*", "$1")));
    assertEquals(
        ImmutableMap.builder()
            .put("[1]", "2")
            .put("[2]", "40")
            .put("[3]", "100")
            .put("[4]", "100")
            .put("[5]", "7")
            .put("[6]", "100")
            .put("[7]", "9")
            .put("[8]", "30")
            .put("[9]", "100")
            .put("[10]", "100")
            .put("[11]", "54")
            .put("[12]", "5")
            .put("[13]", "20")
            .put("[14]", "11")
            .put("[15]", "0")
            .build(),
        ndv);
    List<Map<String, ByteBuffer>> nested =
        both(table, ", columns => array('n.inner', 'i', 'n.inner')");
    assertEquals(nested.get(1), nested.get(0));
    assertEquals(2, nested.get(0).size());
  }

  @Test
  void manyValuesInManyFilesGiveSketchesThatUnite() {
    SharedTable table = SharedTable.create("ndv_many", "id BIGINT, v STRING", "");
    for (int part = 0; part < 3; part++) {
      table.lake(
          "INSERT INTO %T SELECT id, string(id % 9000) FROM range({from}, {to}, 1, 2)"
              .replace("{from}", Integer.toString(part * 6000))
              .replace("{to}", Integer.toString(part * 6000 + 8000)));
    }
    List<Map<String, ByteBuffer>> results = both(table, "");
    List<ByteBuffer> ours = List.copyOf(results.get(0).values());
    List<ByteBuffer> theirs = List.copyOf(results.get(1).values());
    long[] distinct = {20_000, 9_000};
    for (int i = 0; i < distinct.length; i++) {
      Union union = SetOperation.builder().buildUnion();
      union.union(Memory.wrap(bytes(ours.get(i))));
      double alone = union.getResult().getEstimate();
      union.union(Memory.wrap(bytes(theirs.get(i))));
      assertEquals(distinct[i], alone, 0.06 * distinct[i]);
      assertEquals(alone, union.getResult().getEstimate(), 0.03 * distinct[i]);
    }
  }

  private static byte[] bytes(ByteBuffer buffer) {
    byte[] bytes = new byte[buffer.remaining()];
    buffer.duplicate().get(bytes);
    return bytes;
  }

  @Test
  void aSnapshotIsReadAsItWasAndDeletedRowsDoNotCount() {
    SharedTable table =
        SharedTable.create(
            "ndv_snapshots",
            "id BIGINT, gone STRING",
            "TBLPROPERTIES ('format-version'='3', 'write.delete.mode'='merge-on-read')");
    table.lake("INSERT INTO %T SELECT id, string(id) FROM range(0, 10, 1, 1)");
    long first = table.load().currentSnapshot().snapshotId();
    table.lake("DELETE FROM %T WHERE id < 4");
    table.lake("ALTER TABLE %T DROP COLUMN gone");
    table.lake("ALTER TABLE %T ADD COLUMN later INT");
    table.lake("INSERT INTO %T VALUES (3, 7)");
    List<Map<String, ByteBuffer>> results = both(table, "");
    assertEquals(results.get(1), results.get(0));
    assertEquals(
        List.of("{ndv=7}", "{ndv=1}"),
        results.get(0).keySet().stream().map(key -> key.replaceAll(".* ", "")).toList());
    table.lake("CALL lake.system.compute_table_stats('%N', " + first + ", array('gone'))");
    StatisticsFile ofFirst =
        table.load().statisticsFiles().stream()
            .filter(f -> f.snapshotId() == first)
            .findFirst()
            .orElseThrow();
    assertEquals(
        "[2] apache-datasketches-theta-v1 " + first + " 1 {ndv=10}",
        describe(ofFirst.blobMetadata().get(0)));
    // Another call replaces what the snapshot had, and what another snapshot has stays.
    assertEquals(2, table.load().statisticsFiles().size());
  }

  @Test
  void whatCannotBeComputedIsRefused() {
    SharedTable table = SharedTable.create("ndv_refused", "id BIGINT, n STRUCT<a: INT>", "");
    String call = ".system.compute_table_stats(table => '%N'";
    assertEquals(List.of(), table.lake("CALL lake" + call + ")"));
    assertEquals(List.of(), table.ice("CALL ice" + call + ")"));
    table.lake("INSERT INTO %T VALUES (1, named_struct('a', 1))");
    refused(table, ", snapshot_id => 7", "Snapshot not found: 7");
    refused(table, ", columns => array('no')", "Can't find column no in");
    refused(
        table,
        ", columns => array('n')",
        "Can't compute stats on non-primitive type column: n (struct");
    table.lake("CALL lake" + call + ", columns => array('n.a'))");
    assertEquals(1, table.load().statisticsFiles().size());
  }

  private static void refused(SharedTable table, String arguments, String message) {
    for (String engine : List.of("lake", "ice")) {
      Exception e =
          assertThrows(
              Exception.class,
              () ->
                  Lakes.rows(
                      "CALL %s.system.compute_table_stats(table => 'maintain.%s'%s)"
                          .formatted(engine, table.name(), arguments)));
      assertTrue(e.getMessage().contains(message), e.getMessage());
    }
  }
}
