package io.firn.bench.inner;

import io.firn.codec.parquet.PositionDeleteFile;
import io.firn.codec.parquet.PositionDeleteWriter;
import io.firn.codec.parquet.RowFileSettings;
import io.firn.deletes.PositionSet;
import io.firn.io.Storage;
import io.firn.io.memory.MemoryStorage;
import io.firn.types.StructValue;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** The pages of a position delete file with 100,000 of 1,000,000 rows of one data file. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class PositionDeletes {
  private static final String DATA = "memory:/t/data/00000-1-a-rather-long-name-as-usual.parquet";
  private static final String WRITTEN = "memory:/t/data/written-deletes.parquet";
  private static final String READ = "memory:/t/data/read-deletes.parquet";

  private final Storage storage = new MemoryStorage();
  private final PositionSet positions = Positions.scattered(100_000, 1_000_000);

  @Setup
  public void write() {
    write(READ);
  }

  private long write(String location) {
    PositionDeleteWriter writer =
        PositionDeleteWriter.create(
            storage.newOutputFile(location), 0, StructValue.of(), RowFileSettings.defaults());
    try (writer) {
      positions.forEach(position -> writer.add(DATA, position));
    }
    return writer.sizeInBytes();
  }

  @Benchmark
  public long encode() {
    storage.delete(WRITTEN);
    return write(WRITTEN);
  }

  @Benchmark
  public Map<String, PositionSet> decode() {
    return PositionDeleteFile.readAll(storage.newInputFile(READ));
  }
}
