package io.firn.it.race;

import io.firn.it.Lakes;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.execution.CommandExecutionMode;
import org.apache.spark.sql.execution.QueryExecution;
import org.apache.spark.sql.execution.SparkPlan;

/** Two sessions; the first one's statement is overtaken by the second one's. */
final class Racers implements AutoCloseable {
  private static final long PATIENCE_SECONDS = 180;

  private final SparkSession first;
  private final SparkSession second;
  private final ExecutorService thread = Executors.newSingleThreadExecutor();

  Racers() {
    this(session(), session());
    Gate.register(first);
  }

  Racers(SparkSession first, SparkSession second) {
    this.first = first;
    this.second = second;
  }

  /** As quick as can be for four rows; overwrites are dynamic. */
  static SparkSession session() {
    SparkSession session = Lakes.session().newSession();
    session.conf().set("spark.sql.shuffle.partitions", "1");
    session.conf().set("spark.sql.adaptive.enabled", "false");
    session.conf().set("spark.sql.codegen.wholeStage", "false");
    session.conf().set("spark.sql.codegen.factoryMode", "NO_CODEGEN");
    session.conf().set("spark.sql.sources.partitionOverwriteMode", "dynamic");
    session.conf().set("spark.sql.optimizer.runtime.rowLevelOperationGroupFilter.enabled", "false");
    return session;
  }

  /** Starts the first statement, runs the second one when that is at the gate, and goes on. */
  Outcome race(String firstStatement, Gate gate, String secondStatement) throws Exception {
    return race(firstStatement, gate, List.of(secondStatement)).outcome();
  }

  /** The same with several statements, one after the other, while the first one waits. */
  Ending race(String firstStatement, Gate gate, List<String> others) throws Exception {
    return race(CompletableFuture.runAsync(() -> first.sql(firstStatement), thread), gate, others);
  }

  /** The same for a first statement that runs no job: it is stopped when it is planned. */
  Outcome raceOncePlanned(String firstStatement, Gate gate, String secondStatement)
      throws Exception {
    CompletableFuture<Void> running =
        CompletableFuture.runAsync(() -> planAndRun(firstStatement, gate), thread);
    return race(running, gate, List.of(secondStatement)).outcome();
  }

  private void planAndRun(String statement, Gate gate) {
    SparkSession.setActiveSession(first);
    var state = ((org.apache.spark.sql.classic.SparkSession) first).sessionState();
    try {
      QueryExecution execution =
          state.executePlan(state.sqlParser().parsePlan(statement), CommandExecutionMode.SKIP());
      SparkPlan plan = execution.executedPlan();
      gate.pass();
      plan.executeCollect();
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private Ending race(CompletableFuture<Void> running, Gate gate, List<String> others)
      throws Exception {
    try {
      gate.awaitArrival(running);
      others.forEach(second::sql);
    } finally {
      gate.open();
    }
    try {
      running.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
      return Ending.committed();
    } catch (ExecutionException e) {
      return Ending.of(e);
    }
  }

  @Override
  public void close() {
    thread.shutdownNow();
  }
}
