package io.firn.spark.conf;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.firn.error.FirnException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.apache.spark.sql.connector.write.RowLevelOperation.Command;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import org.junit.jupiter.api.Test;

/**
 * Every read option, write option and session setting that Iceberg's connector documents, with a
 * value that is not its default: it changes what is resolved, or is refused with a message that
 * names it.
 */
class NoSettingIsIgnoredTest {
  private static final Map<String, String> READ_OPTIONS =
      Map.ofEntries(
          Map.entry("split-size", "1000"),
          Map.entry("lookback", "3"),
          Map.entry("file-open-cost", "17"),
          Map.entry("vectorization-enabled", "false"),
          Map.entry("batch-size", "100"),
          Map.entry("aggregate-push-down-enabled", "false"),
          Map.entry("start-snapshot-id", "5"),
          Map.entry("end-snapshot-id", "!names no range"),
          Map.entry("start-timestamp", "!is for reading changes"),
          Map.entry("end-timestamp", "!is for reading changes"),
          Map.entry("locality", "!Scheduling tasks by block locality (option locality)"),
          Map.entry("streaming-skip-delete-snapshots", "!not supported yet"),
          Map.entry("streaming-skip-overwrite-snapshots", "!not supported yet"),
          Map.entry("stream-from-timestamp", "!not supported yet"),
          Map.entry("streaming-max-files-per-micro-batch", "!not supported yet"),
          Map.entry("streaming-max-rows-per-micro-batch", "!not supported yet"),
          Map.entry("async-micro-batch-planning-enabled", "!not supported yet"),
          Map.entry("streaming-snapshot-polling-interval-ms", "!not supported yet"),
          Map.entry("async-queue-preload-file-limit", "!not supported yet"),
          Map.entry("async-queue-preload-row-limit", "!not supported yet"));

  /** These choose the snapshot. {@code timestampAsOf} is evaluated by Spark alone. */
  private static final List<String> SELECTORS =
      List.of("branch", "tag", "snapshot-id", "as-of-timestamp", "versionAsOf");

  private static final Map<String, String> WRITE_OPTIONS =
      Map.ofEntries(
          Map.entry("branch", "dev"),
          Map.entry("write-format", "!write-format=orc"),
          Map.entry("delete-format", "!option delete-format"),
          Map.entry("target-file-size-bytes", "1000"),
          Map.entry("target-delete-file-size-bytes", "1000"),
          Map.entry("check-nullability", "false"),
          Map.entry("check-ordering", "false"),
          Map.entry("snapshot-property.k", "v"),
          Map.entry("fanout-enabled", "true"),
          Map.entry("output-spec-id", "1"),
          Map.entry("output-sort-order-id", "1"),
          Map.entry("overwrite-mode", "dynamic"),
          Map.entry("distribution-mode", "none"),
          Map.entry("use-table-distribution-and-ordering", "false"),
          Map.entry("merge-schema", "true"),
          Map.entry("mergeSchema", "true"),
          Map.entry("validate-from-snapshot-id", "!needs the option isolation-level"),
          Map.entry("isolation-level", "snapshot"),
          Map.entry("compression-codec", "snappy"),
          Map.entry("compression-level", "3"),
          Map.entry("compression-strategy", "!applies to ORC files"),
          Map.entry("advisory-partition-size", "1000"),
          Map.entry("delete-granularity", "partition"),
          Map.entry("shred-variants", "!Shredding variants (option shred-variants=true)"),
          Map.entry("variant-inference-buffer-size", "!not supported yet"),
          Map.entry("use-merge-append-for-streaming", "!not supported yet"));

  private static final Map<String, String> REFUSED_VALUES =
      Map.ofEntries(
          Map.entry("locality", "true"),
          Map.entry("write-format", "orc"),
          Map.entry("delete-format", "orc"),
          Map.entry("compression-strategy", "speed"),
          Map.entry("shred-variants", "true"),
          Map.entry("locality.enabled", "true"),
          Map.entry("data-planning-mode", "distributed"),
          Map.entry("delete-planning-mode", "distributed"),
          Map.entry("executor-cache.timeout", "1min"),
          Map.entry("executor-cache.locality.enabled", "true"));

