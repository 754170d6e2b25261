package io.firn.spark.conf;

import io.firn.error.InvalidInputException;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What an incremental read covers: the appends after one snapshot and up to another one, which is
 * the head of what is read if the user names none.
 */
public record AppendRange(long afterSnapshotId, OptionalLong upToSnapshotId) {
  static final String START_SNAPSHOT_ID = "start-snapshot-id";
  static final String END_SNAPSHOT_ID = "end-snapshot-id";
  static final String START_TIMESTAMP = "start-timestamp";
  static final String END_TIMESTAMP = "end-timestamp";

  /** The range that the options name; empty if none of them is there. */
  static Optional<AppendRange> resolve(Settings settings) {
    for (String key : new String[] {START_TIMESTAMP, END_TIMESTAMP}) {
      settings
          .option(key)
          .string()
          .ifPresent(
              value -> {
                throw new InvalidInputException(
                    "The option "
                        + key
                        + "="
                        + value
                        + " is for reading changes; an incremental read takes "
                        + START_SNAPSHOT_ID
                        + " and "
                        + END_SNAPSHOT_ID);
              });
    }
    OptionalLong start = settings.option(START_SNAPSHOT_ID).optionalNumber(Long.MIN_VALUE);
    OptionalLong end = settings.option(END_SNAPSHOT_ID).optionalNumber(Long.MIN_VALUE);
    if (start.isEmpty() && end.isPresent()) {
      throw new InvalidInputException(
          "The option "
              + END_SNAPSHOT_ID
              + "="
              + end.getAsLong()
              + " alone names no range: give "
              + START_SNAPSHOT_ID
              + " too, or read that snapshot by option "
              + SelectorText.SNAPSHOT_ID);
    }
    return start.isEmpty()
        ? Optional.empty()
        : Optional.of(new AppendRange(start.getAsLong(), end));
  }
}
