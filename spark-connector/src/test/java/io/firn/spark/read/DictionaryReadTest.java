package io.firn.spark.read;

import static org.apache.iceberg.types.Types.NestedField.optional;
import static org.apache.iceberg.types.Types.NestedField.required;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.types.Types;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Strings are those of the dictionary of their own row group, wherever they are in the schema. */
class DictionaryReadTest {
  private static final int BLOCK = 400;

  private static final Types.StructType PLACE =
      Types.StructType.of(
          optional(4, "city", Types.StringType.get()),
          optional(5, "zips", Types.ListType.ofOptional(6, Types.StringType.get())));

  private static final Schema SCHEMA =
      new Schema(
          required(1, "id", Types.LongType.get()),
          optional(2, "name", Types.StringType.get()),
          optional(3, "place", PLACE),
          optional(
              7,
              "labels",
              Types.MapType.ofOptional(8, 9, Types.StringType.get(), Types.StringType.get())),
          optional(
              10,
              "visits",
              Types.ListType.ofOptional(
                  11, Types.StructType.of(optional(12, "who", Types.StringType.get())))));

  @TempDir Path directory;

  /**
   * A word of the block's own few, so that the same entry means another word in the next row group.
   */
  private static String word(Random random, long id) {
    int words = id / BLOCK % 3 == 2 ? 2 * BLOCK : 5;
    return random.nextInt(8) == 0 ? null : "w" + id / BLOCK + "-" + random.nextInt(words);
  }

  private static List<String> words(Random random, long id) {
    List<String> words = new ArrayList<>();
    for (int i = random.nextInt(4); i > 0; i--) {
      words.add(word(random, id));
    }
    return words;
  }

  private static Record row(OracleTable table, Random random, long id) {
    Map<String, String> labels = new LinkedHashMap<>();
    words(random, id).forEach(word -> labels.put(String.valueOf(word), word(random, id)));
    Schema who = new Schema(optional(12, "who", Types.StringType.get()));
    return table.row(
        id,
        word(random, id),
        random.nextInt(9) == 0
            ? null
            : OracleTable.row(new Schema(PLACE.fields()), word(random, id), words(random, id)),
        random.nextInt(9) == 0 ? null : labels,
        words(random, id).stream().map(word -> OracleTable.row(who, word)).toList());
  }

  @ParameterizedTest
  @CsvSource({"5000, false", "7, false", "5000, true"})
  void stringsAreThoseOfTheirRowGroup(String batchSize, boolean deleted) {
    long seed = Long.getLong("firn.test.seed", 20261201L);
    System.out.println("DictionaryReadTest seed " + seed);
    Random random = new Random(seed);
    OracleTable table =
        OracleTable.create(
            directory,
            SCHEMA,
            PartitionSpec.unpartitioned(),
            3,
            Map.of(
                "write.parquet.row-group-size-bytes",
                "6000",
                "write.parquet.row-group-check-min-record-count",
                "50",
                "write.parquet.row-group-check-max-record-count",
                "50",
                "write.parquet.page-row-limit",
                "50",
                // One task reads all row groups of a file.
                "read.split.adaptive-size.enabled",
                "false"));
    for (int file = 0; file < 2; file++) {
      List<Record> rows = new ArrayList<>();
      for (long id = 0; id < 10 * BLOCK; id++) {
        rows.add(row(table, random, id + file * 20 * BLOCK));
      }
      DataFile written = table.append(rows).get(0);
      if (deleted) {
        table.deletePositions(
            written, random.longs(2 * BLOCK, 0, 10 * BLOCK).sorted().distinct().toArray());
      }
    }

    Dataset<Row> rows = ReadSession.get().read().option("batch-size", batchSize).table(table.sql());
    List<String> expected = table.expected();
    assertEquals(expected, Canonical.rows(rows), "seed " + seed);
    ColumnTypesReadTest.assertColumnar(rows);

    // Pages are skipped: the footer does not tell what is read of a row group.
    String filter = "id >= 1450 AND id < 2250 OR id IN (3100, 9400)";
    List<String> some = Canonical.rows(rows).stream().filter(row -> matches(row)).toList();
    assertEquals(some, Canonical.rows(rows.filter(filter)), "seed " + seed);
  }

  private static boolean matches(String row) {
    long id = Long.parseLong(row.substring(1, row.indexOf(',')));
    return id >= 1450 && id < 2250 || id == 3100 || id == 9400;
  }
}
