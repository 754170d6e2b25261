package io.firn.spark;

import java.util.HashMap;
import java.util.Map;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.execution.CommandResultExec;
import org.apache.spark.sql.execution.SparkPlan;
import scala.jdk.javaapi.CollectionConverters;

/** The node of a plan that writes. */
public final class WriteNode {
  private WriteNode() {}

  /** Runs the statement; what its write node shows in Spark's UI, by name. */
  public static Map<String, Long> metricsOf(String statement) {
    Dataset<Row> result = TestSession.get().sql(statement);
    SparkPlan plan = result.queryExecution().executedPlan();
    SparkPlan write =
        plan instanceof CommandResultExec command ? command.commandPhysicalPlan() : plan;
    Map<String, Long> metrics = new HashMap<>();
    CollectionConverters.asJava(write.metrics())
        .forEach((name, metric) -> metrics.put(name, metric.value()));
    return metrics;
  }
}
