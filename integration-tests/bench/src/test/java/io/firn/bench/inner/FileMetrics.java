package io.firn.bench.inner;

import io.firn.codec.avro.AvroCompression;
import io.firn.codec.avro.ManifestProjection;
import io.firn.codec.avro.ManifestReader;
import io.firn.codec.avro.ManifestSettings;
import io.firn.codec.avro.ManifestWriter;
import io.firn.expr.CaseSensitivity;
import io.firn.expr.Predicate;
import io.firn.expr.StatsEvaluator;
import io.firn.io.Storage;
import io.firn.io.memory.MemoryStorage;
import io.firn.model.ColumnStats;
import io.firn.model.DataFile;
import io.firn.model.ManifestContent;
import io.firn.model.ManifestEntry;
import io.firn.model.ManifestFile;
import io.firn.partition.PartitionSpec;
import io.firn.types.Field;
import io.firn.types.Schema;
import io.firn.types.SimpleType;
import io.firn.types.SingleValue;
import io.firn.types.StructValue;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/**
 * A manifest of 1,000 files with stats of ten columns: decoding its entries, and asking of each
 * file whether it may have a row that a predicate holds for, which is so for one in ten.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class FileMetrics {
  private static final int FILES = 1000;
  private static final int COLUMNS = 10;
  private static final Schema SCHEMA = schema();
  private static final String LOCATION = "memory:/t/metadata/manifest.avro";

  private final Storage storage = new MemoryStorage();
  private final List<DataFile> files = new ArrayList<>();
  private final ManifestFile manifest = write();
  private final StatsEvaluator evaluator =
      StatsEvaluator.of(predicate(), SCHEMA, CaseSensitivity.SENSITIVE);

  private static Schema schema() {
    Field[] fields = new Field[COLUMNS];
    for (int i = 0; i < COLUMNS; i++) {
      fields[i] = Field.optional(i + 1, "c" + (i + 1), SimpleType.LONG);
    }
    return Schema.of(fields);
  }

  private static Predicate predicate() {
    return Predicate.and(
        Predicate.compare(Predicate.Operator.LT, "c2", FILES / 10 * 2L),
        Predicate.compare(Predicate.Operator.GT_EQ, "c3", 0L));
  }

  private static DataFile file(int number) {
    Map<Integer, Long> counts = new HashMap<>();
    Map<Integer, Long> nulls = new HashMap<>();
    Map<Integer, ByteBuffer> bounds = new HashMap<>();
    for (int column = 1; column <= COLUMNS; column++) {
      counts.put(column, 1000L);
      nulls.put(column, 0L);
      bounds.put(column, SingleValue.toBytes(SimpleType.LONG, (long) number * column));
    }
    return DataFile.parquet(
            "memory:/t/data/00000-" + number + ".parquet", 0, StructValue.of(), 1000, 100_000)
        .withStats(new ColumnStats(counts, counts, nulls, Map.of(), bounds, bounds));
  }

  private ManifestFile write() {
    ManifestWriter writer =
        ManifestWriter.create(
            storage.newOutputFile(LOCATION),
            new ManifestSettings(
                2,
                SCHEMA,
                PartitionSpec.unpartitioned(),
                ManifestContent.DATA,
                1,
                AvroCompression.of(AvroCompression.Codec.GZIP)));
    try (writer) {
      for (int i = 0; i < FILES; i++) {
        files.add(file(i));
        writer.add(ManifestEntry.added(files.get(i)));
      }
    }
    return writer.toManifestFile();
  }

  @Benchmark
  public long decodeEntriesWithStats() {
    return decode(ManifestProjection.allStats());
  }

  @Benchmark
  public long decodeEntriesWithoutStats() {
    return decode(ManifestProjection.noStats());
  }

  private long decode(ManifestProjection projection) {
    long rows = 0;
    try (ManifestReader reader =
        ManifestReader.open(storage.newInputFile(LOCATION), manifest, projection)) {
      for (ManifestEntry entry : reader) {
        rows += entry.file().recordCount();
      }
    }
    return rows;
  }

  @Benchmark
  public int evaluatePredicate() {
    int matching = 0;
    for (DataFile file : files) {
      matching += evaluator.mayMatch(file) ? 1 : 0;
    }
    return matching;
  }
}
