package io.firn.spark.wire;

import java.io.Serializable;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.SparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.util.SerializableConfiguration;

/** A Hadoop configuration on its way to the executors, sent once an executor. */
public final class WireConf implements Serializable {
  private static final long serialVersionUID = 1L;

  private final Broadcast<SerializableConfiguration> broadcast;

  private WireConf(Broadcast<SerializableConfiguration> broadcast) {
    this.broadcast = broadcast;
  }

  public static WireConf broadcast(SparkContext context, Configuration conf) {
    return new WireConf(SerializableConfiguration.broadcast(context, conf));
  }

  /** The configuration; shared by all tasks of the executor, so it must not be changed. */
  public Configuration value() {
    return broadcast.value().value();
  }
}
