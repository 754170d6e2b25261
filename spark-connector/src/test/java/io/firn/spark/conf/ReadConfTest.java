package io.firn.spark.conf;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.firn.error.InvalidInputException;
import io.firn.error.UnsupportedFeatureException;
import java.util.Map;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import org.junit.jupiter.api.Test;

class ReadConfTest {
  private static final SessionSettings NO_SETTINGS = SessionSettings.of(Map.of());

  @Test
  void defaultsApplyWhenNobodySaysAnything() {
    ReadConf conf = ReadConf.resolve(CaseInsensitiveStringMap.empty(), NO_SETTINGS, Map.of());
    assertEquals(134217728L, conf.splitSizeBytes());
    assertEquals(33554432L, conf.metadataSplitSizeBytes());
    assertEquals(4194304L, conf.openFileCostBytes());
    assertEquals(10, conf.splitLookback());
    assertEquals(5000, conf.batchSize());
    assertTrue(conf.adaptiveSplitSize());
    assertTrue(conf.vectorized());
    assertTrue(conf.aggregatePushDown());
    assertTrue(conf.preserveDataGrouping().isEmpty());
  }

  @Test
  void optionBeatsSessionBeatsTable() {
    SessionSettings session =
        SessionSettings.of(Map.of("spark.sql.iceberg.vectorization.enabled", "false"));
    Map<String, String> table =
        Map.of(
            "read.parquet.vectorization.enabled", "true",
            "read.split.target-size", "1000",
            "read.parquet.vectorization.batch-size", "7");
    ReadConf fromSession = ReadConf.resolve(CaseInsensitiveStringMap.empty(), session, table);
    assertFalse(fromSession.vectorized());
    assertEquals(1000L, fromSession.splitSizeBytes());
    assertEquals(7, fromSession.batchSize());

    ReadConf fromOption =
        ReadConf.resolve(
            options(Map.of("Vectorization-Enabled", "true", "split-size", "99")), session, table);
    assertTrue(fromOption.vectorized());
    assertEquals(99L, fromOption.splitSizeBytes());
    assertFalse(fromOption.adaptiveSplitSize(), "a wanted split size is not adapted");
  }

  @Test
  void invalidValueIsRefusedWithItsName() {
    assertMessage(
        "Invalid value 'fast' of option split-size: expected a whole number",
        Map.of("split-size", "fast"));
    assertMessage(
        "Invalid value '0' of option batch-size: expected a number of at least 1",
        Map.of("batch-size", "0"));
    InvalidInputException fromTable =
        assertThrows(
            InvalidInputException.class,
            () ->
                ReadConf.resolve(
                    CaseInsensitiveStringMap.empty(),
                    NO_SETTINGS,
                    Map.of("read.parquet.vectorization.enabled", "yes")));
    assertEquals(
        "Invalid value 'yes' of table property read.parquet.vectorization.enabled: expected true or"
            + " false",
        fromTable.getMessage());
  }

  @Test
  void unknownOptionIsRefused() {
    InvalidInputException e =
        assertThrows(
            InvalidInputException.class,
            () -> ReadConf.resolve(options(Map.of("splitsize", "1")), NO_SETTINGS, Map.of()));
    assertTrue(
        e.getMessage().startsWith("Unknown read option splitsize=1: the read options are "),
        e.getMessage());
  }

  @Test
  void optionOfALaterVersionIsRefused() {
    UnsupportedFeatureException e =
        assertThrows(
            UnsupportedFeatureException.class,
            () ->
                ReadConf.resolve(
                    options(Map.of("stream-from-timestamp", "5")), NO_SETTINGS, Map.of()));
    assertEquals("The read option stream-from-timestamp=5 is not supported yet", e.getMessage());
  }

  @Test
  void sparksOwnOptionsPass() {
    ReadConf.resolve(options(Map.of("path", "/x", "versionAsOf", "1")), NO_SETTINGS, Map.of());
  }

  private static void assertMessage(String expected, Map<String, String> options) {
    InvalidInputException e =
        assertThrows(
            InvalidInputException.class,
            () -> ReadConf.resolve(options(options), NO_SETTINGS, Map.of()));
    assertEquals(expected, e.getMessage());
  }

  private static CaseInsensitiveStringMap options(Map<String, String> options) {
    return new CaseInsensitiveStringMap(options);
  }
}
