package io.firn.spark.conf;

import java.util.Locale;

/** How rows are spread over the tasks of a write ({@code write.distribution-mode}). */
public enum DistributionMode {
  NONE,
  HASH,
  RANGE;

  static DistributionMode parse(Setting setting, String text) {
    for (DistributionMode mode : values()) {
      if (mode.text().equals(text.toLowerCase(Locale.ROOT))) {
        return mode;
      }
    }
    throw setting.invalid("none, hash or range");
  }

  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }
}
