package io.firn.spark.conf;

import io.firn.error.InvalidInputException;
import java.util.OptionalLong;

/**
 * Whose changes a changelog shows: those after one snapshot, or a time, and up to another one. An
 * end that the user leaves open is the table's. Times are in milliseconds since the epoch.
 */
public record ChangeRange(
    OptionalLong startSnapshotId,
    OptionalLong endSnapshotId,
    OptionalLong startTimestampMillis,
    OptionalLong endTimestampMillis) {
  static final String START_SNAPSHOT_ID = AppendRange.START_SNAPSHOT_ID;
  static final String END_SNAPSHOT_ID = AppendRange.END_SNAPSHOT_ID;
  static final String START_TIMESTAMP = AppendRange.START_TIMESTAMP;
  static final String END_TIMESTAMP = AppendRange.END_TIMESTAMP;

  /**
   * The range that the options name.
   *
   * @throws InvalidInputException if they contradict each other
   */
  static ChangeRange resolve(Settings settings) {
    refuseBoth(settings, START_SNAPSHOT_ID, START_TIMESTAMP);
    refuseBoth(settings, END_SNAPSHOT_ID, END_TIMESTAMP);
    OptionalLong startTime = number(settings, START_TIMESTAMP);
    OptionalLong endTime = number(settings, END_TIMESTAMP);
    boolean reversed =
        startTime.isPresent()
            && endTime.isPresent()
            && startTime.getAsLong() >= endTime.getAsLong();
    if (reversed) {
      throw new InvalidInputException(
          "Cannot set %s to be greater than %s for changelogs: %d and %d; the start is not included"
              .formatted(
                  START_TIMESTAMP, END_TIMESTAMP, startTime.getAsLong(), endTime.getAsLong()));
    }
    return new ChangeRange(
        number(settings, START_SNAPSHOT_ID), number(settings, END_SNAPSHOT_ID), startTime, endTime);
  }

  private static OptionalLong number(Settings settings, String key) {
    return settings.option(key).optionalNumber(Long.MIN_VALUE);
  }

  private static void refuseBoth(Settings settings, String first, String second) {
    if (settings.option(first).string().isPresent()
        && settings.option(second).string().isPresent()) {
      throw new InvalidInputException(
          "Cannot set both %s and %s for changelogs: give one of them".formatted(first, second));
    }
  }
}
