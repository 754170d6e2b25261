package io.firn.spark.conf;

import java.util.Map;
import java.util.Optional;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/**
 * The three places of a setting, in the order that they are asked: option of the statement, setting
 * of the session, property of the table. An empty name means that this place has no such setting.
 */
record Settings(
    CaseInsensitiveStringMap options, SessionSettings session, Map<String, String> properties) {

  Setting of(String option, String sessionKey, String property) {
    if (!option.isEmpty() && options.containsKey(option)) {
      return new Setting("option " + option, options.get(option));
    }
    if (!sessionKey.isEmpty()) {
      Optional<String> value = session.value(sessionKey);
      if (value.isPresent()) {
        return new Setting("session setting " + sessionKey, value.get());
      }
    }
    if (!property.isEmpty() && properties.containsKey(property)) {
      return new Setting("table property " + property, properties.get(property));
    }
    return new Setting(option, null);
  }

  Setting option(String name) {
    return of(name, "", "");
  }

  Setting sessionKey(String name) {
    return of("", name, "");
  }

  Setting property(String name) {
    return of("", "", name);
  }
}
