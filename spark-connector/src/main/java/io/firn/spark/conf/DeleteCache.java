package io.firn.spark.conf;

import io.firn.error.UnsupportedFeatureException;

/**
 * How many bytes of delete files the tasks of a scan share on an executor: of one file, and in all.
 * Zero keeps nothing. The cache ends with the scan.
 */
public record DeleteCache(long maxEntryBytes, long maxTotalBytes) {
  private static final String KEY = "spark.sql.iceberg.executor-cache.";
  private static final DeleteCache NONE = new DeleteCache(0, 0);

  static DeleteCache resolve(Settings settings) {
    refuse(settings.sessionKey(KEY + "timeout"), "an executor forgets deletes when the scan ends");
    Setting locality = settings.sessionKey(KEY + "locality.enabled");
    if (locality.bool(false)) {
      refuse(locality, "tasks are not sent to where deletes are cached");
    }
    boolean enabled =
        settings.sessionKey(KEY + "enabled").bool(true)
            && settings.sessionKey(KEY + "delete-files.enabled").bool(true);
    DeleteCache cache =
        new DeleteCache(
            settings.sessionKey(KEY + "max-entry-size").number(0L, 64L << 20),
            settings.sessionKey(KEY + "max-total-size").number(0L, 128L << 20));
    return enabled ? cache : NONE;
  }

  private static void refuse(Setting setting, String why) {
    setting
        .string()
        .ifPresent(
            value -> {
              throw new UnsupportedFeatureException(
                  "The " + setting.source() + "=" + value + " is not supported: " + why);
            });
  }
}
