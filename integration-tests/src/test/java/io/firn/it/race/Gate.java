package io.firn.it.race;

import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.api.java.UDF2;
import org.apache.spark.sql.types.DataTypes;

/**
 * A gate that a running statement comes to and waits at until the test opens it: the SQL function
 * {@code pass(gate, value)}, which returns the value. Works where driver and tasks share a JVM.
 */
final class Gate {
  private static final long PATIENCE_SECONDS = 120;
  private static final Map<String, Gate> GATES = new ConcurrentHashMap<>();

  private final CompletableFuture<Void> reached = new CompletableFuture<>();
  private final CompletableFuture<Void> opened = new CompletableFuture<>();

  private Gate() {}

  static void register(SparkSession session) {
    UDF2<String, Long, Long> pass =
        (name, value) -> {
          GATES.get(name).pass();
          return value;
        };
    session.udf().register("pass", pass, DataTypes.LongType);
  }

  static Gate named(String name) {
    Gate gate = new Gate();
    GATES.put(name, gate);
    return gate;
  }

  /** The statement's side. */
  void pass() throws Exception {
    reached.complete(null);
    opened.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
  }

  /** Waits until the statement is at the gate; fails if it ends before. */
  void awaitArrival(CompletableFuture<?> statement) throws Exception {
    CompletableFuture.anyOf(reached, statement).get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    if (!reached.isDone()) {
      throw new AssertionError("The statement ended without coming to the gate");
    }
  }

  void open() {
    opened.complete(null);
  }
}
