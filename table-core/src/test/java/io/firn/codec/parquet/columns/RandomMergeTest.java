package io.firn.codec.parquet.columns;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.firn.codec.oracle.RandomValues;
import io.firn.codec.oracle.TestTables;
import io.firn.codec.parquet.MetricsConfig;
import io.firn.codec.parquet.ParquetFooter;
import io.firn.codec.parquet.ParquetRowWriter;
import io.firn.codec.parquet.ParquetStats;
import io.firn.deletes.PositionSet;
import io.firn.model.ColumnStats;
import io.firn.types.Field;
import io.firn.types.Schema;
import io.firn.types.SimpleType;
import io.firn.types.StructValue;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import org.apache.parquet.column.ParquetProperties;
import org.apache.parquet.column.ParquetProperties.WriterVersion;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Random files of one schema or of older ones, with random rows deleted: Firn and Apache Iceberg's
 * library read from the merged file what was live, and its stats are those of a writer of rows.
 */
@Tag("iceberg-oracle")
final class RandomMergeTest {
  private static final int ROUNDS = 40;
  private static final long SEED = 20261130;
  private static final List<CompressionCodecName> CODECS =
      List.of(
          CompressionCodecName.ZSTD,
          CompressionCodecName.SNAPPY,
          CompressionCodecName.UNCOMPRESSED);

  /** A round's table and what is done with it. */
  private static final class Round {
    final Random random;
    final RandomValues values;
    final Merging merging = new Merging();
    final List<StructValue> live = new ArrayList<>();
    final List<String> runs = new ArrayList<>();
    final Schema wanted;

    Round(long seed) {
      values = new RandomValues(seed);
      random = values.random();
      List<Field> fields = new ArrayList<>();
      for (Field field : TestTables.everyShape(3).fields()) {
        if (random.nextInt(3) > 0 || field.id() == 100) {
          fields.add(random.nextBoolean() ? field.withRequired(false) : field);
        }
      }
      wanted = new Schema(0, fields);
    }

    /** Few different values, so that pages have dictionaries, or many. */
    List<StructValue> rows(Schema schema, int count) {
      int distinct = random.nextBoolean() ? 1 + random.nextInt(9) : count;
      List<StructValue> pool = new ArrayList<>();
      for (int i = 0; i < Math.min(distinct, count); i++) {
        pool.add(values.struct(schema.struct()));
      }
      List<StructValue> rows = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        rows.add(pool.get(distinct == count ? i : random.nextInt(pool.size())));
      }
      return rows;
    }

    /** The schema as it may have been before. */
    Schema older() {
      List<Field> fields = new ArrayList<>();
      for (Field field : wanted.fields()) {
        boolean dropped = !field.required() && random.nextInt(8) == 0;
        if (!dropped) {
          fields.add(older(field).withName("old_" + field.name()));
        }
      }
      Collections.shuffle(fields, random);
      return new Schema(0, fields);
    }

    private Field older(Field field) {
      Field old = random.nextInt(4) == 0 ? field.withRequired(true) : field;
      if (random.nextBoolean() && field.type() == SimpleType.LONG) {
        return old.withType(SimpleType.INT);
      }
      return random.nextBoolean() && field.type() == SimpleType.DOUBLE
          ? old.withType(SimpleType.FLOAT)
          : old;
    }

    void addSource() {
      Schema schema = random.nextBoolean() ? wanted : older();
      int count = random.nextInt(120);
      List<StructValue> rows = rows(schema, count);
      PositionSet deleted = new PositionSet();
      int each = random.nextInt(3) == 0 ? Integer.MAX_VALUE : 1 + random.nextInt(12);
      long from = -1;
      String path = "mem:/" + merging.sources.size() + ".parquet ";
      for (int i = 0; i < count; i++) {
        if (random.nextInt(each) == 0) {
          deleted.add(i);
        } else {
          live.add(now(schema, rows.get(i)));
        }
      }
      String codec = List.of("zstd", "gzip", "snappy", "uncompressed").get(random.nextInt(4));
      merging.source(schema, rows, Merging.settings(codec, 1 + random.nextInt(40_000)), deleted);
      for (int i = 0; i <= count; i++) {
        boolean isLive = i < count && !deleted.contains(i);
        if (isLive && from < 0) {
          from = i;
        } else if (!isLive && from >= 0) {
          runs.add(path + from + "+" + (i - from));
          from = -1;
        }
      }
    }

