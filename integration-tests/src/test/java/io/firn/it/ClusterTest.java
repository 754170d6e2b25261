package io.firn.it;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A local cluster: a driver and two executor processes, with Kryo as {@code spark.serializer}. */
class ClusterTest {

  @Test
  @Timeout(value = 8, unit = TimeUnit.MINUTES)
  void statementsRunOnSeveralExecutorProcessesWithKryo() throws Exception {
    assertEquals(
        List.of(
            "executors=2",
            "rows=18011",
            "x=1999",
            "m=9",
            "i=13.75",
            "files=true",
            "dynamic=410",
            "replaced=315",
            "partitions=18226",
            "updated=50",
            "overwritten=7",
            "recreated=3",
            "snapshots=8",
            "entries=2"),
        ClusterProcess.results(ClusterProgram.class));
  }
}
