package io.firn.spark.conf;

import io.firn.error.InvalidInputException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/**
 * Where users write selectors: read options, and the last part of an identifier ({@code t.tag_v1}).
 */
public final class SelectorText {
  public static final String SNAPSHOT_ID = "snapshot-id";
  public static final String AS_OF_TIMESTAMP = "as-of-timestamp";
  public static final String BRANCH = "branch";
  public static final String TAG = "tag";

  /** These two are Spark's own: it asks the catalog for that version before it makes a scan. */
  public static final String VERSION_AS_OF = "versionAsOf";

  public static final String TIMESTAMP_AS_OF = "timestampAsOf";

  private static final List<String> KEYS =
      List.of(SNAPSHOT_ID, AS_OF_TIMESTAMP, BRANCH, TAG, VERSION_AS_OF, TIMESTAMP_AS_OF);

  private static final String BRANCH_PREFIX = "branch_";
  private static final String TAG_PREFIX = "tag_";
  private static final String SNAPSHOT_ID_PREFIX = "snapshot_id_";
  private static final String AT_TIMESTAMP_PREFIX = "at_timestamp_";

  private SelectorText() {}

  /**
   * What the options select; empty if nothing, or by {@code timestampAsOf}, whose text only Spark
   * can evaluate.
   *
   * @throws InvalidInputException if two options select, or a value is malformed
   */
  public static Optional<Selector> ofOptions(CaseInsensitiveStringMap options) {
    List<String> present = present(options);
    if (present.size() > 1) {
      throw new InvalidInputException(
          "The options "
              + String.join(" and ", present)
              + " each say which snapshot to read: give one of them");
    }
    if (options.containsKey(SNAPSHOT_ID)) {
      return Optional.of(new Selector.SnapshotId(number(options, SNAPSHOT_ID, "a snapshot id")));
    }
    if (options.containsKey(AS_OF_TIMESTAMP)) {
      long millis =
          number(
              options,
              AS_OF_TIMESTAMP,
              "milliseconds since 1970-01-01T00:00:00Z (option timestampAsOf takes a date and time)");
      return Optional.of(new Selector.AsOf(millis));
    }
    if (options.containsKey(BRANCH)) {
      return Optional.of(new Selector.Branch(name(options, BRANCH)));
    }
    if (options.containsKey(TAG)) {
      return Optional.of(new Selector.Tag(name(options, TAG)));
    }
    return options.containsKey(VERSION_AS_OF)
        ? Optional.of(new Selector.Version(name(options, VERSION_AS_OF)))
        : Optional.empty();
  }

  /** The selector that the last part of an identifier stands for, if it is one. */
  public static Optional<Selector> ofNamePart(String part) {
    String lower = part.toLowerCase(Locale.ROOT);
    if (lower.startsWith(BRANCH_PREFIX)) {
      return Optional.of(new Selector.Branch(part.substring(BRANCH_PREFIX.length())));
    }
    if (lower.startsWith(TAG_PREFIX)) {
      return Optional.of(new Selector.Tag(part.substring(TAG_PREFIX.length())));
    }
    if (lower.matches(SNAPSHOT_ID_PREFIX + "-?\\d{1,19}")) {
      String digits = part.substring(SNAPSHOT_ID_PREFIX.length());
      return Optional.of(new Selector.SnapshotId(number(part, digits, "a snapshot id")));
    }
    if (lower.matches(AT_TIMESTAMP_PREFIX + "-?\\d{1,19}")) {
      String digits = part.substring(AT_TIMESTAMP_PREFIX.length());
      return Optional.of(new Selector.AsOf(number(part, digits, "milliseconds")));
    }
    return Optional.empty();
  }

  /** The last part of an identifier that selects the same. */
  public static String namePart(Selector selector) {
    if (selector instanceof Selector.Branch branch) {
      return BRANCH_PREFIX + branch.name();
    }
    if (selector instanceof Selector.Tag tag) {
      return TAG_PREFIX + tag.name();
    }
    if (selector instanceof Selector.SnapshotId snapshot) {
      return SNAPSHOT_ID_PREFIX + snapshot.id();
    }
    if (selector instanceof Selector.AsOf asOf) {
      return AT_TIMESTAMP_PREFIX + asOf.timestampMillis();
    }
    throw new IllegalArgumentException("An identifier cannot say " + selector);
  }

  /** Whether the option says which snapshot to read. */
  public static boolean isSelector(String option) {
    return KEYS.stream().anyMatch(option::equalsIgnoreCase);
  }

  private static List<String> present(Map<String, String> options) {
    List<String> present = new ArrayList<>();
    for (String key : KEYS) {
      if (options.containsKey(key)) {
        present.add(key + "=" + options.get(key));
      }
    }
    return present;
  }

  private static String name(CaseInsensitiveStringMap options, String key) {
    String value = options.getOrDefault(key, "").trim();
    if (value.isEmpty()) {
      throw new InvalidInputException("Option " + key + " is empty");
    }
    return value;
  }

  private static long number(CaseInsensitiveStringMap options, String key, String what) {
    return number("option " + key, options.getOrDefault(key, ""), what);
  }

  private static long number(String where, String text, String what) {
    try {
      return Long.parseLong(text.trim());
    } catch (NumberFormatException e) {
      throw new InvalidInputException(
          "Invalid value '" + text + "' of " + where + ": expected " + what, e);
    }
  }
}