    private StructValue now(Schema schema, StructValue row) {
      return StructValue.of(
          wanted.fields().stream().map(field -> now(schema, row, field)).toArray(Object[]::new));
    }

    private static Object now(Schema schema, StructValue row, Field wanted) {
      for (int i = 0; i < schema.fields().size(); i++) {
        if (schema.fields().get(i).id() == wanted.id()) {
          Object value = row.at(i);
          if (wanted.type() == SimpleType.LONG && value instanceof Integer number) {
            return number.longValue();
          }
          return wanted.type() == SimpleType.DOUBLE && value instanceof Float number
              ? (Object) number.doubleValue()
              : value;
        }
      }
      return wanted.initialDefault().orElse(null);
    }

    ParquetProperties properties() {
      merging.codec = CODECS.get(random.nextInt(CODECS.size()));
      return Merging.smallPages()
          .withDictionaryEncoding(random.nextInt(4) > 0)
          .withWriterVersion(
              random.nextBoolean() ? WriterVersion.PARQUET_1_0 : WriterVersion.PARQUET_2_0)
          .build();
    }
  }

  @Test
  void liveRowsAreReadFromTheMergedFile() {
    int severalRowGroups = 0;
    for (int i = 0; i < ROUNDS; i++) {
      String where = "seed " + (SEED + i);
      Round round = new Round(SEED + i);
      int files = 1 + round.random.nextInt(5);
      for (int file = 0; file < files; file++) {
        round.addSource();
      }
      Optional<ParquetStats> stats =
          round.merging.merge(
              round.wanted, round.properties(), 2_000 + round.random.nextInt(60_000));
      assertTrue(stats.isPresent(), where);
      assertEquals(round.live, round.merging.read(round.wanted), where);
      assertEquals(round.live, round.merging.readAsIceberg(round.wanted), where);
      assertStats(round, stats.get(), where);
      severalRowGroups += stats.get().splitOffsets().size() > 1 ? 1 : 0;
      assertEquals(joined(round.runs), joined(round.merging.runs), where);
    }
    assertTrue(severalRowGroups > ROUNDS / 8, severalRowGroups + " with several row groups");
  }

  /** Runs that end where a row group does go on in the next one. */
  private static List<String> joined(List<String> runs) {
    List<String> joined = new ArrayList<>();
    String path = "";
    long end = -1;
    long start = -1;
    for (String run : runs) {
      String[] parts = run.split("[ +]");
      long position = Long.parseLong(parts[1]);
      if (!parts[0].equals(path) || position != end) {
        joined.add(path + start + "-" + end);
        path = parts[0];
        start = position;
      }
      end = position + Long.parseLong(parts[2]);
    }
    joined.add(path + start + "-" + end);
    return joined;
  }

  /** But for sizes: pages are cut elsewhere. */
  private static void assertStats(Round round, ParquetStats actual, String where) {
    ParquetRowWriter writer =
        ParquetRowWriter.create(
            round.merging.storage.newOutputFile("mem:/rows.parquet"),
            round.wanted,
            Merging.settings("zstd", 1 << 20));
    round.live.forEach(writer::add);
    writer.close();
    ParquetStats expected = writer.stats(MetricsConfig.of(round.wanted, Map.of(), new int[0]));
    assertEquals(expected.recordCount(), actual.recordCount(), where);
    ColumnStats wanted = expected.columnStats();
    ColumnStats stats = actual.columnStats();
    if (!round.live.isEmpty()) {
      assertEquals(wanted.columnSizes().keySet(), stats.columnSizes().keySet(), where);
      assertEquals(new TreeMap<>(wanted.valueCounts()), new TreeMap<>(stats.valueCounts()), where);
      assertEquals(wanted.nullValueCounts(), stats.nullValueCounts(), where);
      assertEquals(wanted.nanValueCounts(), stats.nanValueCounts(), where);
      assertEquals(wanted.lowerBounds(), stats.lowerBounds(), where);
      assertEquals(wanted.upperBounds(), stats.upperBounds(), where);
    }
    assertEquals(
        "{iceberg.schema=the schema}",
        ParquetFooter.read(round.merging.storage.newInputFile(Merging.TARGET))
            .getFileMetaData()
            .getKeyValueMetaData()
            .toString(),
        where);
  }
}
