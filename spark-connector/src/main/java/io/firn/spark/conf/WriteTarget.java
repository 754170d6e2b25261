package io.firn.spark.conf;

import io.firn.error.InvalidInputException;
import io.firn.model.SnapshotRef;
import io.firn.model.TableProperties;
import io.firn.operation.SnapshotOptions;
import io.firn.operation.SnapshotOptions.Publication;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/**
 * The branch that a write goes to: the one in the identifier or in option {@code branch} (which
 * must agree), else the session's write-audit-publish branch, else main. With a write-audit-publish
 * id the snapshot is staged instead.
 */
public final class WriteTarget {
  private static final String WAP_ID_KEY = "spark.wap.id";
  public static final String WAP_BRANCH_KEY = "spark.wap.branch";
  private static final String WAP_ID_SUMMARY = "wap.id";
  private static final String SNAPSHOT_PROPERTY = "snapshot-property.";

  private WriteTarget() {}

  static SnapshotOptions resolve(
      Optional<String> identifierBranch, Settings settings, Map<String, String> engineSummary) {
    Map<String, String> summary = new TreeMap<>(engineSummary);
    summary.putAll(settings.session().withPrefix("spark.sql.iceberg." + SNAPSHOT_PROPERTY));
    summary.putAll(snapshotProperties(settings.options()));

    Optional<String> named = namedBranch(identifierBranch, settings);
    if (!settings.property(TableProperties.WAP_ENABLED).bool(TableProperties.WAP_ENABLED_DEFAULT)) {
      return new SnapshotOptions(named.orElse(SnapshotRef.MAIN), Publication.CURRENT, summary);
    }
    Optional<String> wapId = settings.session().value(WAP_ID_KEY);
    Optional<String> wapBranch = settings.session().value(WAP_BRANCH_KEY);
    if (wapId.isPresent() && wapBranch.isPresent()) {
      throw new InvalidInputException(
          "The session sets both "
              + WAP_ID_KEY
              + "="
              + wapId.get()
              + " and "
              + WAP_BRANCH_KEY
              + "="
              + wapBranch.get()
              + ": a write can go to one of them");
    }
    if (wapId.isPresent() && named.isEmpty()) {
      summary.put(WAP_ID_SUMMARY, wapId.get());
      return new SnapshotOptions(SnapshotRef.MAIN, Publication.STAGED, summary);
    }
    return new SnapshotOptions(
        named.or(() -> wapBranch).orElse(SnapshotRef.MAIN), Publication.CURRENT, summary);
  }

  /** The session's write-audit-publish branch, if the table takes part in that. */
  public static Optional<String> auditBranch(
      SessionSettings session, Map<String, String> tableProperties) {
    Settings settings = new Settings(CaseInsensitiveStringMap.empty(), session, tableProperties);
    return settings.property(TableProperties.WAP_ENABLED).bool(TableProperties.WAP_ENABLED_DEFAULT)
        ? session.value(WAP_BRANCH_KEY)
        : Optional.empty();
  }

  private static Optional<String> namedBranch(
      Optional<String> identifierBranch, Settings settings) {
    Optional<String> option = settings.option(SelectorText.BRANCH).string();
    if (option.isPresent()
        && identifierBranch.isPresent()
        && !option.get().equals(identifierBranch.get())) {
      throw new InvalidInputException(
          "The table's name says branch '"
              + identifierBranch.get()
              + "' and option branch says '"
              + option.get()
              + "': a write can go to one of them");
    }
    return identifierBranch.or(() -> option);
  }

  /** Spark gives options with their keys in lower case unless the map keeps the original. */
  private static Map<String, String> snapshotProperties(CaseInsensitiveStringMap options) {
    Map<String, String> properties = new TreeMap<>();
    options
        .asCaseSensitiveMap()
        .forEach(
            (key, value) -> {
              if (key.regionMatches(true, 0, SNAPSHOT_PROPERTY, 0, SNAPSHOT_PROPERTY.length())) {
                properties.put(key.substring(SNAPSHOT_PROPERTY.length()), value);
              }
            });
    return properties;
  }
}
