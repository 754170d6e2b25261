package io.firn.spark.rewrite;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.firn.spark.TestSession;
import org.apache.spark.SparkContext;
import org.junit.jupiter.api.Test;

/** A session of two cores. */
class IdleCoresTest {

  @Test
  void aTaskTakesTheCoresThatNoOtherOneHas() {
    SparkContext context = TestSession.get().sparkContext();
    int here = Math.min(2, Runtime.getRuntime().availableProcessors());

    assertEquals(here, IdleCores.beside(context, 1).threadsHere());
    assertEquals(here, IdleCores.beside(context, 0).threadsHere());
    assertEquals(1, IdleCores.beside(context, 2).threadsHere());
    assertEquals(1, IdleCores.beside(context, 1000).threadsHere());
  }
}
