package io.firn.bench.inner;

import io.firn.codec.avro.RowMapReader;
import io.firn.codec.avro.RowMapWriter;
import io.firn.deletes.PositionSet;
import io.firn.io.Storage;
import io.firn.io.memory.MemoryStorage;
import io.firn.rowmap.RowMap;
import io.firn.rowmap.RowMapBuilder;
import io.firn.rowmap.RowMapKind;
import io.firn.rowmap.RowMapPart;
import io.firn.rowmap.Translation;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * Positions of deletes on their way through a compaction's map, and the map itself: one file of
 * 1,000,000 rows in 1,000 runs, each without its first row, and 100,000 positions.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class RowMaps {
  private static final int ROWS = 1_000_000;
  private static final int RUNS = 1000;
  private static final String SOURCE = "memory:/t/data/source.parquet";
  private static final String TARGET = "memory:/t/data/target.parquet";
  private static final String WRITTEN = "memory:/t/metadata/written.avro";
  private static final String READ = "memory:/t/metadata/read.avro";

  private final Storage storage = new MemoryStorage();
  private final PositionSet deletes = Positions.scattered(ROWS / 10, ROWS);
  private final RowMap map = map();

  private static RowMap map() {
    int length = ROWS / RUNS;
    RowMapPart part = new RowMapPart();
    int source = part.source(SOURCE);
    int target = part.newTarget(TARGET);
    for (int run = 0; run < RUNS; run++) {
      part.add(source, (long) run * length + 1, target, (long) run * (length - 1), length - 1);
    }
    return new RowMapBuilder(RowMapKind.COMPACTION, 1)
        .source(SOURCE, ROWS)
        .target(TARGET, (long) RUNS * (length - 1))
        .add(part)
        .build();
  }

  @Setup
  public void write() {
    RowMapWriter.write(storage.newOutputFile(READ), map);
  }

  @Benchmark
  public Translation rebase() {
    return map.translate(SOURCE, deletes);
  }

  @Benchmark
  public long encode() {
    storage.delete(WRITTEN);
    return RowMapWriter.write(storage.newOutputFile(WRITTEN), map);
  }

  @Benchmark
  public RowMap decode() {
    return RowMapReader.read(storage.newInputFile(READ));
  }
}
