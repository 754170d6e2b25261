package io.firn.spark.conf;

import io.firn.model.TableProperties;
import io.firn.operation.Isolation;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.sql.connector.write.RowLevelOperation.Command;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/**
 * How a DELETE, UPDATE or MERGE is carried out. Spark passes no options to these commands, so
 * session and table decide. The distribution mode is empty when nobody chose one. Only
 * copy-on-write carries rows.
 */
public record RowLevelConf(
    Command command,
    RowLevelMode mode,
    CarryMode carryMode,
    Isolation isolation,
    Optional<DistributionMode> distributionMode) {

  /**
   * @throws io.firn.error.InvalidInputException for a malformed value
   */
  public static RowLevelConf resolve(
      Command command, SessionSettings session, Map<String, String> tableProperties) {
    Settings settings = new Settings(CaseInsensitiveStringMap.empty(), session, tableProperties);
    String prefix = "write." + command.name().toLowerCase(Locale.ROOT);
    Setting mode = settings.property(prefix + ".mode");
    Setting carry = settings.property(TableProperties.CARRY_MODE);
    Setting isolation = settings.property(prefix + ".isolation-level");
    Setting distribution =
        settings.of("", "spark.sql.iceberg.distribution-mode", prefix + ".distribution-mode");
    return new RowLevelConf(
        command,
        mode.string().map(text -> mode(mode, text)).orElse(RowLevelMode.COPY_ON_WRITE),
        carry.string().map(text -> carryMode(carry, text)).orElse(CarryMode.COLUMNS),
        Isolation.parse(
            isolation.source(), isolation.string().orElse(TableProperties.ISOLATION_LEVEL_DEFAULT)),
        distribution.string().map(text -> DistributionMode.parse(distribution, text)));
  }

  private static CarryMode carryMode(Setting setting, String text) {
    return switch (text.toLowerCase(Locale.ROOT)) {
      case "columns" -> CarryMode.COLUMNS;
      case "rows" -> CarryMode.ROWS;
      default -> throw setting.invalid("columns or rows");
    };
  }

  private static RowLevelMode mode(Setting setting, String text) {
    return switch (text.toLowerCase(Locale.ROOT)) {
      case "copy-on-write" -> RowLevelMode.COPY_ON_WRITE;
      case "merge-on-read" -> RowLevelMode.MERGE_ON_READ;
      default -> throw setting.invalid("copy-on-write or merge-on-read");
    };
  }
}
