package io.firn.spark.wire;

import io.firn.error.UnsupportedFeatureException;
import io.firn.io.Storage;
import io.firn.io.hadoop.HadoopStorage;
import java.io.Serializable;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.SparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.util.SerializableConfiguration;

/** A Hadoop configuration on its way to the executors, sent once an executor. */
public final class WireConf implements Serializable {
  private static final long serialVersionUID = 1L;

  private final Broadcast<SerializableConfiguration> broadcast;

  WireConf(Broadcast<SerializableConfiguration> broadcast) {
    this.broadcast = broadcast;
  }

  /**
   * Sends the configuration of a table's storage, which holds the catalog's {@code hadoop.*}
   * overrides, unless the catalog has sent it before.
   */
  public static WireConf broadcast(SparkContext context, Storage storage) {
    if (storage instanceof SparkStorage ofCatalog) {
      return ofCatalog.conf(context);
    }
    if (storage instanceof HadoopStorage hadoop) {
      return new WireConf(SerializableConfiguration.broadcast(context, hadoop.configuration()));
    }
    throw new UnsupportedFeatureException(
        "Executors cannot reach a table in " + storage.getClass().getSimpleName());
  }

  /** The storage, as the configuration says. */
  public Storage storage() {
    return new HadoopStorage(value());
  }

  /** The configuration; shared by all tasks of the executor, so it must not be changed. */
  public Configuration value() {
    return broadcast.value().value();
  }
}
