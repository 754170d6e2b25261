package io.firn.commit;

import java.time.Clock;
import java.util.Optional;
import java.util.UUID;
import java.util.function.DoubleSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * All that a commit takes from outside: time, ids, waiting and chance, and the turnstile of its
 * process, if it has one.
 */
record Surroundings(
    Clock clock,
    Supplier<UUID> newCommitId,
    LongSupplier newSnapshotId,
    Sleeper sleeper,
    DoubleSupplier random,
    Optional<Turnstile> turnstile) {

  long nowMillis() {
    return clock.millis();
  }
}
