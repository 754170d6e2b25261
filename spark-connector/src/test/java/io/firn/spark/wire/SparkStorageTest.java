package io.firn.spark.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;

import io.firn.io.hadoop.HadoopStorage;
import io.firn.spark.TestSession;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.SparkContext;
import org.junit.jupiter.api.Test;

class SparkStorageTest {

  @Test
  void configurationIsSentOnceForEachCatalog() {
    SparkContext context = TestSession.get().sparkContext();
    SparkStorage one = new SparkStorage(new HadoopStorage(configuration("one")));
    SparkStorage two = new SparkStorage(new HadoopStorage(configuration("two")));
    WireConf first = WireConf.broadcast(context, one);
    assertSame(first, WireConf.broadcast(context, one));
    assertEquals("one", first.value().get("whose"));
    assertNotSame(first, WireConf.broadcast(context, two));
    assertEquals("two", WireConf.broadcast(context, two).value().get("whose"));
  }

  private static Configuration configuration(String whose) {
    Configuration configuration = new Configuration();
    configuration.set("whose", whose);
    return configuration;
  }
}
