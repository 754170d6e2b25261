package io.firn.spark.rewrite;

import java.io.Serializable;
import org.apache.spark.SparkConf;
import org.apache.spark.SparkContext;

/** Cores that have nothing to do while a rewrite has fewer tasks than there are cores. */
public final class IdleCores implements Serializable {
  private static final long serialVersionUID = 1L;

  private static final int MOST_THREADS = 4;

  private final int threads;

  private IdleCores(int threads) {
    this.threads = threads;
  }

  /** Of an application that runs so many tasks at a time. */
  public static IdleCores beside(SparkContext context, long tasks) {
    SparkConf conf = context.getConf();
    // Then the default parallelism says nothing of cores.
    boolean isUnknown = conf.contains("spark.default.parallelism");
    long slots = context.defaultParallelism() / Math.max(1, conf.getInt("spark.task.cpus", 1));
    long share = isUnknown ? 1 : slots / Math.max(1, tasks);
    return new IdleCores((int) Math.max(1, Math.min(MOST_THREADS, share)));
  }

  /** With how many threads a task may work on this executor. */
  int threadsHere() {
    return Math.min(threads, Runtime.getRuntime().availableProcessors());
  }
}
