package io.firn.spark.function;

import io.firn.partition.BucketTransform;
import io.firn.types.SimpleType;
import java.nio.ByteBuffer;
import java.util.function.ToIntFunction;
import org.apache.spark.sql.connector.catalog.functions.ScalarFunction;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.Decimal;
import org.apache.spark.unsafe.types.UTF8String;
import org.jspecify.annotations.Nullable;

/**
 * The bucket transform for values of one type. Spark calls the {@code invoke} that fits the type;
 * it keeps nulls away from primitive parameters. The canonical name is the one that other Iceberg
 * connectors use, so that Spark sees their partitioning as equal to this one.
 */
public record Bucket(DataType valueType) implements ScalarFunction<Integer> {
  private static final ToIntFunction<Object> HASH_LONG = BucketTransform.hash(SimpleType.LONG);

  /** Strings hash as their UTF-8 bytes. */
  private static final ToIntFunction<Object> HASH_BYTES = BucketTransform.hash(SimpleType.BINARY);

  @Override
  public String name() {
    return "bucket";
  }

  @Override
  public DataType[] inputTypes() {
    return new DataType[] {DataTypes.IntegerType, valueType};
  }

  @Override
  public DataType resultType() {
    return DataTypes.IntegerType;
  }

  @Override
  public String canonicalName() {
    return "iceberg.bucket(" + valueType.catalogString() + ")";
  }

  /** For int and date. */
  public static int invoke(int numBuckets, int value) {
    return bucket(numBuckets, HASH_LONG.applyAsInt((long) value));
  }

  /** For bigint and timestamps. */
  public static int invoke(int numBuckets, long value) {
    return bucket(numBuckets, HASH_LONG.applyAsInt(value));
  }

  public static @Nullable Integer invoke(int numBuckets, @Nullable Decimal value) {
    if (value == null) {
      return null;
    }
    byte[] unscaled = value.toJavaBigDecimal().unscaledValue().toByteArray();
    return bucket(numBuckets, HASH_BYTES.applyAsInt(ByteBuffer.wrap(unscaled)));
  }

  public static @Nullable Integer invoke(int numBuckets, @Nullable UTF8String value) {
    return value == null
        ? null
        : bucket(numBuckets, HASH_BYTES.applyAsInt(ByteBuffer.wrap(value.getBytes())));
  }

  public static @Nullable Integer invoke(int numBuckets, byte @Nullable [] value) {
    return value == null ? null : bucket(numBuckets, HASH_BYTES.applyAsInt(ByteBuffer.wrap(value)));
  }

  private static int bucket(int numBuckets, int hash) {
    Arguments.requirePositive("numBuckets of bucket", numBuckets);
    return (hash & Integer.MAX_VALUE) % numBuckets;
  }
}
