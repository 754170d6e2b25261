package io.firn.bench.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;

final class WorkerTest {
  private static final Request MEMORY = Request.of(Request.Command.MEMORY);

  @Test
  void workerThatDiesFailsOneRequestAndIsStartedAnew() throws Exception {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    ProcessBuilder process =
        new ProcessBuilder(
            java,
            "-XX:TieredStopAtLevel=1",
            "-cp",
            System.getProperty("java.class.path"),
            FragileWorker.class.getName());
    try (Worker worker = Worker.start(process)) {
      assertEquals(1, worker.ask(MEMORY).residentMebibytes());
      assertEquals(2, worker.ask(MEMORY).residentMebibytes());

      Answer died = worker.ask(Request.prepare(Measure.of("scan", "rows", lake -> {})));

      assertTrue(died.hasFailed());
      assertEquals("the process has ended; see its log", died.failure());
      Answer next = worker.ask(MEMORY);
      assertFalse(next.hasFailed());
      assertEquals(1, next.residentMebibytes());
    }
  }
}
