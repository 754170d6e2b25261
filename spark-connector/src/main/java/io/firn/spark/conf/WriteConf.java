package io.firn.spark.conf;

import io.firn.error.InvalidInputException;
import io.firn.error.UnsupportedFeatureException;
import io.firn.expr.CaseSensitivity;
import io.firn.model.TableProperties;
import io.firn.operation.Isolation;
import io.firn.operation.SnapshotOptions;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/**
 * How a write is carried out. What is empty was chosen by nobody: {@code fanout} and {@code
 * distributionMode} are then computed from the table, and an overwrite is validated only with an
 * isolation level. Sizes in bytes.
 */
public record WriteConf(
    SnapshotOptions snapshotOptions,
    FileSettings files,
    Optional<Boolean> fanout,
    Optional<DistributionMode> distributionMode,
    boolean useTableDistributionAndOrdering,
    OptionalLong advisoryPartitionSizeBytes,
    boolean checkNullability,
    boolean checkOrdering,
    boolean mergeSchema,
    OptionalInt outputSpecId,
    OptionalInt outputSortOrderId,
    Optional<OverwriteMode> overwriteMode,
    OptionalLong validateFromSnapshotId,
    Optional<Isolation> isolation,
    DeleteGranularity deleteGranularity,
    CaseSensitivity caseSensitivity) {

  private static final String SESSION = "spark.sql.iceberg.";
  private static final String DISTRIBUTION_MODE_KEY = SESSION + "distribution-mode";

  private static final OptionNames OPTIONS =
      new OptionNames(
          "write",
          Set.of(
              SelectorText.BRANCH,
              "write-format",
              "delete-format",
              "target-file-size-bytes",
              "target-delete-file-size-bytes",
              "check-nullability",
              "check-ordering",
              "fanout-enabled",
              "output-spec-id",
              "output-sort-order-id",
              "overwrite-mode",
              "distribution-mode",
              "use-table-distribution-and-ordering",
              "merge-schema",
              "mergeschema",
              "validate-from-snapshot-id",
              "isolation-level",
              "compression-codec",
              "compression-level",
              "compression-strategy",
              "advisory-partition-size",
              "delete-granularity",
              "shred-variants"),
          Set.of("use-merge-append-for-streaming", "variant-inference-buffer-size"),
          Set.of("snapshot-property."));

  /**
   * Resolves every setting once. {@code identifierBranch} is the branch in the table's name; {@code
   * engineSummary} is what the snapshot's summary says about engine and application.
   *
   * @throws InvalidInputException for an unknown option or a malformed value
   * @throws UnsupportedFeatureException for an option that this version does not support yet
   */
  public static WriteConf resolve(
      Optional<String> identifierBranch,
      CaseInsensitiveStringMap options,
      SessionSettings session,
      Map<String, String> tableProperties,
      Map<String, String> engineSummary) {
    refuseTimeTravel(options);
    OPTIONS.check(options, session);
    Settings settings = new Settings(options, session, tableProperties);
    refuseUnsupported(settings);
    refuseHalfValidation(settings);
    Setting distribution =
        settings.of("distribution-mode", DISTRIBUTION_MODE_KEY, TableProperties.DISTRIBUTION_MODE);
    Setting isolation = settings.option("isolation-level");
    return new WriteConf(
        WriteTarget.resolve(identifierBranch, settings, engineSummary),
        FileSettings.resolve(settings),
        settings.of("fanout-enabled", "", TableProperties.SPARK_FANOUT_ENABLED).optionalBool(),
        distribution.string().map(text -> DistributionMode.parse(distribution, text)),
        settings.option("use-table-distribution-and-ordering").bool(true),
        settings
            .of(
                "advisory-partition-size",
                SESSION + "advisory-partition-size",
                TableProperties.SPARK_ADVISORY_PARTITION_SIZE_BYTES)
            .optionalNumber(1),
        settings.of("check-nullability", SESSION + "check-nullability", "").bool(true),
        settings.of("check-ordering", SESSION + "check-ordering", "").bool(true),
        mergeSchema(settings),
        settings.option("output-spec-id").optionalInt(0),
        settings.option("output-sort-order-id").optionalInt(0),
        overwriteMode(settings.option("overwrite-mode")),
        settings.option("validate-from-snapshot-id").optionalNumber(Long.MIN_VALUE),
        isolation.string().map(text -> Isolation.parse(isolation.source(), text)),
        granularity(settings.of("delete-granularity", "", TableProperties.DELETE_GRANULARITY)),
        ReadConf.caseSensitivity(session));
  }

  /** Spark can hand the options of a read of the same table to the write (and the other way). */
  private static void refuseTimeTravel(CaseInsensitiveStringMap options) {
    for (String key :
        new String[] {
          SelectorText.SNAPSHOT_ID,
          SelectorText.AS_OF_TIMESTAMP,
          SelectorText.TAG,
          SelectorText.VERSION_AS_OF,
          SelectorText.TIMESTAMP_AS_OF
        }) {
      if (options.containsKey(key)) {
        throw new InvalidInputException(
            "Cannot write with the read option "
                + key
                + "="
                + options.get(key)
                + ". If it belongs to a read of the same table in this statement, say VERSION AS OF"
                + " or TIMESTAMP AS OF there");
      }
    }
  }

  /** Where a check starts says nothing without what is to be checked. */
  private static void refuseHalfValidation(Settings settings) {
    Setting from = settings.option("validate-from-snapshot-id");
    if (from.string().isPresent() && settings.option("isolation-level").string().isEmpty()) {
      throw new InvalidInputException(
          "The option validate-from-snapshot-id="
              + from.string().get()
              + " needs the option isolation-level: without it nothing is validated");
    }
  }

  private static void refuseUnsupported(Settings settings) {
    Setting deleteFormat = settings.option("delete-format");
    String format = deleteFormat.string().orElse("parquet").toLowerCase(Locale.ROOT);
    if (!format.equals("parquet") && !format.equals("puffin")) {
      throw new UnsupportedFeatureException(
          "Cannot write delete files as "
              + format
              + " (option delete-format): Firn writes Parquet, and Puffin in format version 3");
    }
  }

  /** {@code mergeSchema} is how other data sources of Spark call it. */
  private static boolean mergeSchema(Settings settings) {
    Setting camel = settings.option("mergeSchema");
    return settings.options().containsKey("merge-schema") || camel.string().isEmpty()
        ? settings.of("merge-schema", SESSION + "merge-schema", "").bool(false)
        : camel.bool(false);
  }

  private static Optional<OverwriteMode> overwriteMode(Setting setting) {
    return setting
        .string()
        .map(
            text ->
                switch (text.toLowerCase(Locale.ROOT)) {
                  case "dynamic" -> OverwriteMode.DYNAMIC;
                  case "static" -> OverwriteMode.STATIC;
                  default -> throw setting.invalid("static or dynamic");
                });
  }

  private static DeleteGranularity granularity(Setting setting) {
    return switch (setting.string().orElse("file").toLowerCase(Locale.ROOT)) {
      case "file" -> DeleteGranularity.FILE;
      case "partition" -> DeleteGranularity.PARTITION;
      default -> throw setting.invalid("file or partition");
    };
  }
}
