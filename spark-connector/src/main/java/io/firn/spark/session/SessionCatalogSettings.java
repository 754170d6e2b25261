package io.firn.spark.session;

import io.firn.error.InvalidInputException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/**
 * The keys below {@code spark.sql.catalog.spark_catalog.}: those of any catalog, and which formats
 * of {@code USING} are created as Iceberg tables though they are Spark's own.
 *
 * @param taken formats in lower case
 * @param catalog the keys for the Iceberg tables
 */
public record SessionCatalogSettings(Set<String> taken, CaseInsensitiveStringMap catalog) {
  private static final String ENABLED = "-enabled";
  private static final Set<String> FORMATS = Set.of("parquet", "avro", "orc");
  private static final Set<String> ALWAYS_TAKEN = Set.of("iceberg", "firn");
  private static final String DEFAULT_NAMESPACE = "default-namespace";

  /** Spark's own key for the session catalog. */
  private static final String DEFAULT_DATABASE = "defaultDatabase";

  public SessionCatalogSettings {
    taken = Set.copyOf(taken);
  }

  /**
   * @throws InvalidInputException for a malformed value, or a key that Spark's own catalog decides
   */
  public static SessionCatalogSettings parse(String name, CaseInsensitiveStringMap options) {
    if (options.containsKey(DEFAULT_NAMESPACE)) {
      throw new InvalidInputException(
          "Cannot set spark.sql.catalog."
              + name
              + "."
              + DEFAULT_NAMESPACE
              + "="
              + options.get(DEFAULT_NAMESPACE)
              + ": namespaces are those of Spark's own catalog. Set spark.sql.catalog."
              + name
              + "."
              + DEFAULT_DATABASE);
    }
    Set<String> taken = new HashSet<>(ALWAYS_TAKEN);
    Map<String, String> others = new HashMap<>(options.asCaseSensitiveMap());
    for (String format : FORMATS) {
      String key = format + ENABLED;
      if (isTrue(name, key, options.getOrDefault(key, "false"))) {
        taken.add(format);
      }
      others.keySet().removeIf(key::equalsIgnoreCase);
    }
    others.keySet().removeIf(DEFAULT_DATABASE::equalsIgnoreCase);
    others.put(DEFAULT_NAMESPACE, options.getOrDefault(DEFAULT_DATABASE, "default"));
    return new SessionCatalogSettings(taken, new CaseInsensitiveStringMap(others));
  }

  private static boolean isTrue(String name, String key, String text) {
    return switch (text.trim().toLowerCase(Locale.ROOT)) {
      case "true" -> true;
      case "false" -> false;
      default ->
          throw new InvalidInputException(
              "Invalid value '"
                  + text
                  + "' of spark.sql.catalog."
                  + name
                  + "."
                  + key
                  + ": expected true or false");
    };
  }

  /** Whether a table with that {@code USING}, or with none, is created as an Iceberg table. */
  public boolean takes(Optional<String> provider) {
    return provider.map(name -> taken.contains(name.toLowerCase(Locale.ROOT))).orElse(true);
  }
}
