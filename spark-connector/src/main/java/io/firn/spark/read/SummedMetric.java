package io.firn.spark.read;

import org.apache.spark.sql.connector.metric.CustomSumMetric;

/** A count in Spark's UI. */
public final class SummedMetric extends CustomSumMetric {
  private final String name;
  private final String description;

  /** Spark makes one of these to add values up, and asks nothing else of it. */
  public SummedMetric() {
    this("", "");
  }

  SummedMetric(String name, String description) {
    this.name = name;
    this.description = description;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public String description() {
    return description;
  }
}
