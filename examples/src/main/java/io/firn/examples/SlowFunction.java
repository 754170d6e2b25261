package io.firn.examples;

import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.types.DataTypes;

/**
 * The SQL function {@code slow(number)} gives its argument back, but only when it is told to. So a
 * statement on a small table takes as long as one on a big table.
 */
final class SlowFunction {
  private static final long PATIENCE_SECONDS = 300;

  // Spark copies what a function refers to, and a copy would never be told anything.
  private static final AtomicReference<SlowFunction> CURRENT =
      new AtomicReference<>(new SlowFunction());

  private final CompletableFuture<Void> called = new CompletableFuture<>();
  private final CompletableFuture<Void> released = new CompletableFuture<>();

  private SlowFunction() {}

  /** From now on the session's {@code slow} waits for this one's {@link #finish}. */
  static SlowFunction begin(SparkSession spark) {
    SlowFunction function = new SlowFunction();
    CURRENT.set(function);
    UDF1<Integer, Integer> slow =
        number -> {
          SlowFunction current = Objects.requireNonNull(CURRENT.get());
          current.called.complete(null);
          current.released.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
          return number;
        };
    spark.udf().register("slow", slow, DataTypes.IntegerType);
    return function;
  }

  /** Done when a statement waits here. */
  CompletableFuture<Void> called() {
    return called;
  }

  void finish() {
    released.complete(null);
  }
}
