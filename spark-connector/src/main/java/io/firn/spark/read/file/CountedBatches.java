package io.firn.spark.read.file;

import io.firn.spark.read.vector.CountingVector;
import java.util.List;
import org.apache.spark.sql.vectorized.ColumnVector;

/**
 * The rows of a file of which no column is wanted: only as many as metadata says, without opening
 * the file.
 */
final class CountedBatches implements BatchSource {
  private final long recordCount;
  private final int batchSize;
  private final CountingVector positions = new CountingVector();
  private long done;
  private int rows;

  CountedBatches(long recordCount, int batchSize) {
    this.recordCount = recordCount;
    this.batchSize = batchSize;
  }

  @Override
  public boolean next() {
    positions.startAt(done);
    rows = (int) Math.min(batchSize, recordCount - done);
    done += rows;
    return rows > 0;
  }

  @Override
  public int rows() {
    return rows;
  }

  @Override
  public List<ColumnVector> stored() {
    return List.of();
  }

  @Override
  public ColumnVector positions() {
    return positions;
  }

  @Override
  public void close() {}
}
