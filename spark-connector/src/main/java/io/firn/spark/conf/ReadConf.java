package io.firn.spark.conf;

import static io.firn.model.TableProperties.ADAPTIVE_SPLIT_SIZE_ENABLED;
import static io.firn.model.TableProperties.ADAPTIVE_SPLIT_SIZE_ENABLED_DEFAULT;
import static io.firn.model.TableProperties.METADATA_SPLIT_SIZE;
import static io.firn.model.TableProperties.METADATA_SPLIT_SIZE_DEFAULT;
import static io.firn.model.TableProperties.PARQUET_BATCH_SIZE;
import static io.firn.model.TableProperties.PARQUET_BATCH_SIZE_DEFAULT;
import static io.firn.model.TableProperties.PARQUET_VECTORIZATION_ENABLED;
import static io.firn.model.TableProperties.PARQUET_VECTORIZATION_ENABLED_DEFAULT;
import static io.firn.model.TableProperties.SPLIT_LOOKBACK;
import static io.firn.model.TableProperties.SPLIT_LOOKBACK_DEFAULT;
import static io.firn.model.TableProperties.SPLIT_OPEN_FILE_COST;
import static io.firn.model.TableProperties.SPLIT_OPEN_FILE_COST_DEFAULT;
import static io.firn.model.TableProperties.SPLIT_SIZE;
import static io.firn.model.TableProperties.SPLIT_SIZE_DEFAULT;

import io.firn.error.UnsupportedFeatureException;
import io.firn.expr.CaseSensitivity;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/**
 * How a table is read, apart from the snapshot ({@link Selector}). Sizes in bytes. {@code
 * splitParallelism} is how many splits an adaptive planner aims at; 0 leaves that to the planner.
 * {@code appends} is there for an incremental read, {@code changes} for one of a changelog. Without
 * {@code preserveDataGrouping} keys are reported where a join gains by it.
 */