  /** Keys after {@code spark.sql.iceberg.}. */
  private static final Map<String, String> SESSION_SETTINGS =
      Map.ofEntries(
          Map.entry("vectorization.enabled", "false"),
          Map.entry("check-nullability", "false"),
          Map.entry("check-ordering", "false"),
          Map.entry("planning.preserve-data-grouping", "true"),
          Map.entry("aggregate-push-down.enabled", "false"),
          Map.entry("distribution-mode", "none"),
          Map.entry("compression-codec", "snappy"),
          Map.entry("compression-level", "3"),
          Map.entry("compression-strategy", "!applies to ORC files"),
          Map.entry("data-planning-mode", "!data-planning-mode=distributed"),
          Map.entry("delete-planning-mode", "!delete-planning-mode=distributed"),
          Map.entry("advisory-partition-size", "1000"),
          Map.entry("locality.enabled", "!Scheduling tasks by block locality"),
          Map.entry("executor-cache.enabled", "false"),
          Map.entry("executor-cache.delete-files.enabled", "false"),
          Map.entry("executor-cache.timeout", "!executor-cache.timeout=1min is not supported"),
          Map.entry("executor-cache.max-entry-size", "1000"),
          Map.entry("executor-cache.max-total-size", "1000"),
          Map.entry("executor-cache.locality.enabled", "!tasks are not sent"),
          Map.entry("merge-schema", "true"),
          Map.entry("report-column-stats", "false"),
          Map.entry("snapshot-property.k", "v"),
          Map.entry("read.adaptive-split-size.enabled", "false"),
          Map.entry("read.split-size", "1000"),
          Map.entry("read.adaptive-split-size.parallelism", "3"),
          Map.entry("shred-variants", "!Shredding variants"),
          Map.entry("variant-inference-buffer-size", "!Shredding variants"));

  @Test
  void everyReadOptionCountsOrIsRefused() {
    assertEquals(20, READ_OPTIONS.size());
    READ_OPTIONS.forEach(
        (name, expected) ->
            assertCounts(name, expected, value -> read(Map.of(name, value), Map.of())));
    for (String selector : SELECTORS) {
      CaseInsensitiveStringMap options = new CaseInsensitiveStringMap(Map.of(selector, "5"));
      assertTrue(SelectorText.ofOptions(options).isPresent(), selector);
    }
  }

  @Test
  void everyWriteOptionCountsOrIsRefused() {
    assertEquals(26, WRITE_OPTIONS.size());
    WRITE_OPTIONS.forEach(
        (name, expected) ->
            assertCounts(name, expected, value -> write(Map.of(name, value), Map.of())));
  }

  /**
   * Besides these there are {@code identifier-fields-rely} and {@code spark.wap.*}, which have
   * tests of their own, and {@code async-micro-batch-planning-enabled}, which is for streams only:
   * a table offers none.
   */
  @Test
  void everySessionSettingCountsOrIsRefused() {
    assertEquals(27, SESSION_SETTINGS.size());
    SESSION_SETTINGS.forEach(
        (name, expected) ->
            assertCounts(
                name,
                expected,
                value -> {
                  Map<String, String> session = Map.of("spark.sql.iceberg." + name, value);
                  List<Object> all = new ArrayList<>(read(Map.of(), session));
                  all.addAll(write(Map.of(), session));
                  return all;
                }));
  }

  @Test
  void namesAreCompleteInAnyCase() {
    Map<String, String> upper = new HashMap<>();
    READ_OPTIONS.forEach(
        (name, expected) -> {
          if (!expected.startsWith("!") && !name.equals("start-snapshot-id")) {
            upper.put(name.toUpperCase(Locale.ROOT), expected);
          }
        });
    ReadConf conf = (ReadConf) read(upper, Map.of()).get(0);
    assertEquals(1000, conf.splitSizeBytes());
    assertEquals(3, conf.splitLookback());
    assertEquals(17, conf.openFileCostBytes());
    assertEquals(100, conf.batchSize());
  }

  /** {@code expected} is a value, or what the message says after an exclamation mark. */
  private static void assertCounts(
      String name, String expected, Function<String, List<Object>> resolve) {
    if (expected.startsWith("!")) {
      String value = REFUSED_VALUES.getOrDefault(name, "1");
      FirnException refusal = assertThrows(FirnException.class, () -> resolve.apply(value), name);
      String message = refusal.getMessage();
      assertTrue(message.contains(expected.substring(1)), name + ": " + message);
      return;
    }
    List<Object> defaults = new ArrayList<>(read(Map.of(), Map.of()));
    defaults.addAll(write(Map.of(), Map.of()));
    List<Object> resolved = resolve.apply(expected);
    assertTrue(
        defaults.stream().noneMatch(d -> resolved.size() == 1 && resolved.contains(d)), name);
    assertTrue(!defaults.equals(resolved), name + " changes nothing");
  }

  private static List<Object> read(Map<String, String> options, Map<String, String> session) {
    return List.of(
        ReadConf.resolve(
            new CaseInsensitiveStringMap(options), SessionSettings.of(session), Map.of()));
  }

  private static List<Object> write(Map<String, String> options, Map<String, String> session) {
    return List.of(
        WriteConf.resolve(
            Optional.empty(),
            new CaseInsensitiveStringMap(options),
            SessionSettings.of(session),
            Map.of(),
            Map.of()));
  }

  @Test
  void rowLevelStatementsTakeTheSessionsDistribution() {
    SessionSettings session =
        SessionSettings.of(Map.of("spark.sql.iceberg.distribution-mode", "none"));
    assertEquals(
        Optional.of(DistributionMode.NONE),
        RowLevelConf.resolve(Command.UPDATE, session, Map.of()).distributionMode());
  }
}
