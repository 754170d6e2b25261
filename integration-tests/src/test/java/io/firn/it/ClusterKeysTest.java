package io.firn.it;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The keys of a MERGE in a cluster in which tasks fail and lose their executor. */
class ClusterKeysTest {

  /** A source that gives other keys when it runs again shows whose keys are known. */
  @Test
  @Timeout(value = 8, unit = TimeUnit.MINUTES)
  void theKeysOfAllTasksThatSucceededAreKnown() throws Exception {
    assertEquals(
        List.of(
            "retried=0 of 100 missing",
            "failed=true",
            "lost=0 of 100 missing",
            "died=true",
            "again=true"),
        ClusterProcess.results(KeysProgram.class));
  }
}
