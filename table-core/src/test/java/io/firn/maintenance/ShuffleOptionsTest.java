package io.firn.maintenance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.firn.error.InvalidInputException;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ShuffleOptionsTest {

  @Test
  void theDefaultsAreIcebergs() {
    assertEquals(new ShuffleOptions(1.0, 1, 8, Integer.MAX_VALUE), ShuffleOptions.of(Map.of()));
  }

  @ParameterizedTest
  @CsvSource({
    "compression-factor,0",
    "compression-factor,NaN",
    "compression-factor,Infinity",
    "compression-factor,much",
    "shuffle-partitions-per-file,0",
    "var-length-contribution,0",
    "max-output-size,0",
    "max-output-size,3000000000",
  })
  void aValueThatAnOptionCannotHaveIsNamed(String option, String value) {
    assertNames(() -> ShuffleOptions.of(Map.of(option, value)), option + "=" + value);
  }

  @ParameterizedTest
  @CsvSource({
    "BIN_PACK,compression-factor",
    "BIN_PACK,shuffle-partitions-per-file",
    "SORT,var-length-contribution",
    "SORT,max-output-size",
    "Z_ORDER,max-output-bytes",
  })
  void anOptionOfAnotherStrategyIsRefused(Rearrangement rearrangement, String option) {
    assertNames(
        () -> CompactionOptions.of(Map.of(option, "2"), Map.of(), rearrangement),
        "by " + rearrangement + " with the options [" + option + "]: known are");
  }

  private static void assertNames(Runnable call, String text) {
    String message = assertThrows(InvalidInputException.class, call::run).getMessage();
    assertTrue(message.contains(text), message);
  }
}
