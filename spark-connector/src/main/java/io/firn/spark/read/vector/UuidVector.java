package io.firn.spark.read.vector;

import java.nio.ByteBuffer;
import java.util.UUID;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.vectorized.ColumnVector;
import org.apache.spark.unsafe.types.UTF8String;

/** Uuids as text over a vector of their 16 bytes. */
public final class UuidVector extends ReadOnlyVector {
  private final ColumnVector bytes;

  public UuidVector(ColumnVector bytes) {
    super(DataTypes.StringType);
    this.bytes = bytes;
  }

  @Override
  public boolean hasNull() {
    return bytes.hasNull();
  }

  @Override
  public boolean isNullAt(int rowId) {
    return bytes.isNullAt(rowId);
  }

  @Override
  @SuppressWarnings("NullAway") // Spark wants null for a null
  public UTF8String getUTF8String(int rowId) {
    if (bytes.isNullAt(rowId)) {
      return null;
    }
    ByteBuffer in = ByteBuffer.wrap(bytes.getBinary(rowId));
    return UTF8String.fromString(new UUID(in.getLong(), in.getLong()).toString());
  }
}
