package io.firn.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.firn.error.InvalidInputException;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class TablePropertiesTest {

  @Test
  void valuesAreReadWithTheirDefaults() {
    assertEquals(4, TableProperties.intValue(Map.of(), "commit.retry.num-retries", 4));
    assertEquals(7, TableProperties.intValue(Map.of("k", " 7 "), "k", 4));
    assertEquals(1L << 40, TableProperties.longValue(Map.of("k", "1099511627776"), "k", 4));
    assertEquals(0.5, TableProperties.doubleValue(Map.of("k", "0.5"), "k", 1));
    assertEquals(true, TableProperties.booleanValue(Map.of("k", "TRUE"), "k", false));
    assertEquals("x", TableProperties.stringValue(Map.of(), "k", "x"));
  }

  @Test
  void wrongValuesAreRefusedByKeyAndValue() {
    Map<String, String> properties = Map.of("k", "many");
    assertEquals("Invalid value 'many' of k: expected an integer", refusal(properties, 0));
    assertEquals("Invalid value 'many' of k: expected an integer", refusal(properties, 1));
    assertEquals("Invalid value 'many' of k: expected a number", refusal(properties, 2));
    assertEquals("Invalid value 'many' of k: expected true or false", refusal(properties, 3));
  }

  private static String refusal(Map<String, String> properties, int reader) {
    return assertThrows(
            InvalidInputException.class,
            () -> {
              switch (reader) {
                case 0 -> TableProperties.intValue(properties, "k", 0);
                case 1 -> TableProperties.longValue(properties, "k", 0);
                case 2 -> TableProperties.doubleValue(properties, "k", 0);
                default -> TableProperties.booleanValue(properties, "k", false);
              }
            })
        .getMessage();
  }

  @Test
  void knownPropertiesAreCheckedBeforeTheyAreStored() {
    TableProperties.requireValid(Map.of("commit.retry.num-retries", "9", "anything", "at all"));
    for (Map<String, String> wrong :
        java.util.List.of(
            Map.of("commit.retry.num-retries", "x"),
            Map.of("write.target-file-size-bytes", "512MB"),
            Map.of("gc.enabled", "no"))) {
      assertThrows(InvalidInputException.class, () -> TableProperties.requireValid(wrong));
    }
  }
}
