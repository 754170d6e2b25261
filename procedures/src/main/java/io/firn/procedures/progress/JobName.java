package io.firn.procedures.progress;

import org.apache.spark.api.java.JavaSparkContext;
import org.jspecify.annotations.Nullable;

/** The description of the Spark jobs that the thread starts; closed, it is again what it was. */
public final class JobName implements AutoCloseable {
  private static final String PROPERTY = "spark.job.description";

  private final JavaSparkContext context;
  private final @Nullable String before;

  private JobName(JavaSparkContext context, @Nullable String before) {
    this.context = context;
    this.before = before;
  }

  /** See {@link Work#jobName}. */
  public static JobName set(JavaSparkContext context, String name) {
    JobName set = new JobName(context, context.getLocalProperty(PROPERTY));
    context.setJobDescription(name);
    return set;
  }

  @Override
  public void close() {
    context.setLocalProperty(PROPERTY, before);
  }
}
