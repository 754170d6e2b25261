package io.firn.commit;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;

/** A clock that moves only when somebody sleeps; notes how long. */
public final class FakeTime extends Clock implements Sleeper {
  private final List<Long> sleeps = new ArrayList<>();
  private long now = 1_700_000_000_000L;

  @Override
  public synchronized void sleep(long millis) {
    sleeps.add(millis);
    now += millis;
  }

  public synchronized List<Long> sleeps() {
    return List.copyOf(sleeps);
  }

  @Override
  public synchronized long millis() {
    return now;
  }

  @Override
  public Instant instant() {
    return Instant.ofEpochMilli(millis());
  }

  @Override
  public ZoneId getZone() {
    return ZoneOffset.UTC;
  }

  @Override
  public Clock withZone(ZoneId zone) {
    return this;
  }
}
