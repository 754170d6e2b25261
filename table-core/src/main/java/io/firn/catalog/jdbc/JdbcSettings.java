package io.firn.catalog.jdbc;

import io.firn.error.InvalidInputException;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.stream.Collectors;

/** The catalog's properties, read and checked once. */
record JdbcSettings(
    String uri,
    String warehouse,
    int clients,
    SchemaVersion wantedSchemaVersion,
    boolean initializesTables,
    boolean strict,
    boolean uniqueTableLocation,
    Set<String> lostAnswerStates,
    Map<String, String> driverProperties) {

  private static final String DRIVER_PREFIX = "jdbc.";
  private static final String SCHEMA_VERSION = "jdbc.schema-version";
  private static final String INIT_TABLES = "jdbc.init-catalog-tables";
  private static final String STRICT_MODE = "jdbc.strict-mode";
  private static final Set<String> OWN_KEYS = Set.of(SCHEMA_VERSION, INIT_TABLES, STRICT_MODE);

  static JdbcSettings of(String catalog, Map<String, String> properties) {
    Reader reader = new Reader(catalog, properties);
    return new JdbcSettings(
        reader.required(
            "uri", "the JDBC address of the database, such as jdbc:postgresql://host/db"),
        withoutSlash(reader.required("warehouse", "the directory below which tables are put")),
        reader.positive("clients", 2),
        reader.schemaVersion(),
        reader.bool(INIT_TABLES, true),
        reader.bool(STRICT_MODE, false),
        reader.bool("unique-table-location", false),
        reader.words("retryable_status_codes"),
        properties.entrySet().stream()
            .filter(e -> e.getKey().startsWith(DRIVER_PREFIX) && !OWN_KEYS.contains(e.getKey()))
            .collect(
                Collectors.toUnmodifiableMap(
                    e -> e.getKey().substring(DRIVER_PREFIX.length()), Map.Entry::getValue)));
  }

  Properties connectionProperties() {
    Properties result = new Properties();
    result.putAll(driverProperties);
    return result;
  }

  /** The address for messages: without what may hold a password. */
  String displayUri() {
    String withoutQuery = uri.replaceFirst("[?;].*", "");
    return withoutQuery.replaceFirst("//[^/@]*@", "//");
  }

  private static String withoutSlash(String location) {
    return location.length() > 1 && location.endsWith("/")
        ? location.substring(0, location.length() - 1)
        : location;
  }

  /** Reads one catalog's properties; errors name the full key. */
  private record Reader(String catalog, Map<String, String> properties) {

    private String fullKey(String key) {
      return "spark.sql.catalog." + catalog + "." + key;
    }

    Optional<String> text(String key) {
      return Optional.ofNullable(properties.get(key)).map(String::trim).filter(s -> !s.isEmpty());
    }

    String required(String key, String meaning) {
      return text(key)
          .orElseThrow(
              () ->
                  new InvalidInputException(
                      "The jdbc catalog " + catalog + " needs " + fullKey(key) + ": " + meaning));
    }

    int positive(String key, int defaultValue) {
      Optional<String> text = text(key);
      if (text.isEmpty()) {
        return defaultValue;
      }
      int value;
      try {
        value = Integer.parseInt(text.get());
      } catch (NumberFormatException e) {
        throw invalid(key, text.get(), "a positive integer", e);
      }
      if (value < 1) {
        throw invalid(key, text.get(), "a positive integer", new ArithmeticException("" + value));
      }
      return value;
    }

    boolean bool(String key, boolean defaultValue) {
      Optional<String> text = text(key).map(t -> t.toLowerCase(Locale.ROOT));
      if (text.isPresent() && !text.get().equals("true") && !text.get().equals("false")) {
        throw new InvalidInputException(
            "Invalid value '" + text.get() + "' of " + fullKey(key) + ": expected true or false");
      }
      return text.map(Boolean::parseBoolean).orElse(defaultValue);
    }

    SchemaVersion schemaVersion() {
      String text = text(SCHEMA_VERSION).orElse("V0").toUpperCase(Locale.ROOT);
      try {
        return SchemaVersion.valueOf(text);
      } catch (IllegalArgumentException e) {
        throw invalid(SCHEMA_VERSION, text, "V0 or V1", e);
      }
    }

    Set<String> words(String key) {
      return text(key)
          .map(t -> Arrays.stream(t.split(",")).map(String::trim).collect(Collectors.toSet()))
          .map(Set::copyOf)
          .orElse(Set.of());
    }

    private InvalidInputException invalid(
        String key, String value, String expected, RuntimeException cause) {
      return new InvalidInputException(
          "Invalid value '" + value + "' of " + fullKey(key) + ": expected " + expected, cause);
    }
  }
}
