package io.firn.commit;

import java.time.Clock;
import java.util.UUID;
import java.util.function.DoubleSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** All that a commit takes from outside: time, ids, waiting and chance. */
record Surroundings(
    Clock clock,
    Supplier<UUID> newCommitId,
    LongSupplier newSnapshotId,
    Sleeper sleeper,
    DoubleSupplier random) {

  long nowMillis() {
    return clock.millis();
  }
}
