package io.firn.spark.conf;

import java.util.Map;
import java.util.Optional;
import org.apache.spark.sql.SparkSession;
import scala.Option;
import scala.jdk.javaapi.CollectionConverters;

/** The settings of a Spark session, looked at when a statement starts. */
public interface SessionSettings {
  Optional<String> value(String key);

  /** All settings whose key starts with the prefix, with the prefix removed. */
  Map<String, String> withPrefix(String prefix);

  static SessionSettings of(SparkSession session) {
    return new SessionSettings() {
      @Override
      public Optional<String> value(String key) {
        Option<String> value = session.conf().getOption(key);
        return value.isDefined() ? Optional.of(value.get()) : Optional.empty();
      }

      @Override
      public Map<String, String> withPrefix(String prefix) {
        return strip(CollectionConverters.asJava(session.conf().getAll()), prefix);
      }
    };
  }

  /** Fixed settings. */
  static SessionSettings of(Map<String, String> settings) {
    return new SessionSettings() {
      @Override
      public Optional<String> value(String key) {
        return Optional.ofNullable(settings.get(key));
      }

      @Override
      public Map<String, String> withPrefix(String prefix) {
        return strip(settings, prefix);
      }
    };
  }

  private static Map<String, String> strip(Map<String, String> settings, String prefix) {
    Map<String, String> stripped = new java.util.TreeMap<>();
    settings.forEach(
        (key, value) -> {
          if (key.startsWith(prefix)) {
            stripped.put(key.substring(prefix.length()), value);
          }
        });
    return stripped;
  }
}
