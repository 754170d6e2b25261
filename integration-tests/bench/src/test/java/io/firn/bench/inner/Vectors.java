package io.firn.bench.inner;

import io.firn.codec.puffin.DeletionVectorCodec;
import io.firn.deletes.PositionSet;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** Deletion vectors with 100,000 of 1,000,000 rows. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class Vectors {
  private final PositionSet positions = Positions.scattered(100_000, 1_000_000);
  private final byte[] vector = DeletionVectorCodec.encode(positions);

  @Benchmark
  public byte[] encode() {
    return DeletionVectorCodec.encode(positions);
  }

  @Benchmark
  public PositionSet decode() {
    return DeletionVectorCodec.decode(vector, "memory:/t/data/vectors.puffin", 4);
  }
}
