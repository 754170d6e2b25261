package io.firn.commit;

/** Waits between attempts. */
@FunctionalInterface
public interface Sleeper {
  void sleep(long millis) throws InterruptedException;
}
