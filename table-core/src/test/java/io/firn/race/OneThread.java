package io.firn.race;

import java.util.Optional;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Lets all calls to the storage come from the writers themselves, so that they have an order. */
final class OneThread implements BeforeAllCallback, AfterAllCallback {
  static final String THREADS = "firn.worker.num-threads";
  private Optional<String> before = Optional.empty();

  @Override
  public void beforeAll(ExtensionContext context) {
    before = Optional.ofNullable(System.setProperty(THREADS, "1"));
  }

  @Override
  public void afterAll(ExtensionContext context) {
    before.ifPresentOrElse(
        value -> System.setProperty(THREADS, value), () -> System.clearProperty(THREADS));
  }
}
