package io.firn.spark.conf;

import io.firn.error.InvalidInputException;
import io.firn.error.UnsupportedFeatureException;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/**
 * Which options a read or a write takes. An option that would be accepted and ignored is a trap, so
 * each unknown one is refused.
 */
record OptionNames(String kind, Set<String> known, Set<String> notYet, Set<String> prefixes) {

  /** Options that Spark itself puts into the map or reads from it. */
  private static final Set<String> SPARKS_OWN =
      Set.of("path", "paths", "versionasof", "timestampasof", "provider");

  /**
   * @throws InvalidInputException for an option that does not exist
   * @throws UnsupportedFeatureException for one that this version does not support yet
   */
  void check(CaseInsensitiveStringMap options, SessionSettings session) {
    for (Map.Entry<String, String> option : options.entrySet()) {
      String key = option.getKey().toLowerCase(Locale.ROOT);
      if (isSparksOwn(key, session) || known.contains(key) || hasKnownPrefix(key)) {
        continue;
      }
      if (notYet.contains(key)) {
        throw new UnsupportedFeatureException(
            "The " + kind + " option " + key + "=" + option.getValue() + " is not supported yet");
      }
      throw new InvalidInputException(
          "Unknown "
              + kind
              + " option "
              + key
              + "="
              + option.getValue()
              + ": the "
              + kind
              + " options are "
              + String.join(", ", new TreeSet<>(known)));
    }
  }

  private boolean hasKnownPrefix(String key) {
    return prefixes.stream().anyMatch(prefix -> key.startsWith(prefix));
  }

  private static boolean isSparksOwn(String key, SessionSettings session) {
    return SPARKS_OWN.contains(key)
        || key.startsWith("__")
        || isValueOf(session.value("spark.sql.timeTravelVersionKey"), key)
        || isValueOf(session.value("spark.sql.timeTravelTimestampKey"), key);
  }

  private static boolean isValueOf(Optional<String> value, String key) {
    return value.map(v -> v.toLowerCase(Locale.ROOT).equals(key)).orElse(false);
  }
}