public record ReadConf(
    long splitSizeBytes,
    long metadataSplitSizeBytes,
    boolean adaptiveSplitSize,
    int splitParallelism,
    int splitLookback,
    long openFileCostBytes,
    boolean vectorized,
    int batchSize,
    boolean aggregatePushDown,
    Optional<Boolean> preserveDataGrouping,
    boolean reportColumnStats,
    Optional<AppendRange> appends,
    Optional<ChangeRange> changes,
    DeleteCache deleteCache,
    CaseSensitivity caseSensitivity) {

  private static final String SESSION = "spark.sql.iceberg.";
  private static final String SPLIT_SIZE_OPTION = "split-size";

  private static final OptionNames OPTIONS =
      new OptionNames(
          "read",
          Set.of(
              SelectorText.SNAPSHOT_ID,
              SelectorText.AS_OF_TIMESTAMP,
              SelectorText.BRANCH,
              SelectorText.TAG,
              SPLIT_SIZE_OPTION,
              "lookback",
              "file-open-cost",
              "vectorization-enabled",
              "batch-size",
              "aggregate-push-down-enabled",
              "locality",
              AppendRange.START_SNAPSHOT_ID,
              AppendRange.END_SNAPSHOT_ID,
              AppendRange.START_TIMESTAMP,
              AppendRange.END_TIMESTAMP),
          Set.of(
              "stream-from-timestamp",
              "streaming-skip-delete-snapshots",
              "streaming-skip-overwrite-snapshots",
              "streaming-max-files-per-micro-batch",
              "streaming-max-rows-per-micro-batch",
              "streaming-snapshot-polling-interval-ms",
              "async-micro-batch-planning-enabled",
              "async-queue-preload-file-limit",
              "async-queue-preload-row-limit"),
          Set.of());

  private static final OptionNames METADATA_OPTIONS =
      new OptionNames(
          "metadata table",
          Set.of(
              SelectorText.SNAPSHOT_ID,
              SelectorText.AS_OF_TIMESTAMP,
              SelectorText.BRANCH,
              SelectorText.TAG),
          Set.of(),
          Set.of());

  /**
   * Resolves every setting once.
   *
   * @throws io.firn.error.InvalidInputException for an unknown option or a malformed value
   * @throws UnsupportedFeatureException for an option that this version does not support yet
   */
  public static ReadConf resolve(
      CaseInsensitiveStringMap options,
      SessionSettings session,
      Map<String, String> tableProperties) {
    OPTIONS.check(options, session);
    Settings settings = new Settings(options, session, tableProperties);
    return resolve(settings, AppendRange.resolve(settings), Optional.empty());
  }

  /**
   * The same for a read of what changed, in a range that the options may name.
   *
   * @throws io.firn.error.InvalidInputException also for an option that selects one snapshot, or
   *     options that contradict each other
   */
  public static ReadConf ofChanges(
      CaseInsensitiveStringMap options,
      SessionSettings session,
      Map<String, String> tableProperties) {
    OPTIONS.check(options, session);
    Settings settings = new Settings(options, session, tableProperties);
    return resolve(settings, Optional.empty(), Optional.of(ChangeRange.resolve(settings)));
  }

  private static ReadConf resolve(
      Settings settings, Optional<AppendRange> appends, Optional<ChangeRange> changes) {
    refuseUnsupported(settings);
    Setting splitSize = settings.of(SPLIT_SIZE_OPTION, SESSION + "read.split-size", "");
    return new ReadConf(
        settings
            .of(SPLIT_SIZE_OPTION, SESSION + "read.split-size", SPLIT_SIZE)
            .number(1L, SPLIT_SIZE_DEFAULT),
        settings
            .of(SPLIT_SIZE_OPTION, SESSION + "read.split-size", METADATA_SPLIT_SIZE)
            .number(1L, METADATA_SPLIT_SIZE_DEFAULT),
        splitSize.string().isEmpty()
            && settings
                .of("", SESSION + "read.adaptive-split-size.enabled", ADAPTIVE_SPLIT_SIZE_ENABLED)
                .bool(ADAPTIVE_SPLIT_SIZE_ENABLED_DEFAULT),
        settings.sessionKey(SESSION + "read.adaptive-split-size.parallelism").number(1, 0),
        settings.of("lookback", "", SPLIT_LOOKBACK).number(1, SPLIT_LOOKBACK_DEFAULT),
        settings
            .of("file-open-cost", "", SPLIT_OPEN_FILE_COST)
            .number(0L, SPLIT_OPEN_FILE_COST_DEFAULT),
        settings
            .of(
                "vectorization-enabled",
                SESSION + "vectorization.enabled",
                PARQUET_VECTORIZATION_ENABLED)
            .bool(PARQUET_VECTORIZATION_ENABLED_DEFAULT),
        settings.of("batch-size", "", PARQUET_BATCH_SIZE).number(1, PARQUET_BATCH_SIZE_DEFAULT),
        settings
            .of("aggregate-push-down-enabled", SESSION + "aggregate-push-down.enabled", "")
            .bool(true),
        settings.sessionKey(SESSION + "planning.preserve-data-grouping").optionalBool(),
        settings.sessionKey(SESSION + "report-column-stats").bool(true),
        appends,
        changes,
        DeleteCache.resolve(settings),
        caseSensitivity(settings.session()));
  }

  /**
   * Checks the options of a read of a metadata table, which can only select a snapshot.
   *
   * @throws io.firn.error.InvalidInputException for any other option
   */
  public static void checkMetadataTable(CaseInsensitiveStringMap options, SessionSettings session) {
    METADATA_OPTIONS.check(options, session);
  }

  private static void refuseUnsupported(Settings settings) {
    if (settings.of("locality", SESSION + "locality.enabled", "").bool(false)) {
      throw new UnsupportedFeatureException(
          "Scheduling tasks by block locality (option locality) is not supported yet");
    }
    for (String mode : new String[] {"data-planning-mode", "delete-planning-mode"}) {
      Setting planning = settings.sessionKey(SESSION + mode);
      String value = planning.string().orElse("auto");
      if (value.equals("distributed")) {
        throw new UnsupportedFeatureException(
            "Planning on executors (" + planning.source() + "=distributed) is not supported yet");
      }
      if (!value.equals("auto") && !value.equals("local")) {
        throw planning.invalid("auto, local or distributed");
      }
    }
  }

  /** How Spark compares column names in this session. */
  public static CaseSensitivity caseSensitivity(SessionSettings session) {
    return session.value("spark.sql.caseSensitive").map(Boolean::parseBoolean).orElse(false)
        ? CaseSensitivity.SENSITIVE
        : CaseSensitivity.INSENSITIVE;
  }
}
